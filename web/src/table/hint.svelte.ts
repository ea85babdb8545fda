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

  constructor(private readonly table: Table) {}

  async ask(seat: number, version: number): Promise<void> {
    this.advice = null;
    this.progress = 0;
    try {
      const job = await this.table.hint(seat, (done) => (this.progress = done));
      this.advice = { ...(job.result as unknown as Hinted), seat, version };
    } catch (error) {
      showError(error);
    } finally {
      this.progress = null;
    }
  }

  clear(): void {
    this.advice = null;
  }
}
