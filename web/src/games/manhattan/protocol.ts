// Made by tools/docs.py from docs/protocol.schema.json: do not edit.
// What the service sends of this game: views, previews and scorings (docs/protocol.md).

/** What one seat, or a watcher, sees of Manhattan. Colours are numbers in the order of `options.colours`; lists of four count blocks of 1, 2, 3 and 4 floors. */
export interface ManhattanView {
  game: 'manhattan';
  /** start, deal, monster, districts, urban, choose, build, draw, reshuffle, news or over. */
  phase: string;
  round: number;
  start: number;
  turn: number;
  /** Turns left in the round, the present one included. */
  turns: number;
  /** The seat's own cards; empty for a watcher. */
  hand: number[];
  hand_sizes: number[];
  pile_size: number;
  /** How many of the cards 1 to 9 are in the pile or in hands this seat cannot see. */
  unseen: number[];
  played: number[];
  supplies: number[][];
  trays: number[][];
  /** By site: colour and floors of each block, the ground floor first. */
  buildings: Record<string, [number, number][]>;
  /** By colour. */
  scores: number[];
  /** By round and colour: highest, majorities, buildings, urban. */
  rounds: number[][][];
  monster: string | null;
  /** Districts in the order they open; empty without that variant. */
  opening: string;
  /** By district: the round in which it opens, where that is not the first; it may be one that is never played (M5.3). */
  opens: Record<string, number>;
  urban: string | null;
  urban_left: string[];
  /** What the board would score now; once the game is over, what it scored last. */
  now: ManhattanScoring;
}

/** A scoring, explained. */
export interface ManhattanScoring {
  highest: Highest;
  districts: Record<string, DistrictMajority>;
  urban: UrbanScoring | null;
  /** By colour: highest, majorities, buildings, urban. */
  items: number[][];
}

/** The highest building (M3.1): `colour` scores for it, if anybody does. */
export interface Highest {
  colour: number | null;
  height: number;
  /** All sites of that height. */
  sites: string[];
}

/** How many buildings each colour owns in a district; `colour` has the majority (M3.2). */
export interface DistrictMajority {
  counts: number[];
  colour: number | null;
}

/** What the urban card gives each colour (M4), and for which sites; none where a card is not about single sites. */
export interface UrbanScoring {
  name: string;
  points: number[];
  sites: string[][];
}

/** What an action would make of the board. */
export interface ManhattanPreview {
  game: 'manhattan';
  buildings: Record<string, [number, number][]>;
  trays: number[][];
  scores: number[];
  monster: string | null;
  now: ManhattanScoring;
}
