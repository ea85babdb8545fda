/** An analysis job: progress, result, cancellation. */
import { Refused } from '../../net/api';
import { stream } from '../../net/stream';
import type { Analysis, AnalysisBody } from '../../protocol';

export class AnalysisJob {
  /** From 0 to 1 while the service computes; null otherwise. */
  progress: number | null = $state(null);
  found: Analysis | null = $state.raw(null);
  failed: Refused | null = $state.raw(null);
  openCards = $state(false);
  #asked: AbortController | null = null;

  constructor(private readonly record: () => Record<string, unknown>) {}

  async start(): Promise<void> {
    this.cancel();
    const asked = (this.#asked = new AbortController());
    this.failed = null;
    this.progress = 0;
    const body: AnalysisBody = { record: this.record(), open_cards: this.openCards };
    try {
      const found = await stream<Analysis>('api/analysis', body, {
        signal: asked.signal,
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
