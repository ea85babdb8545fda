/** The illustrated rules of the games in the reader's language, requested when they are first shown. */
import { untrack } from 'svelte';
import { language } from '../i18n/index.svelte';
import { get } from '../net/api';
import type { GameInfo, GuideSection } from '../protocol';

const known = $state({ guides: {} as Record<string, GuideSection[]> });
const requested = new Map<string, Promise<GuideSection[]>>();

/** The sections of a game's page; undefined until they are here, none if the game brings no page. */
export function guideOf(game: GameInfo | undefined): GuideSection[] | undefined {
  if (!game) return undefined;
  if (!game.guide) return [];
  const key = `api/games/${game.id}/guide?language=${language()}`;
  const found = known.guides[key];
  if (!found) untrack(() => request(key));
  return found;
}

function request(key: string): void {
  if (requested.has(key)) return;
  const found = get<GuideSection[]>(key);
  requested.set(key, found);
  found.then(
    (sections) => (known.guides[key] = sections),
    () => {
      requested.delete(key);
      known.guides[key] = []; // the reference is still there
    },
  );
}
