import { expect, it } from 'vitest';
import type { TableInfo, TableSummary } from '../../protocol';
import { bestOf } from './best';

const OPTIONS = { players: 1, printed: true };
const INFO = { game: 'one', options: OPTIONS } as unknown as TableInfo;

function finished(scores: number[], more: object = {}): TableSummary {
  const seats = scores.map(() => ({ kind: 'human', name: 'Ada', person: 'a' }));
  const summary = { game: 'one', options: OPTIONS, seats, scores, ranks: [], ...more };
  return { id: 't', status: 'over', created: 0, updated: 0, summary } as unknown as TableSummary;
}

it('is the highest score of a game alone with the same options', () => {
  const others = [
    finished([190], { game: 'two' }),
    finished([180], { options: { ...OPTIONS, printed: false } }),
    finished([170, 160]),
    { ...finished([150]), status: 'playing' },
  ];
  expect(bestOf([finished([120]), finished([135]), ...others], INFO)).toBe(135);
  expect(bestOf(others, INFO)).toBeNull();
});

it('does not compare games whose tiles the list leaves out', () => {
  const info = { ...INFO, options: { ...OPTIONS, tiles: [{}] } };
  expect(bestOf([finished([120])], info)).toBeNull();
});
