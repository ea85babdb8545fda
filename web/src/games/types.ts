/**
 * A game's face: what the pages around it (table, tutorial, replay) need to show it. The pages know
 * nothing of the game; the face knows no rules: it offers what `Decision.legal` lists.
 */
import type { Component } from 'svelte';
import type { AnyView, Previewed, RoundScored } from '../protocol';

export interface Player {
  seat: number;
  name: string;
  kind: 'human' | 'bot' | 'open';
  /** Played on this screen. */
  you: boolean;
}

/** A decision that this screen may make now, or has made and may still take back (`legal` is empty then). */
export interface Decision {
  seat: number;
  legal: readonly string[];
  /** Where there are too many to list: one text of each list, joined by spaces. */
  product: readonly (readonly string[])[] | null;
  /** Made already, and waiting for those of others. */
  decided: readonly string[];
  preview(action: string): Promise<Previewed>;
  /** Rejects with Refused, whose problem the page around has shown already. */
  submit(action: string): Promise<void>;
  retract(): Promise<void>;
}

/** What is on the table, as one seat or a watcher sees it. */
export interface Scene {
  view: AnyView;
  options: Record<string, unknown>;
  players: readonly Player[];
  /** Each player's points if the round were scored now. */
  standing: readonly number[];
  /** As whom the table is seen: it may be turned to this side. */
  seat: number | null;
  owing: readonly number[];
  /** The lines of the game up to here, where the page has them: what lies where, piece by piece. */
  lines?: readonly string[];
}

export interface PlayProps extends Scene {
  decision: Decision | null;
  /** Lines of the game since this screen last decided, newest last: what to point out. */
  recent: readonly string[];
  /** An action that a hint, or a lesson, points at. */
  hint: string | null;
}

export interface PlayerProps extends Scene {
  player: number;
}

export interface RoundProps {
  round: RoundScored;
  options: Record<string, unknown>;
  players: readonly Player[];
  /** As in Scene. */
  lines?: readonly string[];
  /** Show everything at once: the reader skips, or wants no motion. */
  skip: boolean;
  /** The count is at its end. */
  ondone: () => void;
}

export interface GameFace {
  /** Board, hand and controls: the middle of the page. */
  Play: Component<PlayProps>;
  /** What a player has before them, below the name in the list of players. */
  PlayerDetails: Component<PlayerProps>;
  /** Everybody's points “if scored now”, item by item. */
  Standing: Component<Scene>;
  /** The count of one round, every point explained. */
  Round: Component<RoundProps>;
  /** The table as structured text, for who does not see it. Makes decisions like Play. */
  TextBoard: Component<PlayProps>;
  /** The final result item by item (`Result.details`). */
  Final: Component<{
    details: Record<string, unknown>;
    players: readonly Player[];
    options: Record<string, unknown>;
  }>;
  /** A still picture of the position as one SVG element: thumbnails, downloads. */
  Picture: Component<Pick<Scene, 'view' | 'options' | 'players' | 'seat' | 'lines'>>;
  /**
   * A line of the game in words: `0 build 5 C5 3` → “Ada builds 3 floors on C5”. Empty for what is not
   * worth a line in the log.
   */
  describe(line: string, options: Record<string, unknown>, players: readonly Player[]): string;
  /**
   * How exactly an action is done, beside what the service says of it: `build 5 C5 3` → “3 floors, card 5”.
   * Empty where there is nothing to add.
   */
  detail(action: string): string;
}

export async function loadFace(game: string): Promise<GameFace> {
  return game === 'manhattan'
    ? (await import('./manhattan')).face
    : (await import('./tangram-city')).face;
}
