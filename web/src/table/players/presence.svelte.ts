/** Who has left a table, and for whom a bot may play on; runs locally between two messages. */
import type { Table } from '../../net/table.svelte';

const TICK = 5_000;

export class Presence {
  #now = $state(0);

  constructor(private readonly table: Table) {}

  /** Keep the times up to date while somebody is absent; call in an effect. */
  follow(): (() => void) | undefined {
    if (!this.table.absent.length) return;
    this.#now = performance.now();
    const next = Math.min(...this.table.absent.map((each) => each.bot_in ?? Infinity));
    const tick = () => (this.#now = performance.now());
    const timer = setInterval(tick, TICK);
    const due = setTimeout(tick, Math.min(next + 50, 2 ** 31 - 1));
    return () => {
      clearInterval(timer);
      clearTimeout(due);
    };
  }

  /** Milliseconds since the person of a seat left; null while connected. */
  ago(seat: number): number | null {
    const ago = this.#of(seat)?.ago ?? null;
    return ago === null ? null : ago + this.#since;
  }

  /** Whether the others may let a bot play on for this seat now. */
  botDue(seat: number): boolean {
    const left = this.#of(seat)?.bot_in ?? null;
    return left !== null && left <= this.#since;
  }

  #of(seat: number) {
    return this.table.absent.find((each) => each.seat === seat);
  }

  get #since(): number {
    return Math.max(0, this.#now - this.table.absentAt);
  }
}
