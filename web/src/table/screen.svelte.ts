/** One table on one screen: whose view is shown and what that seat may do. */
import { seatNames } from '../bots/bots';
import type { Decision, GameUi, Player, Scene } from '../games/types';
import type { Table } from '../net/table.svelte';
import type { SeatState } from '../protocol';
import { settings } from '../settings.svelte';
import { dismissErrors, newest, showError } from '../ui/toasts.svelte';
import { Hint } from './hint.svelte';
import { Look } from './log/look.svelte';
import { Presence } from './players/presence.svelte';
import { actorOf, entriesOf, recentLines, type Told } from './log/story';
import { atScreen, turnOf } from './turn/turn';

export class Screen {
  readonly look: Look;
  readonly hint: Hint;
  readonly presence: Presence;
  /** The seat that lifted the curtain last. */
  #there: number | null = $state(null);
  /** The seat that the screen is being handed to. */
  #called: number | null = $state(null);

  constructor(
    readonly table: Table,
    readonly ui: GameUi,
  ) {
    this.look = new Look(table.table, table.invite, () => table.lines.length);
    this.hint = new Hint(table);
    this.presence = new Presence(table);
  }

  info = $derived.by(() => this.table.info!);
  players: Player[] = $derived.by(() => {
    const names = seatNames(this.info.seats);
    const short = seatNames(this.info.seats, true);
    return this.info.seats.map((each, seat) => ({
      seat,
      name: names[seat]!,
      short: short[seat]!,
      kind: each.kind,
      you: each.you ?? false,
    }));
  });
  own = $derived.by(() => this.table.seats.map((each) => each.seat));
  #next = $derived.by(() => this.#called ?? atScreen(this.own, this.table.owing, this.#there));
  /** Whether hands must be hidden between players at this screen. */
  apart = $derived.by(
    () => this.own.length > 1 && settings.curtain && this.info.status === 'playing',
  );
  /** The seat that has to lift the curtain; null while it is up. */
  curtain = $derived.by(() => (this.apart && this.#next !== this.#there ? this.#next : null));
  seat = $derived.by(() => (this.curtain === null ? this.#next : null));
  state: SeatState | undefined = $derived.by(() =>
    this.table.seats.find((each) => each.seat === this.seat),
  );
  decided = $derived.by(() => this.state?.decided ?? []);
  turn = $derived.by(() =>
    turnOf({
      status: this.info.status,
      paused: this.table.paused,
      owing: this.table.owing,
      own: this.own,
      seat: this.seat,
      decided: this.decided.length > 0,
    }),
  );

  /** The present or the viewed earlier position; null behind the curtain. */
  scene: Scene | null = $derived.by(() => {
    const past = this.look.position;
    const view = past?.view ?? this.state?.view ?? this.table.view;
    if (!view || this.curtain !== null) return null;
    return {
      view,
      options: this.info.options,
      players: this.players,
      points: past?.points ?? this.table.points,
      standing: past?.standing ?? this.state?.standing ?? this.table.standing,
      justScored: past ? past.just_scored : this.table.justScored && !this.decided.length,
      seat: this.seat,
      owing: past ? past.owing : this.table.owing,
      lines: past ? this.table.lines.slice(0, past.line) : this.table.lines,
    };
  });

  recent = $derived.by(() => {
    const { lines } = this.table;
    return this.look.line === null
      ? recentLines(lines, this.seat, this.players.length)
      : lines.slice(Math.max(0, this.look.line - 1), this.look.line);
  });

  /** What each of the recent lines caused. */
  effects = $derived.by(() => {
    const told = entriesOf(this.table.story).filter(
      (entry): entry is Told => entry.kind === 'line' && !entry.undone,
    );
    const end = this.look.line ?? told.length;
    return told.slice(end - this.recent.length, end).map((entry) => entry.effect);
  });

  decision: Decision | null = $derived.by(() => {
    const state = this.state;
    const asked = state && (this.table.owing.includes(state.seat) || this.decided.length > 0);
    if (!asked || this.look.line !== null || this.table.paused) return null;
    return {
      seat: state.seat,
      legal: state.legal ?? [],
      product: state.product ?? null,
      decided: this.decided,
      preview: (action) => accepted(this.table.preview(state.seat, action)),
      submit: (action) => shown(this.table.act(state, action)),
      retract: () => shown(this.table.retract(state)),
    };
  });

  /** What the decision asks for, where the game says more than whose turn it is. */
  task = $derived.by(() => (this.decision && this.ui.task?.(this.decision)) ?? '');

  /** The version of the position in which this seat still has to decide; null if it has not. */
  owed = $derived.by(() => {
    const owes = this.decision !== null && this.table.owing.includes(this.decision.seat);
    return owes ? this.state!.version : null;
  });

  /** The seat of this screen that decided last, and could take that back. */
  undoable = $derived.by(() => {
    const lines = this.info.status === 'playing' ? this.table.lines : [];
    const line = lines.findLast((each) => this.own.includes(actorOf(each) ?? -1));
    return line === undefined ? null : actorOf(line);
  });
  /** Whether nobody has to agree to an undo: no other people play, or nothing has been drawn yet. */
  undoesFreely = $derived.by(
    () =>
      this.undoable !== null &&
      (this.table.grace?.seat === this.undoable ||
        this.info.seats.every(
          (seat) => seat.you || (seat.kind !== 'human' && seat.gone !== 'away'),
        )),
  );

  /** Take back the last decision of this screen, or ask for that. */
  undo(): void {
    const { state, undoable } = this;
    if (state && this.decided.length) void shown(this.table.retract(state)).catch(() => {});
    else if (undoable !== null)
      void shown(this.table.do({ do: 'ask', matter: 'undo', seat: undoable })).catch(() => {});
  }

  /** The hint, as long as it is about the present position. */
  advice = $derived.by(() => {
    const { advice } = this.hint;
    const holds = advice?.seat === this.seat && advice?.version === this.state?.version;
    return holds && this.look.line === null ? advice : null;
  });

  lift(): void {
    this.#there = this.#next;
    this.look.back();
  }

  /** Hand the screen to another of its players. */
  call(seat: number): void {
    this.#called = seat;
  }

  /** The game has moved on: the seat that has to decide comes first again. */
  release(): void {
    this.#called = null;
  }

  name(seat: number): string {
    return this.players[seat]?.name ?? '';
  }
}

/** Show an error and rethrow it to the caller. */
async function shown(asked: Promise<unknown>): Promise<void> {
  await accepted(asked).catch((error) => {
    throw showError(error);
  });
}

async function accepted<T>(asked: Promise<T>): Promise<T> {
  const before = newest();
  const found = await asked;
  dismissErrors(before);
  return found;
}
