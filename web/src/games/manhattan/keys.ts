/** Keyboard control: cards by number, blocks by letter, Escape clears the selection, Enter builds. */
import type { ManhattanView } from './protocol';
import { coloursOf, hasTwoColours, type Options } from './options';
import type { Turn } from './controls/turn.svelte';

/** Blocks of 1 to 4 floors, of the first and of the second colour. */
const BLOCK_KEYS = ['qwer', 'asdf'] as const;

/** The block that a letter stands for: its floors, and which of the player's colours. */
export function blockOf(key: string): { floors: number; colour: number } | null {
  const letter = key.toLowerCase();
  const colour = BLOCK_KEYS.findIndex((keys) => keys.includes(letter));
  return letter && colour >= 0 ? { floors: BLOCK_KEYS[colour]!.indexOf(letter) + 1, colour } : null;
}

export function keyed(
  event: KeyboardEvent,
  turn: Turn,
  view: ManhattanView,
  options: Options,
): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const key = event.key.toLowerCase();
  if (key === 'escape') return turn.clear();
  // The card or block clicked last has the focus: Space puts it back, Enter builds.
  if (
    key === 'enter' &&
    turn.action &&
    (event.target as Element).closest('[aria-pressed="true"]')
  ) {
    event.preventDefault();
    return void turn.confirm();
  }
  if (/^[1-9]$/.test(key)) {
    if (!view.hand.includes(Number(key))) return;
    event.preventDefault();
    return turn.choose('card', Number(key));
  }
  const block = blockOf(key);
  const colour = block && coloursOf(options, view.turn)[block.colour];
  if (!block || colour === null || colour === undefined) return;
  if (!view.trays[colour]?.[block.floors - 1]) return;
  event.preventDefault();
  turn.choose('block', {
    floors: block.floors,
    colour: hasTwoColours(options) ? options.colours[colour]! : null,
  });
}
