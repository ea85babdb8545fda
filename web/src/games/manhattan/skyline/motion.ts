/** Running animations. Without any, nothing is drawn. */
interface Motion {
  begin: number | null;
  delay: number;
  duration: number;
  step: (way: number) => void;
}

export class Motions {
  private running: Motion[] = [];

  get active(): boolean {
    return this.running.length > 0;
  }

  /** `step` is called with 0 to 1, and with 1 at the end in any case. */
  add(duration: number, step: (way: number) => void, delay = 0): void {
    step(0);
    this.running.push({ begin: null, delay, duration, step });
  }

  tick(now: number): void {
    this.running = this.running.filter((motion) => {
      motion.begin ??= now + motion.delay;
      const way = Math.min(1, Math.max(0, (now - motion.begin) / motion.duration));
      motion.step(way);
      return way < 1;
    });
  }

  /** Finish all animations at once. */
  finish(): void {
    const left = this.running;
    this.running = [];
    for (const motion of left) motion.step(1);
  }
}

export function smooth(way: number): number {
  return way * way * (3 - 2 * way);
}

/** Height while falling, from 1 to 0, with one bounce. */
export function fall(way: number): number {
  if (way < 0.62) return 1 - (way / 0.62) ** 2;
  const bounce = (way - 0.62) / 0.38;
  return 0.07 * 4 * bounce * (1 - bounce);
}
