// Made by tools/docs.py from docs/protocol.schema.json: do not edit.
// The messages of the service and the bodies of its HTTP interface (docs/protocol.md).
// A field with `?` may be left out; unions are told apart by `type`, `do`, `kind`, `game`, `what`.

export type AnyRequest =
  | Watch
  | Unwatch
  | Do
  | Preview
  | Hint
  | Analyse
  | Ping;

export type AnyMessage =
  | TableMessage
  | Done
  | Previewed
  | Job
  | Turn
  | Pong
  | Problem;

export type AnyCommand =
  | Sit
  | Stand
  | FillWithBot
  | Salt
  | Start
  | Close
  | Act
  | Retract
  | Ask
  | Answer
  | Resume
  | Resign
  | Rematch
  | Say
  | SwitchChat;

/** What a seat or a spectator sees of a game; its own types are in games/FOLDER/protocol.ts. */
export type GameView = { game: string } & Record<string, unknown>;

/** What an action would change; its own types are in games/FOLDER/protocol.ts. */
export type GamePreview = { game: string } & Record<string, unknown>;

export type AnyNote =
  | SatNote
  | StoodNote
  | StartedNote
  | UndoneNote
  | AskedNote
  | AnsweredNote
  | PausedNote
  | ResumedNote
  | ResignedNote
  | FlagNote
  | BotNote
  | EndedNote
  | ClosedNote
  | RematchNote;

export type Pace =
  | Untimed
  | Live
  | Days;

/** Follow a table from now on; `story` and `chat` are how much of them is known. */
export interface Watch {
  type: "watch";
  /** (to 9007199254740992) */
  id: number;
  /** (at most 32 characters) */
  table: string;
  invite?: string | null;
  story?: number;
  chat?: number;
}

export interface Unwatch {
  type: "unwatch";
  /** (to 9007199254740992) */
  id: number;
  /** (at most 32 characters) */
  table: string;
}

/** A command to a table. */
export interface Do {
  type: "do";
  /** (to 9007199254740992) */
  id: number;
  /** (at most 32 characters) */
  table: string;
  command: AnyCommand;
}

/** Take an open seat; with an invitation if the table is not listed. */
export interface Sit {
  do: "sit";
  /** (to 4) */
  seat: number;
  name?: string | null;
  invite?: string | null;
  salt?: string | null;
}

/** Give a seat free again before the game; the host may do so for others. */
export interface Stand {
  do: "stand";
  /** (to 4) */
  seat: number;
}

/** The host puts a bot on an open seat before the game, or another bot in place of one. */
export interface FillWithBot {
  do: "bot";
  /** (to 4) */
  seat: number;
  /** (at most 60 characters) */
  bot: string;
}

/** Mix something of one's own into chance, before the game. */
export interface Salt {
  do: "salt";
  /** (to 4) */
  seat: number;
  /** (at most 64 characters) */
  salt: string;
}

export interface Start {
  do: "start";
}

/** The host calls the table off before the game. */
export interface Close {
  do: "close";
}

export interface Act {
  do: "act";
  /** (to 4) */
  seat: number;
  /** (at most 120 characters) */
  action: string;
  /** the seat's version this is based on */
  version: number;
  /** chosen by the client, new for each command; the same key is taken once (at most 64 characters) */
  key: string;
}

/** Take back a decision while it waits for those of others. */
export interface Retract {
  do: "retract";
  /** (to 4) */
  seat: number;
  /** the seat's version this is based on */
  version: number;
  /** chosen by the client, new for each command; the same key is taken once (at most 64 characters) */
  key: string;
}

/** Ask the others for an undo or a pause. */
export interface Ask {
  do: "ask";
  matter: "pause" | "undo";
  /** (to 4) */
  seat: number;
}

/** Agree to what was asked, or not; `no` from who asked withdraws it. */
export interface Answer {
  do: "answer";
  /** (to 4) */
  seat: number;
  yes: boolean;
}

/** End a pause. */
export interface Resume {
  do: "resume";
  /** (to 4) */
  seat: number;
}

/** Give up a seat: a bot plays on, or nobody, which ends the game. */
export interface Resign {
  do: "resign";
  /** (to 4) */
  seat: number;
  then?: "bot" | "nobody";
}

/** The same people again, seats shifted by one; or agree to it. */
export interface Rematch {
  do: "rematch";
}

export interface Say {
  do: "say";
  room: "players" | "watchers";
  /** (at most 500 characters) */
  text: string;
}

/** The host switches the chat of the table on or off. */
export interface SwitchChat {
  do: "chat";
  on: boolean;
}

