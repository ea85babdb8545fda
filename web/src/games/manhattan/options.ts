/** The options that are shown, and who plays which colour. */
import { t, tr } from '../../i18n/index.svelte';
import type { MessageKey } from '../../i18n/keys';
import type { Colour } from '../../ui/colours';
import { edition } from './info';

export interface Options {
  players: number;
  edition: string;
  /** 2 only in some games of two. */
  colours_each: number;
  rounds: number;
  /** Per colour and round. */
  blocks: number;
  /** By player: South 0, West 1, North 2, East 3. */
  sides: number[];
  hand: number;
  choice: 'open' | 'secret' | 'one-by-one';
  urban: boolean;
  variants: string[];
  colours: Colour[];
}

export const optionsOf = (options: Record<string, unknown>) => options as unknown as Options;

export const hasTwoColours = (options: Options) => options.colours_each === 2;

/** A player's colours by number. */
export function coloursOf(options: Options, player: number): number[] {
  return hasTwoColours(options) ? [player, player + 2] : [player];
}

/** A player's colours by name. */
export function colourNames(options: Options, player: number): Colour[] {
  return coloursOf(options, player).map((colour) => options.colours[colour]!);
}

export function playerOf(options: Options, colour: number): number {
  return hasTwoColours(options) ? colour % 2 : colour;
}

export function colourName(colour: string): string {
  return t(`manhattan.colour_${colour}` as MessageKey);
}

/** The name of a district in this edition; empty where it has only its letter. */
export function districtName(options: Options, letter: string): string {
  const name = edition(options.edition)?.districts['ABCDEF'.indexOf(letter)];
  if (!name || name === letter) return '';
  return tr(`manhattan.city_${name.toLowerCase().replace(/[^a-z]/g, '')}`, name);
}

/** The players' points from those of their colours. */
export function byPlayer(options: Options, points: readonly number[]): number[] {
  return Array.from({ length: options.players }, (_, player) =>
    coloursOf(options, player).reduce((sum, colour) => sum + (points[colour] ?? 0), 0),
  );
}
