import { expect, test } from 'vitest';
import type { TableSummary } from '../protocol';
import { finished, running, toJoin, toWatch } from './lists';

function table(id: string, status: string, updated: number, more: Partial<TableSummary> = {}) {
  const seats = [
    { kind: 'human' as const, name: 'Ada', person: 'a' },
    { kind: status === 'gathering' ? ('open' as const) : ('bot' as const), name: '', person: null },
  ];
  const summary = {
    game: 'nim',
    options: {},
    seats,
    pace: { kind: 'untimed' as const },
    ranks: [],
  };
  return { id, status, created: 0, updated, summary, ...more };
}

const ids = (tables: TableSummary[]) => tables.map((each) => each.id);

test('my turns come first, then the latest moves', () => {
  const mine = [
    table('gathers', 'gathering', 9),
    table('old', 'playing', 1),
    table('mine', 'playing', 0, { turn: true }),
    table('new', 'playing', 5),
    table('over', 'over', 8),
    table('closed', 'closed', 8),
  ];
  expect(ids(running(mine))).toEqual(['mine', 'new', 'old', 'gathers']);
  expect(ids(finished(mine))).toEqual(['over']);
});

test('a game that I left is not mine to continue', () => {
  const left = table('left', 'playing', 1, { own: [] });
  left.summary.seats = [{ kind: 'bot', name: 'Ada', person: 'a', gone: 'resigned' }];
  expect(running([left])).toEqual([]);
});

test('tables to join have an open seat and are not mine', () => {
  const full = table('full', 'gathering', 3);
  full.summary.seats = full.summary.seats.filter((seat) => seat.kind !== 'open');
  const listed = [
    table('open', 'gathering', 1),
    table('own', 'gathering', 2),
    full,
    table('runs', 'playing', 1),
  ];
  expect(ids(toJoin(listed, [table('own', 'gathering', 2)]))).toEqual(['open']);
  expect(ids(toWatch(listed))).toEqual(['runs']);
});