/** What would this action do? Nothing is done. */
export interface Preview {
  type: "preview";
  /** (to 9007199254740992) */
  id: number;
  /** (at most 32 characters) */
  table: string;
  /** (to 4) */
  seat: number;
  /** (at most 120 characters) */
  action: string;
}

/** What would a bot do in this seat? */
export interface Hint {
  type: "hint";
  /** (to 9007199254740992) */
  id: number;
  /** (at most 32 characters) */
  table: string;
  /** (to 4) */
  seat: number;
}

/** Where was this game won? Only once it is over. */
export interface Analyse {
  type: "analyse";
  /** (to 9007199254740992) */
  id: number;
  /** (at most 32 characters) */
  table: string;
  /** Judge decisions with all cards on the table, not by what each player could know. */
  open_cards?: boolean;
}

export interface Ping {
  type: "ping";
  /** (to 9007199254740992) */
  id: number;
}

/** A table as you may know it now, and its story since the last you saw. */
export interface TableMessage {
  type: "table";
  table: string;
  story_from: number;
  /** Lines of the game as you may know them, and notes; the first has the number `story_from`. */
  story: (string | AnyNote)[];
  /** The seats that owe a decision. */
  owing: number[];
  /** Each player's points if the round were scored now. Like `info`, `seats` and `view` it is left out if it is as you were last told. */
  standing?: number[] | null;
  info?: TableInfo | null;
  seats?: SeatState[] | null;
  /** What a watcher sees, if you hold no seat. */
  view?: GameView | null;
  paused?: boolean;
  clocks?: ClockState | null;
  proposal?: ProposalInfo | null;
  chat?: ChatLine[];
}

export interface SatNote {
  what: "sat";
  /** When, in milliseconds since the epoch. */
  at: number;
  seat: number;
  name: string;
}

export interface StoodNote {
  what: "stood";
  /** When, in milliseconds since the epoch. */
  at: number;
  seat: number;
}

/** The game begins; its lines follow. */
export interface StartedNote {
  what: "started";
  /** When, in milliseconds since the epoch. */
  at: number;
}

/** Of the lines of the game so far only the first `to` count from here on. */
export interface UndoneNote {
  what: "undone";
  /** When, in milliseconds since the epoch. */
  at: number;
  to: number;
}

export interface AskedNote {
  what: "asked";
  /** When, in milliseconds since the epoch. */
  at: number;
  matter: "pause" | "undo";
  seat: number;
}

export interface AnsweredNote {
  what: "answered";
  /** When, in milliseconds since the epoch. */
  at: number;
  seat: number;
  yes: boolean;
}

export interface PausedNote {
  what: "paused";
  /** When, in milliseconds since the epoch. */
  at: number;
}

export interface ResumedNote {
  what: "resumed";
  /** When, in milliseconds since the epoch. */
  at: number;
}

export interface ResignedNote {
  what: "resigned";
  /** When, in milliseconds since the epoch. */
  at: number;
  seat: number;
  /** Who plays on; null if that was the end. */
  bot: string | null;
}

/** A seat's time was up. */
export interface FlagNote {
  what: "flag";
  /** When, in milliseconds since the epoch. */
  at: number;
  seat: number;
  /** Who plays on; null if that was the end. */
  bot: string | null;
}

/** A bot sits down, or takes over from one that failed. */
export interface BotNote {
  what: "bot";
  /** When, in milliseconds since the epoch. */
  at: number;
  seat: number;
  bot: string;
}

export interface EndedNote {
  what: "ended";
  /** When, in milliseconds since the epoch. */
  at: number;
  /** The seat that was given up for good, if that ended the game. */
  gone: number | null;
}

/** Called off before it began. */
export interface ClosedNote {
  what: "closed";
  /** When, in milliseconds since the epoch. */
  at: number;
}

export interface RematchNote {
  what: "rematch";
  /** When, in milliseconds since the epoch. */
  at: number;
  table: string;
}

/** What changes seldom. */
export interface TableInfo {
  game: string;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  status: "closed" | "gathering" | "over" | "playing";
  pace: Pace;
  /** Whether it begins as soon as every seat is taken. */
  autostart: boolean;
  listed: boolean;
  watchable: boolean;
  chat: boolean;
  /** Whether you are the host. */
  host: boolean;
  /** The invitation's key, if you may pass it on. */
  invite: string | null;
  chance: Chance;
  created: number;
  started: number | null;
  result: Result | null;
  rematch: string | null;
  rematch_of: string | null;
}

