import { describe, expect, it } from 'vitest';
import { fall, Motions, smooth } from './motion';

describe('motions', () => {
  it('run from 0 to exactly 1 and then are over', () => {
    const seen: number[] = [];
    const motions = new Motions();
    motions.add(100, (way) => seen.push(way));
    for (const now of [1000, 1050, 1130]) motions.tick(now);
    expect(seen).toEqual([0, 0, 0.5, 1]);
    expect(motions.active).toBe(false);
  });

  it('wait for their delay', () => {
    let way = -1;
    const motions = new Motions();
    motions.add(100, (now) => (way = now), 200);
    motions.tick(0);
    motions.tick(190);
    expect(way).toBe(0);
    motions.tick(250);
    expect(way).toBe(0.5);
  });

  it('can be finished at once', () => {
    let way = 0;
    const motions = new Motions();
    motions.add(100, (now) => (way = now), 5000);
    motions.finish();
    expect([way, motions.active]).toEqual([1, false]);
  });

  it('a fall begins above and ends on the ground, never below', () => {
    expect([fall(0), fall(1)]).toEqual([1, 0]);
    for (let way = 0; way <= 1; way += 0.01) expect(fall(way)).toBeGreaterThanOrEqual(0);
    expect([smooth(0), smooth(0.5), smooth(1)]).toEqual([0, 0.5, 1]);
  });
});
