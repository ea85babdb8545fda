/** The sites of the plan, for marks drawn over it. */
import type { BoardPlaces } from '../types';

const SITE = '[data-site]';

export const places: BoardPlaces = {
  find(root, name) {
    const found = root.querySelector(`[data-site="${CSS.escape(name)}"]`);
    return found?.getBoundingClientRect() ?? null;
  },
  at(root, x, y) {
    for (const site of root.querySelectorAll<HTMLElement>(SITE)) {
      const { left, right, top, bottom } = site.getBoundingClientRect();
      if (left <= x && x < right && top <= y && y < bottom) return site.dataset.site ?? null;
    }
    return null;
  },
};