export interface SeatInfo {
  kind: "bot" | "human" | "open";
  name?: string;
  person?: string | null;
  bot?: string | null;
  you?: boolean;
  ready?: boolean;
  gone?: string | null;
}

/** Nobody is hurried. */
export interface Untimed {
  kind: "untimed";
}

/** Everybody at the table: a bank of time for the game, and an increment a decision. */
export interface Live {
  kind: "live";
  /** seconds for the whole game (from 10, to 21600) */
  bank?: number;
  /** seconds added a decision (to 600) */
  increment?: number;
  flag?: "bot" | "forfeit";
}

/** Correspondence: so many days for each decision. */
export interface Days {
  kind: "days";
  /** (from 1, to 30) */
  days?: number;
  flag?: "bot" | "forfeit";
}

/** The promise that chance is fair; the seed once the game is over. */
export interface Chance {
  commitment: string;
  salts: string[];
  seed: string | null;
}

/** `scores` as far as the game went; `details` once it was played out. */
export interface Result {
  ranks: number[];
  scores: number[];
  gone: number | null;
  details: Record<string, unknown> | null;
}

/** One of your seats: its view, what it may do, the version to send with it. */
export interface SeatState {
  seat: number;
  version: number;
  view: GameView;
  /** Your decisions that wait for those of others. */
  decided?: string[];
  legal?: string[];
  /** Where there are too many to list: one text of each list, joined by spaces. */
  product?: string[][] | null;
}

/** Milliseconds left by seat as of `at`, and the clocks that run. */
export interface ClockState {
  at: number;
  left: number[];
  running: number[];
}

export interface ProposalInfo {
  matter: string;
  seat: number;
  agreed: number[];
}

/** `n` counts the lines of the room. */
export interface ChatLine {
  n: number;
  room: "players" | "watchers";
  at: number;
  person: string;
  name: string;
  text: string;
}

/** What you asked for is done, and durable. */
export interface Done {
  type: "done";
  id: number;
  /** Of a rematch: the table it is played at. */
  table?: string | null;
}

export interface Previewed {
  type: "previewed";
  id: number;
  standing: number[];
  preview: GamePreview;
}

/** Progress of a hint or an analysis; the result (Hinted, Analysis) when `done` is 1. */
export interface Job {
  type: "job";
  id: number;
  done: number;
  result?: Record<string, unknown> | null;
}

/** You owe a decision at a table that you do not watch on this connection. */
export interface Turn {
  type: "turn";
  table: string;
  seat: number;
}

export interface Pong {
  type: "pong";
  id: number;
  at: number;
}

/** What was wrong, which clause forbids it, what is possible instead. */
export interface Problem {
  type: "error";
  code: string;
  reason: string;
  id?: number | null;
  clause?: string | null;
  possible?: string[];
  field?: string | null;
  /** The table as it is now, if you were behind. */
  fresh?: TableMessage | null;
}

/** A table to be made. */
export interface NewTable {
  /** (at most 40 characters) */
  game: string;
  options?: Record<string, unknown>;
  /** One a player; left out: me, and the rest open. */
  seats?: SeatPlan[];
  pace?: Pace;
  listed?: boolean;
  watchable?: boolean;
  chat?: boolean;
  /** Bots take the time a person would. */
  bot_pace?: boolean;
  /** Begin as soon as every seat is taken. */
  start?: boolean;
}

/** How a seat is to be filled: `me` (the one who asks), `open`, or `bot` with its level. */
export interface SeatPlan {
  kind: "bot" | "me" | "open";
  name?: string | null;
  bot?: string | null;
}

export interface GameInfo {
  id: string;
  title: string;
  /** The folder of web/src/games with its user interface; null: the plain table. */
  ui: string | null;
  rules_version: number;
  /** JSON Schema; `x-clause` of each property is the clause it is about. */
  options_schema: Record<string, unknown>;
  /** Every option as it is if nothing is said. */
  defaults: Record<string, unknown>;
  editions: EditionInfo[];
  bots: BotInfo[];
  clauses: ClauseInfo[];
}

/** An edition of a game; POST /api/options says all that it presets. */
export interface EditionInfo {
  id: string;
  title: string;
  /** What the districts A to F are called. */
  districts: string[];
  colours: string[];
  /** By number of players: rounds, and blocks per colour and round. */
  plans: Record<string, [number, number]>;
}

/** A bot; the higher its level, from 1 on, the stronger it is. Level 0: not offered, but seats may have it. */
export interface BotInfo {
  code: string;
  level: number;
  name: string;
  about: string;
}

export interface ClauseInfo {
  id: string;
  title: string;
  text: string;
}

