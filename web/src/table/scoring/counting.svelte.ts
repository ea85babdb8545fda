/** A scoring that is counted step by step: by itself, or faster by hand. */
import type { Steps } from '../../games/types';
import { reducedMotion } from '../../settings.svelte';

export class Counting {
  /** Show everything at once. */
  skip = $state(reducedMotion());
  ended = $state(false);
  /** How often it was started: the key of the picture. */
  run = $state(0);
  picture: Steps | undefined = $state.raw();

  /** Start with another scoring; without motion at its end. */
  start(): void {
    this.again();
    this.skip = reducedMotion();
  }

  /** Count once more, step by step. */
  again(): void {
    this.skip = false;
    this.ended = false;
    this.run += 1;
  }

  next(): void {
    this.picture?.next();
  }
}
