// Made by tools/docs.py from docs/protocol.schema.json: do not edit.
// What the service sends of this game: views, previews and scorings (docs/protocol.md).

/** What one seat, or a watcher, sees of Tangram City; lists are by player. */
export interface TangramCityView {
  game: 'tangram-city';
  /** start, boards, side, deal, place or over. */
  phase: string;
  round: number;
  pillar: number;
  /** The card being played, 0 to 3; 4 when the fountains are placed. */
  slot: number;
  /** The round's cards by slot; null for one this seat may not look at. */
  cards: (string | null)[];
  /** By slot, the seats that may look at the card before it is played (T2.1). */
  lookers: number[][];
  /** The tiles of all cards this seat has not seen: a set, no order. */
  to_come: string[];
  /** The seat's own with what it has decided; the others' as all may see them. */
  boards: City[];
  /** What this seat still has to decide in this moment. */
  todo: string[];
  points: number[];
  /** By round and player: rectangle, buildings, green. */
  rounds: number[][][];
}

/** One player's board. Each text has a hexadecimal digit a field, row by row from a1: the sum of the quarters covered, 1 North, 2 East, 4 South, 8 West. */
export interface City {
  number: number;
  side: string;
  building: string;
  green: string;
  fountains: string;
  /** What this city would score now. */
  now: CityScoring;
}

/** A city's scoring, explained. */
export interface CityScoring {
  /** The largest (T4.1): column and row of its first field from 0, width, height. */
  rectangle: [number, number, number, number] | null;
  area: number;
  buildings: number;
  green: number;
  /** The fields that count for this colour (T4.2): 0 or 1 a field, row by row from a1. */
  building_fields: string;
  green_fields: string;
  /** The bonus if the game ended with this city (T5.1). */
  planning: number;
  /** The bonus if the game ended with this city (T5.2). */
  harmony: number;
}

/** What an action would make of the seat's own city. */
export interface TangramCityPreview {
  game: 'tangram-city';
  board: City;
}