export interface Health {
  status: string;
  version: string;
  tables: Record<string, number>;
}

export interface Options {
  /** (at most 40 characters) */
  game: string;
  options?: Record<string, unknown>;
}

export interface NewPerson {
  /** (at most 60 characters) */
  name: string;
}

export interface Person {
  id: string;
  name: string;
  login: string | null;
  mutes: string[];
  /** Whether you can log in again, by a password or a passkey; a guest has only its cookie. */
  account: boolean;
}

export interface Mute {
  /** (at most 32 characters) */
  person: string;
  on?: boolean;
}

export interface Credentials {
  /** (at most 30 characters) */
  login: string;
  /** (at most 200 characters) */
  password: string;
}

export interface TableSummary {
  id: string;
  status: string;
  created: number;
  updated: number;
  summary: Summary;
  /** Whether you owe a decision there. */
  turn?: boolean;
}

/** What lists of tables show. */
export interface Summary {
  game: string;
  options: Record<string, unknown>;
  seats: SummarySeat[];
  pace: Pace;
  /** By seat, once the game is over. */
  ranks: number[];
}

export interface SummarySeat {
  kind: "bot" | "human" | "open";
  name: string;
  person: string | null;
}

/** `name` is for you, to tell your passkeys apart. */
export interface NewPasskey {
  credential: MadeCredential;
  /** (at most 60 characters) */
  name?: string;
}

/** What navigator.credentials.create() gave you: its toJSON(). */
export interface MadeCredential {
  /** (at most 1400 characters) */
  id: string;
  /** (at most 1400 characters) */
  rawId: string;
  type: "public-key";
  response: Attestation;
}

/** AuthenticatorAttestationResponse, of which this much is read. */
export interface Attestation {
  /** (at most 12000 characters) */
  clientDataJSON: string;
  /** (at most 12000 characters) */
  attestationObject: string;
}

export interface PasskeyLogin {
  credential: ShownCredential;
}

/** What navigator.credentials.get() gave you: its toJSON(). */
export interface ShownCredential {
  /** (at most 1400 characters) */
  id: string;
  /** (at most 1400 characters) */
  rawId: string;
  type: "public-key";
  response: Assertion;
}

/** AuthenticatorAssertionResponse. */
export interface Assertion {
  /** (at most 12000 characters) */
  clientDataJSON: string;
  /** (at most 12000 characters) */
  authenticatorData: string;
  /** (at most 12000 characters) */
  signature: string;
  /** (at most 12000 characters) */
  userHandle: string;
}

export interface Passkey {
  id: string;
  name: string;
  created: number;
}

/** `invite` is for who is to join: put it behind a # in a link, where it stays secret. */
export interface NewTableInfo {
  table: string;
  invite: string;
}

/** A command; the invitation if you are not at the table yet. */
export interface CommandBody {
  command: AnyCommand;
  invite?: string | null;
}

export interface CommandDone {
  table: string;
}

/** After so many lines of the log. */
export interface Position {
  line: number;
  view: GameView;
  standing: number[];
  /** The seats that owe a decision; none where it is chance's turn. */
  owing: number[];
  /** Everybody's cards, where nothing is hidden from you, as in a whole record. */
  hands?: number[][] | null;
}

/** A round as it was scored, and the table after that line. */
export interface RoundScored {
  round: number;
  line: number;
  view: GameView;
  standing: number[];
  /** Each player's, this round included; `standing` counts on with the next one. */
  points: number[];
  scored: unknown;
}

/** A record, and which position to show: after so many lines, as this seat sees it; or every position. */
export interface ReplayBody {
  record: Record<string, unknown>;
  line?: number | null;
  seat?: number | null;
  every?: boolean;
}

/** A record that is right: its lines, how everybody stood after each, its scored rounds, one position or every one. */
export interface Replayed {
  lines: string[];
  standing: number[][];
  result: Record<string, unknown> | null;
  rounds: ScoredRound[];
  position: Position;
  /** Before the first line and after each, if you asked for `every` one. */
  positions?: Position[] | null;
}

/** A round as it was scored, after so many lines. */
export interface ScoredRound {
  round: number;
  line: number;
  /** Each player's, this round included. */
  points: number[];
  scored: unknown;
}

/** A position, as the log that leads to it, and what `seat` does there. If the action is taken, the lines of `then` follow: what chance and others do by the script. */
export interface PracticeBody {
  /** (at most 40 characters) */
  game: string;
  /** (to 4) */
  seat: number;
  log: string[];
  options?: Record<string, unknown>;
  action?: string | null;
  then?: string[];
  /** Only show what the action would do. */
  preview?: boolean;
}

