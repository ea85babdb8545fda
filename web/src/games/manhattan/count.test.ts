import { describe, expect, it } from 'vitest';
import type { ManhattanScoring } from './protocol';
import { changes } from './controls/changes';
import { monsterSteps, steps } from './count';

const NOBODY = { counts: [0, 0], colour: null };
const scored: ManhattanScoring = {
  highest: { colour: 1, height: 5, sites: ['B5'] },
  districts: {
    A: { counts: [2, 0], colour: 0 },
    B: { counts: [1, 1], colour: null },
    C: NOBODY,
    D: NOBODY,
    E: NOBODY,
    F: NOBODY,
  },
  urban: { name: 'fog-free-view', points: [0, 1], sites: [[], ['B5']] },
  items: [
    [0, 2, 3, 0],
    [3, 0, 1, 1],
  ],
};
const buildings: Record<string, [number, number][]> = {
  A1: [[0, 1]],
  A2: [[0, 2]],
  B1: [[0, 1]],
  B5: [
    [0, 2],
    [1, 3],
  ],
};

describe('the monster in the count (M5.1)', () => {
  it('says where it stands and what it destroyed in the round', () => {
    const effects = [
      'monster B1',
      'taken A1 orange; monster B2 4 blue',
      'monster B3 2 orange',
      'taken A2 blue',
      'monster B2 1 blue',
    ];
    expect(monsterSteps(effects, 'B2')).toEqual([
      { kind: 'monster', site: 'B2', floors: 7, sites: ['B2', 'B3'], points: [] },
    ]);
    expect(monsterSteps([], 'A5')[0]).toMatchObject({ floors: 0, sites: [] });
  });

  it('says nothing without a monster', () => expect(monsterSteps([], null)).toEqual([]));
});

describe('the count of a round (M3)', () => {
  const found = steps(scored, buildings);

  it('goes from the highest building through the districts to the urban card, skipping empty ones', () => {
    expect(found.map((step) => ('district' in step ? step.district : step.kind))).toEqual([
      'highest',
      'A',
      'B',
      'urban',
    ]);
    expect(found[1]!.sites).toEqual(['A1', 'A2']);
  });

  it('every point has a step, and the sum is that of the service', () => {
    expect(found[1]!.points).toEqual([[2, 2], []]);
    expect(found[2]!.points).toEqual([[1], [1]]);
    scored.items.forEach((items, colour) => {
      const told = found.flatMap((step) => step.points[colour]!);
      const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
      expect(sum(told)).toBe(sum(items));
    });
  });
});

describe('what an action changes', () => {
  it('owners, majorities, the highest building, urban points', () => {
    const after = {
      buildings: { ...buildings, B5: [...buildings['B5']!, [0, 1] as [number, number]], A1: [] },
      now: {
        ...scored,
        highest: { ...scored.highest, colour: 0 },
        districts: { ...scored.districts, B: { counts: [2, 0], colour: 0 } },
        urban: { ...scored.urban!, points: [1, 0] },
      },
    };
    expect(changes({ buildings, now: scored }, after)).toEqual([
      { kind: 'owner', site: 'A1', from: 0, to: null },
      { kind: 'owner', site: 'B5', from: 1, to: 0 },
      { kind: 'highest', from: 1, to: 0 },
      { kind: 'majority', district: 'B', from: null, to: 0 },
      { kind: 'urban', colour: 0, by: 1 },
      { kind: 'urban', colour: 1, by: -1 },
    ]);
  });

  it('nothing, if nothing changes', () => {
    expect(changes({ buildings, now: scored }, { buildings, now: scored })).toEqual([]);
  });
});
