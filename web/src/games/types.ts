/**
 * What a game brings to the browser client. A folder of web/src/games has `about.ts` (`GameAbout`: small,
 * part of the first page) and `index.ts` (`GameUi`: loaded with the first table). The pages know no game,
 * and a game's UI knows no rules: it offers what `Decision.legal` lists.
 */
import type { Component } from 'svelte';
import type { Part } from '../bots/parts';
import type { Course } from '../learn/course';
import type { GameInfo, GameView, Position, Previewed, RoundScored } from '../protocol';
import type { Stroke } from '../setup/strokes';

export type Options = Record<string, unknown>;

export interface Player {
  seat: number;
  name: string;
  /** The name without a bot’s trade, for where room is short. */
  short?: string;
  kind: 'human' | 'bot' | 'open';
  /** Played on this screen. */
  you: boolean;
}

/** A decision that this screen may make now, or has made and may still take back (`legal` is empty then). */
export interface Decision {
  seat: number;
  legal: readonly string[];
  /** Set where there are too many actions to list: an action is one text of each list, joined by spaces. */
  product: readonly (readonly string[])[] | null;
  /** Actions already submitted while other players still decide. */
  decided: readonly string[];
  preview(action: string): Promise<Previewed>;
  /** Rejects with Refused; the surrounding page has already shown the problem. */
  submit(action: string): Promise<void>;
  retract(): Promise<void>;
}

/** The table as one seat or a spectator sees it. */
export interface Scene {
  view: GameView;
  options: Options;
  players: readonly Player[];
  /** Each player's points in the rounds scored so far. */
  points: readonly number[];
  /** Each player's points if the round were scored now, in the last one with the bonuses. */
  standing: readonly number[];
  /** Nothing has changed since the last scoring: `standing` would only repeat it. */
  justScored?: boolean;
  /** The seat whose view this is; null for a spectator. */
  seat: number | null;
  /** The seats that have to act. */
  owing: readonly number[];
  /** The game's log up to this position, where the page has it. */
  lines?: readonly string[];
}

export interface PlayProps extends Scene {
  decision: Decision | null;
  /** Log lines since this screen last decided, newest last, to be highlighted. */
  recent: readonly string[];
  /** What each of these lines caused, where the page knows it. */
  effects?: readonly (string | null)[];
  /** The action that a hint or a lesson points at. */
  hint: string | null;
}

export interface PlayerProps extends Scene {
  player: number;
}

export interface RoundProps {
  round: RoundScored;
  options: Options;
  players: readonly Player[];
  /** As in Scene. */
  lines?: readonly string[];
  /** Show the end state at once: the reader skips the animation, or wants none. */
  skip: boolean;
  /** Called when the last step is shown. */
  ondone: () => void;
}

/** A scoring goes on by itself, unless the reader wants no motion. */
export interface Steps {
  /** Show the next step now. */
  next(): void;
}

export interface FinalProps {
  /** `Result.details`. */
  details: Record<string, unknown>;
  players: readonly Player[];
  options: Options;
  /** Of a game alone: the player's best score before it with the same options, null if there is none. */
  best?: number | null;
}

/** A position that is being set up by hand, as the service describes it (`DraftedPosition.draft`). */
export type Draft = Record<string, unknown>;

export interface PositionEditorProps {
  /** Everything set or worked out so far. */
  draft: Draft;
  /** The parts that the reader has set; the service works out the others. */
  chosen: ReadonlySet<string>;
  options: Options;
  info: GameInfo;
  players: readonly Player[];
  /** The position; null while it is impossible. */
  view: GameView | null;
  /** Set parts of the draft; null: work the part out again. */
  onchange: (change: Draft) => void;
}

/** Where things are on the board, for marks drawn over it; names as in the game's notation. */
export interface BoardPlaces {
  /** The place on the screen; null if it is not shown. */
  find(root: HTMLElement, name: string): DOMRect | null;
  /** The place at a point of the screen. */
  at(root: HTMLElement, x: number, y: number): string | null;
}

