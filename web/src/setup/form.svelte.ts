/** The set-up of a game as it is being chosen; the service says what follows from it. */
import { offered, usualBot } from '../bots/bots';
import { post, Refused } from '../net/api';
import { complain } from '../ui/toasts.svelte';
import type { BotInfo, GameInfo, NewTable, Pace, Problem, SeatPlan } from '../protocol';
import { chosen, CONTROLS, type Control, type Group } from './controls';
import { keep, kept } from '../kept';
import type { GameId } from '../games/names';
import { complete, fitted, possible } from './seats';

/** What a table is like, whatever is played. */
export interface TableWishes {
  pace: Pace;
  listed: boolean;
  watchable: boolean;
  chat: boolean;
  bot_pace: boolean;
  start: boolean;
}

const WISHES: TableWishes = {
  pace: { kind: 'untimed' },
  listed: false,
  watchable: true,
  chat: true,
  bot_pace: true,
  start: true,
};

type Options = Record<string, unknown>;
interface Kept {
  given: Options;
  seats: SeatPlan[];
  table: TableWishes;
}

export class SetupForm {
  /** Only what was chosen; the rest follows from it. */
  given: Options = $state.raw({});
  /** Every option in force. */
  options: Options = $state.raw({});
  /** Every option as it would be if only players and edition had been chosen. */
  preset: Options = $state.raw({});
  problem: Problem | null = $state.raw(null);
  seats: SeatPlan[] = $state([]);
  table: TableWishes = $state({ ...WISHES });
  readonly bots: readonly BotInfo[];
  #asked = 0;

  constructor(
    readonly game: GameId,
    readonly info: GameInfo,
  ) {
    this.bots = info.bots;
    const codes = offered(this.bots).map((bot) => bot.code);
    const last = kept<Partial<Kept>>(`setup.${game}`);
    this.given = last?.given ?? {};
    this.table = { ...WISHES, ...last?.table };
    this.options = this.preset = info.defaults;
    const players = (this.given.players ?? info.defaults.players) as number;
    this.seats = possible(fitted(last?.seats ?? [], players, this.usual), codes, this.usual);
    void this.#resolve();
  }

  /** Who is put on a seat first. */
  get usual(): string {
    return usualBot(this.game, this.bots);
  }

  controls(group: Group): Control[] {
    return CONTROLS[this.game].filter(
      (control) => control.group === group && (!control.when || control.when(this.options)),
    );
  }

  /** Whether every seat is taken, so that the game begins at once. */
  get complete(): boolean {
    return complete(this.seats) && this.table.start;
  }

  choose(name: string, value: unknown): void {
    this.given = chosen(this.game, this.given, name, value);
    if (name === 'players') this.seats = fitted(this.seats, value as number, this.usual);
    // Shown at once; what else follows, and what is wrong, comes with the answer.
    this.options = { ...this.options, [name]: value ?? this.preset[name] };
    void this.#resolve();
  }

  changed(name: string): boolean {
    return JSON.stringify(this.options[name]) !== JSON.stringify(this.preset[name]);
  }

  /** Everything as it is if nothing is said. */
  reset(): void {
    this.given = {};
    this.table = { ...WISHES };
    this.seats = fitted(this.seats, this.info.defaults.players as number, this.usual);
    void this.#resolve();
  }

  async #resolve(): Promise<void> {
    const asked = ++this.#asked;
    const { players, edition } = this.given;
    try {
      const [preset, options] = await Promise.all([
        this.#ask({ ...(players ? { players } : {}), ...(edition ? { edition } : {}) }),
        this.#ask(this.given),
      ]);
      if (asked !== this.#asked) return; // something else was chosen meanwhile
      this.preset = preset;
      this.options = options;
      this.problem = null;
    } catch (error) {
      if (asked !== this.#asked) return;
      if (error instanceof Refused && error.problem.code === 'options')
        this.problem = error.problem;
      else complain(error); // not the choice is wrong: it may be asked again
    }
  }

  #ask(options: Options): Promise<Options> {
    return post<Options>('api/options', { game: this.game, options });
  }

  remember(): void {
    const { given, seats, table } = this;
    keep(`setup.${this.game}`, { given, seats, table });
  }

  plan(): NewTable {
    this.remember();
    return {
      game: this.game,
      options: this.given,
      seats: $state.snapshot(this.seats),
      ...$state.snapshot(this.table),
    };
  }
}
