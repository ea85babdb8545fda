import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyNote, ChatLine, SeatState, TableInfo, TableMessage } from '../protocol';
import { FakeSocket, fakeBrowser } from './fake';

let Table: (typeof import('./table.svelte'))['Table'];
let linesOf: (typeof import('./table.svelte'))['linesOf'];

const info = { game: 'nim', status: 'playing' } as TableInfo;
const undone = (to: number): AnyNote => ({ what: 'undone', at: 0, to });

function message(rest: Partial<TableMessage>): TableMessage {
  return { type: 'table', table: 'T', story_from: 0, story: [], owing: [], ...rest };
}

function said(n: number, room: ChatLine['room'] = 'players'): ChatLine {
  return { n, room, at: n, person: 'p', name: 'Ada', text: `${n}` };
}

beforeEach(async () => {
  vi.resetModules();
  fakeBrowser();
  ({ Table, linesOf } = await import('./table.svelte'));
});

describe('a table', () => {
  it('keeps omitted fields and replaces given ones', () => {
    const table = new Table('T');
    const seats = [{ seat: 0, version: 1 } as SeatState];
    const clocks = { at: 0, left: [1], running: [0] };
    table.receive(
      message({ info, seats, standing: [3], points: [1], clocks, paused: true, owing: [0] }),
    );
    table.receive(message({ story: ['0 x'], owing: [1] }));
    expect(table.info).toBe(info);
    expect(table.seats).toBe(seats);
    expect([table.points, table.standing]).toEqual([[1], [3]]);
    expect([table.clocks, table.paused, table.owing]).toEqual([null, false, [1]]);
  });

  it('continues the story from the line that a message says, also if repeated', () => {
    const table = new Table('T');
    table.receive(message({ story: ['a', 'b'] }));
    table.receive(message({ story_from: 1, story: ['b', 'c'] }));
    table.receive(message({ story_from: 3, story: [] }));
    expect(table.story).toEqual(['a', 'b', 'c']);
    expect(table.resume()).toMatchObject({ story: 3 });
  });

  it('resyncs if a message continues after lines it does not have', () => {
    const table = new Table('T');
    table.open();
    FakeSocket.last.onopen!();
    table.receive(message({ story_from: 5, story: ['f'], info }));
    expect(table.story).toEqual([]);
    expect(table.info).toBeNull();
    const watched = FakeSocket.last.sent.filter((each) => each.type === 'watch');
    expect(watched.map((each) => each.story)).toEqual([0, 0]);
  });

  it('requests everything again after the user has changed', () => {
    const table = new Table('T');
    table.receive(message({ story: ['* deal 0 ????'], chat: [said(1, 'watchers')] }));
    table.forget();
    expect(table.resume()).toMatchObject({ story: 0, chat: 0 });
    table.receive(message({ story: ['* deal 0 1234'], seats: [], chat: [] }));
    expect(table.story).toEqual(['* deal 0 1234']);
    expect(table.chat).toEqual([]);
  });

  it('belongs to a player or a spectator, never both', () => {
    const table = new Table('T');
    const view = { game: 'nim' } as TableMessage['view'];
    table.receive(message({ seats: [], view }));
    expect(table.view).toBe(view);
    table.receive(message({ seats: [{ seat: 1 } as SeatState] }));
    expect(table.view).toBeNull();
  });

  it('shows one chat room: a new player gets all lines of the players', () => {
    const table = new Table('T');
    table.receive(message({ chat: [said(1, 'watchers'), said(2, 'watchers')] }));
    table.receive(message({ chat: [said(3, 'watchers')] }));
    expect(table.chat.map((line) => line.n)).toEqual([1, 2, 3]);
    table.receive(message({ chat: [said(1), said(2)] }));
    expect(table.chat.map((line) => [line.room, line.n])).toEqual([
      ['players', 1],
      ['players', 2],
    ]);
  });

  it('has each chat line once after an interruption', () => {
    const table = new Table('T');
    table.receive(message({ chat: [said(1), said(2)] }));
    table.resume();
    table.receive(message({ chat: [said(1), said(2), said(3)] }));
    expect(table.chat.map((line) => line.n)).toEqual([1, 2, 3]);
  });

  it('clears a refusal when the table is visible after all', () => {
    const table = new Table('T');
    table.refused({ problem: { code: 'no-table' } } as never);
    table.receive(message({ info }));
    expect(table.refusal).toBeNull();
  });
});

describe('lines of a story', () => {
  it('exclude undone lines and notes', () => {
    const started: AnyNote = { what: 'started', at: 0 };
    expect(linesOf([started, 'a', 'b', 'c', undone(1), 'd'])).toEqual(['a', 'd']);
    expect(linesOf(['a', undone(3)])).toEqual(['a']);
  });
});
