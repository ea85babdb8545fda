/** One table on one screen: who is before it, what they see, what they may do. */
import { seatNames } from '../bots/bots';
import type { Decision, GameUi, Player, Scene } from '../games/types';
import type { Table } from '../net/table.svelte';
import type { SeatState } from '../protocol';
import { settings } from '../settings.svelte';
import { showError } from '../ui/toasts.svelte';
import { Hint } from './hint.svelte';
import { Look } from './look.svelte';
import { recentLines } from './story';
import { atScreen, turnOf } from './turn';

export class Screen {
  readonly look: Look;
  readonly hint: Hint;
  /** The seat whose person has lifted the curtain last. */
  #there: number | null = $state(null);
  /** Somebody else at this screen wants to see theirs. */
  #called: number | null = $state(null);

  constructor(
    readonly table: Table,
    readonly ui: GameUi,
  ) {
    this.look = new Look(table.table, table.invite, () => table.lines.length);
    this.hint = new Hint(table);
  }

  info = $derived.by(() => this.table.info!);
  players: Player[] = $derived.by(() => {
    const names = seatNames(this.info.seats);
    return this.info.seats.map((each, seat) => ({
      seat,
      name: names[seat]!,
      kind: each.kind,
      you: each.you ?? false,
    }));
  });
  own = $derived.by(() => this.table.seats.map((each) => each.seat));
  #next = $derived.by(() => this.#called ?? atScreen(this.own, this.table.owing, this.#there));
  /** Whether hands are to be kept apart at this screen. */
  apart = $derived.by(
    () => this.own.length > 1 && settings.curtain && this.info.status === 'playing',
  );
  /** For whom the curtain is to be lifted; null while it is up. */
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

  /** The table as it is, or as it was where one looks back; null behind the curtain. */
  scene: Scene | null = $derived.by(() => {
    const past = this.look.position;
    const view = past?.view ?? this.state?.view ?? this.table.view;
    if (!view || this.curtain !== null) return null;
    return {
      view,
      options: this.info.options,
      players: this.players,
      standing: past?.standing ?? this.table.standing,
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

  decision: Decision | null = $derived.by(() => {
    const state = this.state;
    const asked = state && (this.table.owing.includes(state.seat) || this.decided.length > 0);
    if (!asked || this.look.line !== null || this.table.paused) return null;
    return {
      seat: state.seat,
      legal: state.legal ?? [],
      product: state.product ?? null,
      decided: this.decided,
      preview: (action) => this.table.preview(state.seat, action),
      submit: (action) => shown(this.table.act(state, action)),
      retract: () => shown(this.table.retract(state)),
    };
  });

  /** What a hint says, as long as it is about this moment. */
  advice = $derived.by(() => {
    const { advice } = this.hint;
    const holds = advice?.seat === this.seat && advice?.version === this.state?.version;
    return holds && this.look.line === null ? advice : null;
  });

  lift(): void {
    this.#there = this.#next;
    this.look.back();
  }

  /** Hand the screen to somebody else at it. */
  call(seat: number): void {
    this.#called = seat;
  }

  /** The game has moved on: whoever owes a decision comes first again. */
  release(): void {
    this.#called = null;
  }

  name(seat: number): string {
    return this.players[seat]?.name ?? '';
  }
}

/** What is wrong is shown here; who asked hears of it too. */
async function shown(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error) => {
    throw showError(error);
  });
}
