import { expect, test } from 'vitest';
import { winChance } from '../../i18n/index.svelte';
import type { Analysis } from '../../protocol';
import { balances, bands, changes, courseOf, mistakes, next, previous, why } from './review';

const line = (number: number, actor: number, chances: number[], verdict?: string) => ({
  line: number,
  actor,
  chances,
  points: chances.map((each) => 100 * each),
  ...(verdict ? { verdict, action: 'a', best: 'b', lost: 0.1 } : {}),
});
const player = (seat: number, luck: number, lost: number) => ({
  ...{
    seat,
    luck,
    lost,
    luck_error: 0.02,
    lost_error: 0.03,
    luck_points: 10 * luck,
    lost_points: 10 * lost,
  },
  ...{ accuracy: 90, verdicts: { best: 2, blunder: 1 } },
});
const ANALYSIS = {
  ...{ game: 'nim', bot: 'nim:5', open_cards: false, measure: 'win' },
  ...{ start: [0.5, 0.5], start_points: [40, 40], turning_points: [] },
  lines: [
    line(1, -1, [0.6, 0.4]),
    line(2, 0, [0.4, 0.6], 'mistake'),
    line(3, 1, [0.4, 0.6], 'best'),
    line(4, 1, [0.7, 0.3], 'blunder'),
    line(5, 0, [0.7, 0.3], 'inaccuracy'),
  ],
  players: [player(0, 0.1, 0.2), player(1, -0.1, 0.4)],
} as unknown as Analysis;

test('the course begins before the first line; for one player it is in points', () => {
  expect(courseOf(ANALYSIS).map(([first]) => first)).toEqual([0.5, 0.6, 0.4, 0.4, 0.7, 0.7]);
  const alone = courseOf({ ...ANALYSIS, measure: 'points' });
  expect(alone[0]).toEqual([40, 40]);
  expect(alone[1]![0]).toBeCloseTo(60);
});

test('steps from mistake to mistake, of one or all players, without inaccuracies', () => {
  const all = mistakes(ANALYSIS, null);
  expect(all).toEqual([2, 4]);
  expect(mistakes(ANALYSIS, 1)).toEqual([4]);
  expect([next(all, 0), next(all, 2), next(all, 4)]).toEqual([2, 4, undefined]);
  expect([previous(all, 5), previous(all, 4), previous(all, 2)]).toEqual([4, 2, undefined]);
});

test('bands fill the whole height despite rounding', () => {
  expect(bands([0.25, 0.25, 0.5])).toEqual([
    [0, 0.25],
    [0.25, 0.5],
    [0.5, 1],
  ]);
  expect(bands([0.3, 0.3])[1]![1]).toBe(1);
});

test('what a line changed', () => {
  const [own, other] = changes(courseOf(ANALYSIS), 4);
  expect(own).toBeCloseTo(0.3);
  expect(other).toBeCloseTo(-0.3);
  expect(changes(courseOf(ANALYSIS), 0)).toEqual([0, 0]);
});

test('reasons that restate the move are left out', () => {
  const words = ['build on C5', '+3 for Ada'];
  const reasons = [{ code: 'founds' }, { code: 'points' }];
  expect(why(reasons, words, ['founds'])).toEqual(['+3 for Ada']);
  expect(why(reasons, words)).toEqual(words);
  expect(why()).toEqual([]);
});

test('luck and skill have one scale', () => {
  const { players, most } = balances(ANALYSIS);
  expect(most).toBe(0.4);
  expect(players[0]!.verdicts).toContainEqual(['blunder', 1]);
  expect(players[0]!.verdicts).toContainEqual(['mistake', 0]);
  expect(players[0]).toMatchObject({ luckError: 0.02, lostError: 0.03 });
  expect(balances({ ...ANALYSIS, measure: 'points' }).most).toBe(4);
});

test('no chance is 0 or 100 per cent before the game is over', () => {
  expect([0, 0.004, 0.5, 0.996, 1].map((share) => winChance(share))).toEqual([
    '<\u00a01%',
    '<\u00a01%',
    '50%',
    '>\u00a099%',
    '>\u00a099%',
  ]);
  expect([0, 1].map((share) => winChance(share, true))).toEqual(['0%', '100%']);
});
