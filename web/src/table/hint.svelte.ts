/** The strongest bot's advice, with its reasons. */
import type { Table } from '../net/table.svelte';
import type { Hinted } from '../protocol';
import { showError } from '../ui/toasts.svelte';

export interface Advice extends Hinted {
  seat: number;
  /** The version of the position it was given for. */
  version: number;
}

export class Hint {
  /** From 0 to 1 while the service computes; null otherwise. */
  progress: number | null = $state(null);
  advice: Advice | null = $state.raw(null);
  #left = false;

  constructor(private readonly table: Table) {}

  /**
   * Ask about the position of a seat; `present` is its version, null when nothing is to be decided.
   * If the position changes meanwhile, the question is about the new one.
   */
  async ask(seat: number, present: () => number | null): Promise<void> {
    this.advice = null;
    let version = present();
    while (version !== null && !this.advice) {
      this.progress = 0;
      try {
        const job = await this.table.hint(seat, (done) => (this.progress = done));
        if (this.#left) return;
        const advice = { ...(job.result as unknown as Hinted), seat, version };
        if (present() === version) this.advice = advice;
      } catch (error) {
        if (this.#left) return;
        if (present() === version) {
          showError(error);
          break;
        }
      }
      version = present();
    }
    this.progress = null;
  }

  /** Drop answers that are still to come: the table's page was left. */
  leave(): void {
    this.#left = true;
  }

  clear(): void {
    this.advice = null;
  }
}
