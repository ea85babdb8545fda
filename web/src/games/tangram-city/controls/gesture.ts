/** Rotating with two fingers or a wheel. */
const TWIST = 45; // degrees per quarter turn: 90 would strain the wrist
const NOTCH = 60; // of a wheel, in pixels
const REST = 140; // milliseconds between two turns of a wheel that runs on

interface Finger {
  clientX: number;
  clientY: number;
}

export class Twist {
  #from: number | null = null;

  /** Quarter turns since the last, clockwise. */
  move(one: Finger, two: Finger): number {
    const angle =
      (Math.atan2(two.clientY - one.clientY, two.clientX - one.clientX) * 180) / Math.PI;
    this.#from ??= angle;
    const by = ((angle - this.#from + 540) % 360) - 180;
    const quarters = Math.trunc(by / TWIST);
    this.#from += quarters * TWIST;
    return quarters;
  }

  end(): void {
    this.#from = null;
  }
}

export class Wheel {
  #sum = 0;
  #last = -Infinity;

  /** 1, -1 or 0 quarter turns. */
  move(delta: number, time: number): number {
    if (Math.sign(delta) !== Math.sign(this.#sum)) this.#sum = 0;
    this.#sum += delta;
    if (Math.abs(this.#sum) < NOTCH || time - this.#last < REST) return 0;
    this.#sum = 0;
    this.#last = time;
    return Math.sign(delta);
  }
}
