/**
 * Which control an option gets, and in which part of the set-up page. What values it may have, the
 * service's schema says; a test holds this list against the schema, so that no option is left out.
 */
import type { GameInfo } from '../protocol';
import type { GameId } from '../games/names';

export type Group = 'game' | 'edition' | 'advanced' | 'variants' | 'house';

export type Kind =
  /** Yes or no. */
  | 'flag'
  /** One of some, each with a sentence. */
  | 'choice'
  /** One of a few short values. */
  | 'segments'
  | 'number'
  /** Any of some that exist beside each other. */
  | 'several'
  | 'sides'
  | 'colours'
  /** A seat, or nobody in particular. */
  | 'seat'
  /** A site of the board, or chance. */
  | 'site'
  /** Tiles of one's own, from a file. */
  | 'tiles';

export interface Control {
  name: string;
  kind: Kind;
  group: Group;
  /** Only there if this holds: it would mean nothing otherwise. */
  when?: (options: Readonly<Record<string, unknown>>) => boolean;
}

const hasMonster = (options: Readonly<Record<string, unknown>>) =>
  ((options.variants ?? []) as string[]).some((variant) => variant.endsWith('godzilla'));

export const CONTROLS: Record<GameId, readonly Control[]> = {
  manhattan: [
    { name: 'players', kind: 'segments', group: 'game' },
    { name: 'edition', kind: 'choice', group: 'edition' },
    { name: 'urban', kind: 'flag', group: 'advanced' },
    {
      name: 'megacity_all',
      kind: 'flag',
      group: 'advanced',
      when: (options) => options.urban === true,
    },
    { name: 'variants', kind: 'several', group: 'variants' },
    { name: 'monster', kind: 'site', group: 'variants', when: hasMonster },
    { name: 'choice', kind: 'choice', group: 'house' },
    { name: 'hand', kind: 'segments', group: 'house' },
    { name: 'rounds', kind: 'number', group: 'house' },
    { name: 'blocks', kind: 'number', group: 'house' },
    { name: 'same_owner_highest', kind: 'flag', group: 'house' },
    { name: 'tie_break', kind: 'flag', group: 'house' },
    { name: 'sides', kind: 'sides', group: 'house' },
    { name: 'colours', kind: 'colours', group: 'house' },
    { name: 'start', kind: 'seat', group: 'house' },
  ],
  'tangram-city': [
    { name: 'players', kind: 'segments', group: 'game' },
    { name: 'tile_set', kind: 'choice', group: 'house' },
    {
      name: 'tiles',
      kind: 'tiles',
      group: 'house',
      when: (options) => options.tile_set === 'custom',
    },
    { name: 'printed_field', kind: 'flag', group: 'house' },
    { name: 'same_board', kind: 'flag', group: 'house' },
    { name: 'start_points', kind: 'segments', group: 'house' },
    { name: 'start', kind: 'seat', group: 'house' },
  ],
};

/** What has to be chosen anew when this changes: it would not go together any more. */
const FORGOTTEN: Record<string, readonly string[]> = {
  players: ['sides', 'colours', 'start'],
  edition: ['rounds', 'blocks', 'colours', 'same_owner_highest', 'tie_break'],
  urban: ['megacity_all'],
  tile_set: ['tiles'],
};

/** What a person has chosen, after one more choice; `undefined` takes a choice back. */
export function chosen(
  game: GameId,
  given: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const next: Record<string, unknown> = { ...given, [name]: value };
  for (const other of FORGOTTEN[name] ?? []) delete next[other];
  if (value === undefined) delete next[name];
  for (const control of CONTROLS[game])
    if (control.when && !control.when(next)) delete next[control.name];
  return next;
}

export interface OptionSchema {
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  items?: { enum?: string[] };
  /** The clause that it is about. */
  'x-clause'?: string;
}

/** The values of an option that the service knows. */
export function schemaOf(schema: Record<string, unknown> | undefined, name: string): OptionSchema {
  const properties = (schema?.properties ?? {}) as Record<string, OptionSchema>;
  return properties[name] ?? {};
}

/** How many may play a game; none as long as it is not known. */
export function playersOf(info: GameInfo | undefined): number[] {
  return (schemaOf(info?.options_schema, 'players').enum ?? []) as number[];
}
