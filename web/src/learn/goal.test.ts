import { describe, expect, it } from 'vitest';
import type { Practised } from '../protocol';
import { fits, pointsAfter, reached, valueAt } from './goal';

const answer = {
  position: { view: { now: { area: 12, districts: { B: { colour: null } } }, buildings: {} } },
  standing: [7, 9],
} as unknown as Practised;

describe('patterns of actions', () => {
  it('match anything for a star and the rest literally', () => {
    expect(fits('build * C5 *', 'build 5 C5 3')).toBe(true);
    expect(fits('build * C5 *', 'build 5 C6 3')).toBe(false);
    expect(fits('choose 4*', 'choose 4321')).toBe(true);
    expect(fits('choose 4*', 'choose 3321')).toBe(false);
    expect(fits('fountain -', 'fountain -')).toBe(true);
    expect(fits('skip 0.', 'skip 03')).toBe(false);
  });
});

describe('values in an answer', () => {
  it('are found by names and indices', () => {
    expect(valueAt('standing.1', answer)).toBe(9);
    expect(valueAt('standing.1.more', answer)).toBeUndefined();
    expect(valueAt('nothing.at.all', answer)).toBeUndefined();
  });
});

describe('a goal', () => {
  it('asks for an action, a value, or both', () => {
    expect(reached({ action: ['skip *', 'place *'] }, 'place 03 b 1 g5', answer)).toBe(true);
    expect(reached({ action: ['skip *'] }, 'place 03 b 1 g5', answer)).toBe(false);
    const where = { path: 'view.now.area', least: 12 };
    expect(reached({ where }, 'any', answer)).toBe(true);
    expect(reached({ where: { ...where, least: 13 } }, 'any', answer)).toBe(false);
    expect(reached({ action: ['other'], where }, 'any', answer)).toBe(false);
    expect(reached({ where: { path: 'standing.1', most: 8 } }, 'any', answer)).toBe(false);
  });

  it('may ask for a value to be absent', () => {
    const gone = { path: 'view.buildings.B6', is: null };
    expect(reached({ where: gone }, 'any', answer)).toBe(true);
    expect(reached({ where: { ...gone, path: 'view.now.area' } }, 'any', answer)).toBe(false);
    expect(reached({ where: { path: 'view.buildings.B6', least: 1 } }, 'any', answer)).toBe(false);
  });

  it('that asks for a refusal is not reached by a legal move', () => {
    expect(reached({ refused: 'M2.5' }, 'any', answer)).toBe(false);
  });
});

describe('points after a move', () => {
  const at = (rounds: number, standing: number[], points: number[]) =>
    ({
      position: { view: { rounds: Array(rounds).fill([]) } },
      standing,
      scored: { points },
    }) as unknown as Practised;

  it('do not count the next round when the move ended one', () => {
    expect(pointsAfter(at(2, [39], [21]), at(2, [42], [21]))).toEqual([42]);
    expect(pointsAfter(at(2, [39], [21]), at(3, [63], [42]))).toEqual([42]);
  });
});
