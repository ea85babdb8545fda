/** Announcements for screen readers. */
import { untrack } from 'svelte';

export interface Announcement {
  id: number;
  text: string;
}

/** Several may come at once: a move, and then that it is your turn. */
const KEPT = 4;
const said = $state({ lines: [] as readonly Announcement[] });
let next = 1;

/** Untracked, so that an effect may call it without depending on earlier announcements. */
export function announce(text: string): void {
  untrack(() => {
    said.lines = [...said.lines.filter((each) => each.text !== text), { id: next++, text }].slice(
      -KEPT,
    );
  });
}

export function announcements(): readonly Announcement[] {
  return said.lines;
}
