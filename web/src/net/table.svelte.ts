/** One table as this user may see it, kept up to date. */
import { untrack } from 'svelte';
import type {
  Absence,
  AnyCommand,
  AnyNote,
  GameView,
  ChatLine,
  ClockState,
  Done,
  GraceInfo,
  Job,
  Previewed,
  ProposalInfo,
  SeatState,
  TableInfo,
  TableMessage,
} from '../protocol';
import type { Refused } from './api';
import { connection, type Follower } from './socket.svelte';

export class Table implements Follower {
  info: TableInfo | null = $state.raw(null);
  seats: SeatState[] = $state.raw([]);
  /** The spectator's view; null for players. */
  view: GameView | null = $state.raw(null);
  points: number[] = $state.raw([]);
  standing: number[] = $state.raw([]);
  justScored = $state(false);
  owing: number[] = $state.raw([]);
  story: (string | AnyNote)[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  clocks: ClockState | null = $state.raw(null);
  proposal: ProposalInfo | null = $state.raw(null);
  grace: GraceInfo | null = $state.raw(null);
  absent: Absence[] = $state.raw([]);
  /** When `absent` was received, by performance.now(). */
  absentAt = 0;
  paused = $state(false);
  /** Why the service refuses to show the table, if it does. */
  refusal: Refused | null = $state.raw(null);
  /** Counts messages from the service. */
  news = $state(0);

  /** The log of the game, without undone lines. */
  lines = $derived(linesOf(this.story));

  #leave: (() => void) | null = null;
  /** The next message contains the whole chat, or the whole story. */
  #wholeChat = true;
  #wholeStory = true;

  constructor(
    readonly table: string,
    readonly invite: string | null = null,
  ) {}

  /** Untracked: called in an effect, it must not run again whenever the connection changes. */
  open(): void {
    untrack(() => (this.#leave ??= connection.follow(this)));
  }

  close(): void {
    untrack(() => this.#leave?.());
    this.#leave = null;
  }

  /** The whole chat is requested again: it is short, and the room may have changed. */
  resume() {
    this.#wholeChat = true;
    return { invite: this.invite, story: this.#wholeStory ? 0 : this.story.length, chat: 0 };
  }

  forget(): void {
    this.#wholeStory = true;
  }

  /** Load the whole story again: hidden information in it has been revealed. */
  reload(): void {
    this.#wholeStory = true;
    connection.resync(this);
  }

  receive(message: TableMessage): void {
    const known = this.#wholeStory ? 0 : this.story.length;
    if (message.story_from > known) return connection.resync(this); // follows lines that we do not have
    this.#wholeStory = false;
    this.refusal = null;
    if (message.story.length || message.story_from === 0)
      this.story = [...this.story.slice(0, message.story_from), ...message.story];
    if (message.info) this.info = message.info;
    if (message.seats) this.seats = message.seats;
    if (message.view || message.seats) this.view = message.view ?? null;
    if (message.points) this.points = message.points;
    if (message.standing) this.standing = message.standing;
    this.justScored = message.just_scored ?? false;
    // Every chat message repeats it: dependents must not update for that.
    if (String(this.owing) !== String(message.owing)) this.owing = message.owing;
    this.paused = message.paused ?? false;
    this.clocks = message.clocks ?? null;
    this.proposal = message.proposal ?? null;
    this.grace = message.grace ?? null;
    this.absentAt = performance.now();
    if (this.absent.length || message.absent?.length) this.absent = message.absent ?? [];
    const lines = message.chat ?? [];
    if (this.#wholeChat) this.chat = lines;
    else if (lines.length) this.chat = merged(this.chat, lines);
    this.#wholeChat = false;
    this.news += 1;
  }

  refused(problem: Refused): void {
    this.refusal = problem;
  }

  do(command: AnyCommand): Promise<Done> {
    return connection.ask<Done>({ type: 'do', table: this.table, command });
  }

  act(seat: SeatState, action: string): Promise<Done> {
    return this.do({ do: 'act', seat: seat.seat, action, version: seat.version, key: newKey() });
  }

  retract(seat: SeatState): Promise<Done> {
    return this.do({ do: 'retract', seat: seat.seat, version: seat.version, key: newKey() });
  }

  preview(seat: number, action: string): Promise<Previewed> {
    return connection.ask<Previewed>({ type: 'preview', table: this.table, seat, action });
  }

  hint(seat: number, progress?: (done: number) => void): Promise<Job> {
    return connection.ask<Job>({ type: 'hint', table: this.table, seat }, progress);
  }
}

/** The log lines of a story, without undone ones. */
export function linesOf(story: (string | AnyNote)[]): string[] {
  const lines: string[] = [];
  for (const entry of story) {
    if (typeof entry === 'string') lines.push(entry);
    else if (entry.what === 'undone') lines.length = Math.min(lines.length, entry.to);
  }
  return lines;
}

/** The chat of one room; after a change of rooms, all of the other room. */
function merged(known: ChatLine[], more: ChatLine[]): ChatLine[] {
  const room = more.at(-1)!.room;
  const first = more[0]!.n;
  return [...known.filter((line) => line.room === room && line.n < first), ...more];
}

function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
