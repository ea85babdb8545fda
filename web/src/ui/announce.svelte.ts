/** What a screen reader is told without being asked. */
import { untrack } from 'svelte';

export interface Announcement {
  id: number;
  text: string;
}

/** One moment may bring several: what another did, and then that it is one's turn. */
const KEPT = 4;
const said = $state({ lines: [] as readonly Announcement[] });
let next = 1;

/** Also from an effect, which must not run again because of what was said before. */
export function announce(text: string): void {
  untrack(() => {
    said.lines = [...said.lines, { id: next++, text }].slice(-KEPT);
  });
}

export function announcements(): readonly Announcement[] {
  return said.lines;
}
