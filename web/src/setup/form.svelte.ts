/** The state of the set-up page. The service resolves what follows from the chosen options. */
import { offered, opponents, usualBot } from '../bots/bots';
import { post, Refused } from '../net/api';
import { showError } from '../ui/toasts.svelte';
import type { BotInfo, GameInfo, NewTable, Pace, Problem, SeatPlan } from '../protocol';
import { store, stored } from '../storage';
import type { GameSetup, Options } from '../games/types';
import { chosen, controlsOf, isNeeded, presets, type Control, type Group } from './controls';
import { complete, fitted, possible } from './seats';

/** The settings of a table that do not depend on the game. */
export interface TableWishes {
  pace: Pace;
  listed: boolean;
  watchable: boolean;
  chat: boolean;
  bot_pace: boolean;
  /** Hints are allowed although several people play. */
  friendly: boolean;
  start: boolean;
}

const WISHES: TableWishes = {
  pace: { kind: 'untimed' },
  listed: false,
  watchable: true,
  chat: true,
  bot_pace: true,
  friendly: false,
  start: true,
};

interface Kept {
  given: Options;
  seats: SeatPlan[];
  table: TableWishes;
}

export class SetupForm {
  /** The options that were chosen; the others follow from them. */
  given: Options = $state.raw({});
  /** All options in force. */
  options: Options = $state.raw({});
  /** All options as they would be if only the players and the edition had been chosen. */
  preset: Options = $state.raw({});
  problem: Problem | null = $state.raw(null);
  seats: SeatPlan[] = $state([]);
  table: TableWishes = $state({ ...WISHES });
  readonly bots: readonly BotInfo[];
  readonly #controls: readonly Control[];
  #asked = 0;

  constructor(
    readonly info: GameInfo,
    /** What the game brings to this page. */
    readonly setup: GameSetup,
  ) {
    const { game } = this;
    this.bots = info.bots;
    this.#controls = controlsOf(info);
    const codes = offered(this.bots).map((bot) => bot.code);
    const last = stored<Partial<Kept>>(`setup.${game}`);
    this.given = last?.given ?? {};
    this.table = { ...WISHES, ...last?.table };
    this.options = this.preset = info.defaults;
    const players = (this.given.players ?? info.defaults.players ?? 1) as number;
    this.seats = possible(fitted(last?.seats ?? [], players, this.#rivals), codes, this.usual);
    void this.#resolve();
  }

  get game(): string {
    return this.info.id;
  }

  /** The bot that a seat gets first. */
  get usual(): string {
    return usualBot(this.game, this.bots);
  }

  /** The bots for seats to come, in order: as different as on the start page. */
  get #rivals(): string[] {
    return opponents(this.bots, this.usual, this.bots.length);
  }

  controls(group: Group): Control[] {
    return this.#controls.filter(
      (control) => control.group === group && isNeeded(control, this.options),
    );
  }

  /** Whether every seat is taken, so that the game can begin at once. */
  get complete(): boolean {
    return complete(this.seats) && this.table.start;
  }

  choose(name: string, value: unknown): void {
    this.given = chosen(this.#controls, this.given, name, value, this.preset);
    if (name === 'players') this.seats = fitted(this.seats, value as number, this.#rivals);
    // Shown at once; consequences and errors come with the service's answer.
    this.options = { ...this.options, [name]: value ?? this.preset[name] };
    void this.#resolve();
  }

  changed(name: string): boolean {
    return JSON.stringify(this.options[name]) !== JSON.stringify(this.preset[name]);
  }

  /** Back to the defaults. */
  reset(): void {
    this.given = {};
    this.table = { ...WISHES };
    this.seats = fitted(this.seats, (this.info.defaults.players ?? 1) as number, this.#rivals);
    void this.#resolve();
  }

  async #resolve(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const [preset, options] = await Promise.all([
        this.#ask(presets(this.#controls, this.given)),
        this.#ask(this.given),
      ]);
      if (asked !== this.#asked) return; // something else has been chosen since
      this.preset = preset;
      this.options = options;
      this.problem = null;
    } catch (error) {
      if (asked !== this.#asked) return;
      if (error instanceof Refused && error.problem.code === 'options')
        this.problem = error.problem;
      else showError(error); // not the fault of the choice
    }
  }

  #ask(options: Options): Promise<Options> {
    return post<Options>('api/options', { game: this.game, options });
  }

  remember(): void {
    const { given, seats, table } = this;
    store(`setup.${this.game}`, { given, seats, table });
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
