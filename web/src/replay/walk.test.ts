import { expect, test } from 'vitest';
import type { Replayed } from '../protocol';
import { causeOf, curve, greatest, leads, moves, nextStop, previousStop, stops } from './walk';

const position = (line: number, owing: number[]) => ({
  line,
  owing,
  view: {} as never,
  standing: [],
  points: [],
});

const REPLAYED = {
  lines: ['* start 0', '0 build 5 C5 3', '* draw 0 4', '1 build 5 C5 4', '* draw 1 2'],
  standing: [
    [0, 0],
    [6, 0],
    [6, 0],
    [0, 12],
    [0, 15],
  ],
  rounds: [{ round: 1, line: 4, points: [0, 6], scored: [] }],
  position: { line: 5, view: {}, standing: [0, 15], points: [0, 6], owing: [0] },
  result: null,
} as unknown as Replayed;

test('a position is explained by the decision before it, not by the draw after that', () => {
  const stops = [1, 3, 5];
  expect([1, 2, 3, 4, 5].map((at) => causeOf(REPLAYED.lines, stops, at))).toEqual([1, 2, 2, 4, 4]);
});

test('stepping stops where somebody decides, and at the end', () => {
  const all = [
    position(0, []),
    position(1, [0]),
    position(2, []),
    position(3, [1]),
    position(4, []),
  ];
  expect(stops(all)).toEqual([1, 3, 4]);
  expect(nextStop([1, 3, 4], 1)).toBe(3);
  expect(nextStop([1, 3, 4], 4)).toBe(4);
  expect(previousStop([1, 3, 4], 4)).toBe(3);
  expect(previousStop([1, 3, 4], 1)).toBe(1);
});

test('the curve begins before the first line', () => {
  expect(curve(REPLAYED)[0]).toEqual([0, 0]);
  expect(curve(REPLAYED)).toHaveLength(6);
  expect(curve(REPLAYED)[4]).toEqual([0, 6]);
});

test('a lead is over the best opponent', () => {
  expect(leads([5, 9, 7])).toEqual([-4, 2, -2]);
  expect(leads([5])).toEqual([5]);
});

test('moves have an actor, changes and a round', () => {
  expect(moves(REPLAYED).map(({ actor, changes, round }) => [actor, changes, round])).toEqual([
    [null, [0, 0], 1],
    [0, [6, 0], 1],
    [null, [0, 0], 1],
    [1, [-6, 6], 1],
    [null, [0, 3], 2],
  ]);
});

test('points taken count like points gained', () => {
  expect(greatest(moves(REPLAYED), 1).map((move) => move.line)).toEqual([4]);
});
