import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableMessage } from '../protocol';
import { FakeSocket, fakeBrowser } from './fake';
import type { Follower } from './socket.svelte';

let connection: (typeof import('./socket.svelte'))['connection'];
let events: Record<string, () => void>;

function follower(table = 'T') {
  return {
    table,
    resume: vi.fn(() => ({ invite: 'key', story: 3, chat: 0 })),
    receive: vi.fn<(message: TableMessage) => void>(),
    refused: vi.fn(),
    forget: vi.fn(),
  } satisfies Follower;
}

const act = { do: 'act' as const, seat: 0, action: 'build 5 C5 3', version: 3, key: 'k1' };

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  events = fakeBrowser();
  ({ connection } = await import('./socket.svelte'));
});

describe('the connection', () => {
  it('follows a table once it is open, below the base path', () => {
    connection.follow(follower());
    expect(FakeSocket.last.url.href).toBe('ws://here/base/api/socket?language=en');
    FakeSocket.last.onopen!();
    expect(FakeSocket.last.asked('watch')).toMatchObject({ table: 'T', invite: 'key', story: 3 });
  });

  it('reconnects, resumes, and resends decisions with the same key', async () => {
    const table = follower();
    connection.follow(table);
    FakeSocket.last.onopen!();
    const done = connection.ask({ type: 'do', table: 'T', command: act });
    FakeSocket.last.onclose!();
    expect(connection.state).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.onopen!();
    const kinds = FakeSocket.last.sent.map((each) => each.type);
    expect(kinds.indexOf('watch')).toBeLessThan(kinds.indexOf('do'));
    const again = FakeSocket.last.asked('do')!;
    expect(again.command).toEqual(act);
    FakeSocket.last.say({ type: 'done', id: again.id });
    await expect(done).resolves.toMatchObject({ type: 'done' });
    expect(table.resume).toHaveBeenCalledTimes(2);
  });

  it('queues a decision made while offline, and refuses commands without a key', async () => {
    connection.follow(follower());
    FakeSocket.last.onclose!();
    void connection.ask({ type: 'do', table: 'T', command: act });
    const said = connection.ask({
      type: 'do',
      table: 'T',
      command: { do: 'say', room: 'players', text: 'hello' },
    });
    await expect(said).rejects.toMatchObject({ problem: { code: 'offline' } });
    await vi.advanceTimersByTimeAsync(1000);
    FakeSocket.last.onopen!();
    expect(FakeSocket.last.sent.filter((each) => each.type === 'do')).toHaveLength(1);
  });

  it('backs off between attempts, and retries at once when the browser is online', async () => {
    connection.follow(follower());
    for (const wait of [400, 1000, 2000]) {
      FakeSocket.last.onclose!();
      await vi.advanceTimersByTimeAsync(wait);
    }
    expect(FakeSocket.all).toHaveLength(4);
    FakeSocket.last.onclose!();
    events.online!();
    expect(FakeSocket.all).toHaveLength(5);
  });

  it('gives up on a socket that does not open or does not answer', async () => {
    connection.follow(follower());
    await vi.advanceTimersByTimeAsync(10_500);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.onopen!();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(connection.state).toBe('lost');
  });

  it('pings the service as soon as the page is visible again', () => {
    connection.follow(follower());
    FakeSocket.last.onopen!();
    FakeSocket.last.say({ type: 'pong', id: FakeSocket.last.asked('ping')!.id, at: Date.now() });
    events.visibilitychange!();
    expect(FakeSocket.last.sent.filter((each) => each.type === 'ping')).toHaveLength(2);
  });

  it('ignores a socket it has replaced', () => {
    const table = follower();
    connection.follow(table);
    const old = FakeSocket.last;
    old.onopen!();
    connection.renew();
    old.say({ type: 'table', table: 'T', story_from: 0, story: [], owing: [] });
    old.onclose!();
    expect(table.receive).not.toHaveBeenCalled();
    expect(connection.state).toBe('connecting');
    expect(old.closed).toBe(true);
  });

  it('makes tables forget what the previous user knew', () => {
    const table = follower();
    connection.follow(table);
    FakeSocket.last.onopen!();
    connection.renew();
    expect(table.forget).not.toHaveBeenCalled();
    connection.renew({ somebodyElse: true });
    expect(table.forget).toHaveBeenCalledOnce();
  });

  it('measures the offset of the service’s clock', async () => {
    connection.follow(follower());
    FakeSocket.last.onopen!();
    const ping = FakeSocket.last.asked('ping')!;
    await vi.advanceTimersByTimeAsync(100);
    FakeSocket.last.say({ type: 'pong', id: ping.id, at: Date.now() + 4950 });
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.offset).toBe(5000);
  });

  it('shows the fresh table with a stale answer', async () => {
    const table = follower();
    connection.follow(table);
    FakeSocket.last.onopen!();
    const asked = connection.ask({ type: 'do', table: 'T', command: act });
    const fresh = { type: 'table', table: 'T', story_from: 3, story: ['1 x'], owing: [0] };
    const { id } = FakeSocket.last.asked('do')!;
    FakeSocket.last.say({ type: 'error', id, code: 'stale', reason: 'older', fresh });
    await expect(asked).rejects.toMatchObject({ problem: { code: 'stale' } });
    expect(table.receive).toHaveBeenCalledWith(fresh);
  });

  it('finds out which table may no longer be watched', async () => {
    const [shut, open] = [follower('shut'), follower('open')];
    connection.follow(shut);
    connection.follow(open);
    FakeSocket.last.onopen!();
    FakeSocket.last.say({ type: 'error', code: 'no-table', reason: 'no such table' });
    const watched = FakeSocket.last.sent.filter((each) => each.type === 'watch');
    expect(watched.map((each) => each.table)).toEqual(['shut', 'open', 'shut', 'open']);
    FakeSocket.last.say({ type: 'error', id: watched[2]!.id, code: 'no-table', reason: 'none' });
    await vi.advanceTimersByTimeAsync(0);
    expect(shut.refused).toHaveBeenCalledOnce();
    expect(open.refused).not.toHaveBeenCalled();
  });

  it('reports a turn at another table, but not at a followed one', () => {
    connection.onTurn = vi.fn();
    connection.follow(follower());
    FakeSocket.last.onopen!();
    for (const table of ['T', 'U']) FakeSocket.last.say({ type: 'turn', table, seat: 0 });
    expect(connection.onTurn).toHaveBeenCalledExactlyOnceWith({
      type: 'turn',
      table: 'U',
      seat: 0,
    });
  });

  it('reports the progress of a job, then its result', async () => {
    connection.follow(follower());
    FakeSocket.last.onopen!();
    const progress = vi.fn();
    const asked = connection.ask({ type: 'hint', table: 'T', seat: 0 }, progress);
    const { id } = FakeSocket.last.asked('hint')!;
    FakeSocket.last.say({ type: 'job', id, done: 0.5 });
    FakeSocket.last.say({ type: 'job', id, done: 1, result: { action: 'x' } });
    await expect(asked).resolves.toMatchObject({ result: { action: 'x' } });
    expect(progress).toHaveBeenCalledExactlyOnceWith(0.5);
  });
});
