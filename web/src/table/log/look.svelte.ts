/** An earlier position of the table, viewed while play goes on. */
import { get } from '../../net/api';
import type { Position } from '../../protocol';
import { showError } from '../../ui/toasts.svelte';

export class Look {
  /** The number of log lines; null: the present. */
  line: number | null = $state(null);
  position: Position | null = $state.raw(null);

  /** Replaced when cleared, so that pending answers do not end up in it. */
  #known = new Map<number, Position>();

  constructor(
    private readonly table: string,
    private readonly invite: string | null,
    private readonly last: () => number,
  ) {}

  async at(line: number): Promise<void> {
    const wanted = Math.max(0, line);
    if (wanted >= this.last()) return this.back();
    this.line = wanted;
    try {
      const found = this.#known.get(wanted) ?? (await this.#fetch(wanted));
      if (this.line === wanted) this.position = found; // else the reader has moved on
    } catch (error) {
      showError(error);
      if (this.line === wanted) this.back();
    }
  }

  step(by: number): void {
    void this.at((this.line ?? this.last()) + by);
  }

  /** Return to the present. */
  back(): void {
    this.line = null;
    this.position = null;
  }

  /** Drop all fetched positions: lines were undone, or hidden information was revealed. */
  forget(): void {
    this.#known = new Map();
    this.back();
  }

  async #fetch(line: number): Promise<Position> {
    const known = this.#known;
    const path = `api/tables/${this.table}/positions/${line}`;
    const found = await get<Position>(path, this.invite ?? undefined);
    known.set(line, found);
    return found;
  }
}