/** The user interface of a game; `ui` in index.ts. */
export interface GameUi {
  /** Board, hand and controls: the middle of the page. */
  Play: Component<PlayProps>;
  /** What a player has in front of them, below the name in the list of players. */
  PlayerDetails: Component<PlayerProps>;
  /** Everybody's points if scored now, item by item. */
  Standing: Component<Scene>;
  /** The scoring of one round, with every point explained. */
  Round: Component<RoundProps, Steps>;
  /** The table as structured text for screen readers. Makes decisions like Play. */
  TextBoard: Component<PlayProps>;
  /** The final result item by item. */
  Final: Component<FinalProps>;
  /** The position as a single SVG element, for thumbnails and downloads: self-contained, or with
   * `onPage` in the colours of the page's theme. */
  Picture: Component<
    Pick<Scene, 'view' | 'options' | 'players' | 'seat' | 'lines'> & { onPage?: boolean }
  >;
  /** A log line in words: `0 build 5 C5 3` → “Ada builds 3 floors on C5”. Empty: left out of the log. */
  describe(line: string, options: Options, players: readonly Player[]): string;
  /** Whether a line of the log begins a round, given the one before it. */
  opensRound?(line: string, before: string | undefined): boolean;
  /** What an action caused, in words: `monster C5 4 orange` → “The monster …”. Empty: left out. */
  effect?(text: string): string;
  /** What a hint's own words leave out: `build 5 C5 3` → “3 floors, card 5”. May be empty. */
  detail(action: string): string;
  /** A value that the explorer counts, in words: `build`, `C5 3` → “C5: 3 floors”; default: the value itself. */
  explored?(feature: string, value: string): string;
  /** What the decision asks for, where “your turn” alone does not say it: “choose a tile”. May be empty. */
  task?(decision: Decision): string;
  /** Keys and what they do, for the help. */
  keys?(options: Options): readonly (readonly [string, string])[];
  /** The marks on board, cards and players: a list of drawings with their meaning. */
  legend?: () => Promise<{ default: Component<{ options: Options }> }>;
  /** The position as this seat saw it, from one that hides nothing; default: its view. */
  seenBy?(position: Position, seat: number): GameView;
  /** All colours of a player (ui/colours.ts), the one for graphs first. */
  coloursOf?(options: Options, player: number): readonly string[];
  /** Without it, boards cannot be marked. */
  places?: BoardPlaces;
  /** Sets up a position by hand; without it, positions can only be typed. */
  positionEditor?: () => Promise<{ default: Component<PositionEditorProps> }>;
  /** Codes of reasons that only restate the move: left out where the move has been described already. */
  restated?: readonly string[];
}

/** What the start page and the lists need of a game; `about` in about.ts. */
export interface GameAbout {
  /** The drawing on the start page, 560 × 240. */
  Drawing?: Component;
  /** The mark in lists of tables, 32 × 32. */
  Icon?: Component;
  /** Drawings of its bots, by code. */
  portraits?: Readonly<Record<string, readonly Part[]>>;
  /** Players at a table against bots; default: the fewest, but two where possible. */
  players?: number;
  /** An option's value in words, where the message `GAME.value_OPTION_VALUE` cannot say it. */
  valueWords?(option: string, value: unknown): string | undefined;
  setup?: () => Promise<GameSetup>;
  /** Draws the figures of its illustrated rules (`GuidePart.figure`). */
  figure?: () => Promise<Component<FigureProps>>;
  lessons?: () => Promise<GameLessons>;
  /** The editor of parts that players draw themselves. */
  editor?: () => Promise<Component<EditorProps>>;
}

export interface EditorProps {
  /** The id of the game. */
  game: string;
}

export interface FigureProps {
  /** `GuidePart.figure`, made by the game's Python module. */
  data: unknown;
  labels: Readonly<Record<string, string>>;
  /** The id of the caption, which also labels the drawing. */
  labelledby: string;
}

export interface ControlProps {
  label: string;
  value: unknown;
  /** JSON Schema of the option. */
  schema: { items?: { enum?: string[] } };
  info: GameInfo;
  onchange: (value: unknown) => void;
}

/** What the set-up page needs of a game; `setup` in setup.ts. */
export interface GameSetup {
  /** Pictures of options and of their values, by name. */
  pictures?: Readonly<Record<string, readonly Stroke[]>>;
  /** Controls of its own, by the `x-control` of an option. */
  controls?: Readonly<Record<string, Component<ControlProps>>>;
  /** Colours to show beside a value, such as an edition's. */
  swatches?(option: string, value: string, info: GameInfo): readonly string[];
}

/** The tutorial; `lessons` in lessons.ts. */
export interface GameLessons {
  course: Course;
  Cover: Component;
}
