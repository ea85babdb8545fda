/** The figures of games/manhattan/guide.py. */
import type { Colour } from '../../../ui/colours';
import type { Blocks } from '../board/building';
import type { DistrictMajority } from '../protocol';

export interface Seat {
  colour: Colour;
  /** South 0, West 1, North 2, East 3. */
  side: number;
}

export interface PlanData {
  /** The letters of the districts to show. */
  districts: string;
  buildings: Record<string, Blocks>;
  /** Sites that can be built on. */
  lit?: string[];
  /** Sites that the card marks but that cannot be built on. */
  refused?: string[];
  /** Points by site. */
  badges?: Record<string, number>;
  /** Fade everything without a badge. */
  dim?: boolean;
  majorities?: Record<string, DistrictMajority>;
  /** Of a majority. */
  points?: number;
  monster?: string;
  /** From and to. */
  step?: [string, string];
  /** The step leaves the board and comes back on the other side. */
  wraps?: boolean;
  seats?: Seat[];
}

export interface TowerData {
  blocks: Blocks;
  /** A block held above the building, and whether it may be placed. */
  add?: [number, number];
  legal?: boolean;
}

export interface FigureData {
  colours: Colour[];
  plan?: PlanData;
  /** Before and after. */
  plans?: [PlanData, PlanData];
  towers?: TowerData[];
  supply?: { floors: number; count: number }[];
  cards?: { cell: number; chosen: boolean }[];
  card?: number;
  sides?: (Seat & { cell: number })[];
  /** By colour: highest, majorities, buildings, total. */
  score?: number[][];
  points?: { colour: number; points: number }[];
  deck?: string[];
  /** By round: the closed districts. */
  opening?: string[][];
}
