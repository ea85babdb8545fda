/** An analysis job: progress, result, cancellation. */
import { get, type Refused } from '../../net/api';
import { stream } from '../../net/stream';
import type { Analysis, AnalysisBody } from '../../protocol';

export class AnalysisJob {
  /** From 0 to 1 while the service computes; null otherwise. */
  progress: number | null = $state(null);
  found: Analysis | null = $state.raw(null);
  failed: Refused | null = $state.raw(null);
  openCards = $state(false);
  #asked: AbortController | null = null;

  /** `table`: where the game was played here; its analysis is stored and shared. */
  constructor(
    private readonly record: () => Record<string, unknown>,
    private readonly table: { id: string; invite: string | undefined } | null = null,
  ) {}

  /** Show the stored analysis, if there is one. */
  async look(): Promise<void> {
    if (!this.table || this.found || this.progress !== null) return;
    const { id, invite } = this.table;
    const open = this.openCards;
    const path = `api/tables/${id}/analysis${open ? '?open_cards=true' : ''}`;
    try {
      const found = await get<Analysis | null>(path, invite);
      if (found && !this.found && this.progress === null && this.openCards === open)
        this.found = found;
    } catch {
      // it can still be asked for
    }
  }

  async start(): Promise<void> {
    this.cancel();
    const asked = (this.#asked = new AbortController());
    this.failed = null;
    this.progress = 0;
    const body: AnalysisBody = { record: this.record(), open_cards: this.openCards };
    if (this.table) body.table = this.table.id;
    try {
      const found = await stream<Analysis>('api/analysis', body, {
        signal: asked.signal,
        invite: this.table?.invite,
        progress: (done) => {
          if (this.#asked === asked) this.progress = done;
        },
      });
      if (this.#asked === asked) this.found = found;
    } catch (error) {
      if (this.#asked === asked) this.failed = error as Refused;
    } finally {
      if (this.#asked === asked) this.progress = null;
    }
  }

  /** Also called when the page is left, so that the service stops computing. */
  cancel(): void {
    this.#asked?.abort();
    this.#asked = null;
    this.progress = null;
  }
}
