/** One table as this person may know it, kept up to date. */
import type {
  AnyCommand,
  AnyNote,
  AnyView,
  ChatLine,
  ClockState,
  Done,
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
  /** What a watcher sees; null for who plays. */
  view: AnyView | null = $state.raw(null);
  standing: number[] = $state.raw([]);
  owing: number[] = $state.raw([]);
  story: (string | AnyNote)[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  clocks: ClockState | null = $state.raw(null);
  proposal: ProposalInfo | null = $state.raw(null);
  paused = $state(false);
  /** Why there is nothing to see, if so. */
  refusal: Refused | null = $state.raw(null);
  /** Counts messages: something was heard of the table. */
  news = $state(0);

  /** The lines of the game that count, in order. */
  lines = $derived(linesOf(this.story));

  #leave: (() => void) | null = null;

  constructor(
    readonly table: string,
    private readonly invite: string | null = null,
  ) {}

  open(): void {
    this.#leave ??= connection.follow(this);
  }

  close(): void {
    this.#leave?.();
    this.#leave = null;
  }

  resume() {
    const chat = this.chat.at(-1)?.n ?? 0;
    return { invite: this.invite, story: this.story.length, chat };
  }

  told(message: TableMessage): void {
    this.refusal = null;
    this.story = [...this.story.slice(0, message.story_from), ...message.story];
    if (message.info) this.info = message.info;
    if (message.seats) this.seats = message.seats;
    if (message.view || message.seats) this.view = message.view ?? null;
    if (message.standing) this.standing = message.standing;
    this.owing = message.owing;
    this.paused = message.paused ?? false;
    this.clocks = message.clocks ?? null;
    this.proposal = message.proposal ?? null;
    if (message.chat?.length) this.chat = merged(this.chat, message.chat);
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

/** The lines of the game in a story, without those that were undone. */
export function linesOf(story: (string | AnyNote)[]): string[] {
  const lines: string[] = [];
  for (const entry of story) {
    if (typeof entry === 'string') lines.push(entry);
    else if (entry.what === 'undone') lines.length = Math.min(lines.length, entry.to);
  }
  return lines;
}

/** Talk in one room; whoever changed rooms hears the other from its start. */
function merged(known: ChatLine[], more: ChatLine[]): ChatLine[] {
  const room = more.at(-1)!.room;
  const first = more[0]!.n;
  return [...known.filter((line) => line.room === room && line.n < first), ...more];
}

function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
