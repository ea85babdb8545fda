/** Keyboard control: cards by number, blocks by letter, Escape clears the selection. */
import type { ManhattanView } from './protocol';
import { coloursOf, type Options } from './options';
import type { Turn } from './controls/turn.svelte';

/** Blocks of 1 to 4 floors, of the first and of the second colour. */
export const BLOCK_KEYS = ['qwer', 'asdf'] as const;

export function keyed(
  event: KeyboardEvent,
  turn: Turn,
  view: ManhattanView,
  options: Options,
): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const key = event.key.toLowerCase();
  if (key === 'escape') return turn.clear();
  if (/^[1-9]$/.test(key)) {
    if (!view.hand.includes(Number(key))) return;
    event.preventDefault();
    return turn.choose('card', Number(key));
  }
  const row = BLOCK_KEYS.findIndex((keys) => keys.includes(key));
  const colour = coloursOf(options, view.turn)[row];
  if (colour === undefined) return;
  const floors = BLOCK_KEYS[row]!.indexOf(key) + 1;
  if (!view.trays[colour]?.[floors - 1]) return;
  event.preventDefault();
  turn.choose('block', {
    floors,
    colour: options.players === 2 ? options.colours[colour]! : null,
  });
}