/** The log with all that was played, and the position it leads to. */
export interface Practised {
  log: string[];
  position: Position;
  /** What the seat may do, if it owes a decision. */
  legal: string[];
  /** Where there are too many to list: one text of each list, joined by spaces. */
  product: string[][] | null;
  /** Each player's points if the round were scored now; of a preview, after the action. */
  standing: number[];
  preview: GamePreview | null;
  /** The last round that was scored, explained. */
  scored: RoundScored | null;
  /** Once the game is over: item by item, as records have it. */
  result: Record<string, unknown> | null;
}

/** A record of a finished game. */
export interface AnalysisBody {
  record: Record<string, unknown>;
  /** Judge decisions with all cards on the table, not by what each player could know. */
  open_cards?: boolean;
}

/** docs/analysis.md says what the numbers mean. */
export interface Analysis {
  game: string;
  /** Who thought about it. */
  bot: string;
  /** Whether decisions were judged with all cards on the table. */
  open_cards: boolean;
  /** What counts: winning chances, or points where somebody plays alone. */
  measure: "points" | "win";
  /** Winning chances before the first line. */
  start: number[];
  start_points: number[];
  lines: AnalysedLine[];
  turning_points: TurningPoint[];
  players: PlayerReport[];
}

/** How everybody stands after a line of the log; of a decision, also what it was worth. */
export interface AnalysedLine {
  /** From 1. */
  line: number;
  /** The seat; -1 for chance. */
  actor: number;
  /** Of winning, by seat. */
  chances: number[];
  /** Expected at the end, by seat. */
  points: number[];
  action?: string | null;
  /** The best that was found; the action itself where nothing better was. */
  best?: string | null;
  /** Of the winning chances, against the best. */
  lost?: number;
  lost_points?: number;
  /** The standard error of what was lost, in what counts. */
  error?: number;
  verdict?: "best" | "blunder" | "good" | "inaccuracy" | "mistake" | null;
  /** Why the best is best: a `code` and what it is about. */
  reasons?: Record<string, unknown>[];
  /** The same in sentences. */
  words?: string[];
  /** What the action does instead, where it is not the best. */
  done?: Record<string, unknown>[];
  /** The same in sentences. */
  done_words?: string[];
  /** There was nothing else to decide, or nothing that makes a difference. */
  forced?: boolean;
}

/** A line that changed a lot for somebody. */
export interface TurningPoint {
  line: number;
  seat: number;
  /** Up or down, in what counts. */
  swing: number;
  kind: "chance" | "decision";
}

/** What a player gave away, and what chance brought. */
export interface PlayerReport {
  seat: number;
  lost: number;
  lost_points: number;
  /** The standard error of what was lost, in what counts. */
  lost_error: number;
  /** Of the winning chances: nothing on average. */
  luck: number;
  luck_points: number;
  luck_error: number;
  /** How many decisions of each. */
  verdicts: Record<string, number>;
  /** 0 to 100. */
  accuracy: number;
}

/** Another action in place of a decision of a finished game, to be held against the best. */
export interface JudgementBody {
  record: Record<string, unknown>;
  /** Of the log, from 1: the decision. (from 1) */
  line: number;
  /** (at most 120 characters) */
  action: string;
  /** What an analysis called the best there. (at most 120 characters) */
  best: string;
  /** As the analysis was made. */
  open_cards?: boolean;
}

/** What another action in place of a decision would have been worth. */
export interface Judged {
  /** `best` and `good`: as good, for all that can be told. */
  verdict: "best" | "blunder" | "good" | "inaccuracy" | "mistake";
  /** Of the winning chances, against the best. */
  lost: number;
  lost_points: number;
  /** The standard error of what was lost, in what counts. */
  error: number;
  /** What the action does. */
  reasons: Record<string, unknown>[];
  /** The same in sentences. */
  words?: string[];
}

/** What the strongest bot would do in your seat, and why. */
export interface Hinted {
  action: string;
  bot: string;
  /** Yours of winning, with it; none where you play alone. */
  chance: number | null;
  /** Yours at the end, as expected. */
  points: number | null;
  reasons: Record<string, unknown>[];
  /** Everybody's points if the round were scored now, */
  before: number[];
  /** and after the action. */
  after: number[];
  /** What the board, or your city, would score: `before` and `after`, as `now` in views. */
  scoring: Record<string, unknown>;
  /** The reasons in words: first what is done, then what speaks for it. */
  words?: string[];
}
