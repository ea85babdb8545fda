import { describe, expect, it } from 'vitest';
import { actorOf, entriesOf, recentLines } from './story';

describe('the log', () => {
  it('numbers the positions behind lines, and strikes what was undone', () => {
    const entries = entriesOf([
      { what: 'started', at: 0 },
      '* start 0',
      '0 build 5 C5 3',
      { what: 'undone', at: 1, to: 1 },
      '0 build 5 C5 2',
    ]);
    const lines = entries.filter((entry) => entry.kind === 'line');
    expect(lines.map(({ line, undone }) => [line, undone])).toEqual([
      [1, false],
      [2, true],
      [2, false],
    ]);
    expect(entries.map((entry) => entry.key)).toEqual([0, 1, 2, 3, 4]);
  });

  it('knows who decided', () => {
    expect(actorOf('3 build 5 C5 3')).toBe(3);
    expect(actorOf('* deal 0 1234')).toBeNull();
  });

  it('points out what happened since one decided; to a watcher the last turns', () => {
    const lines = ['* start 0', '0 a', '1 b', '* draw 1 ?'];
    expect(recentLines(lines, 0, 2)).toEqual(['1 b', '* draw 1 ?']);
    expect(recentLines(lines, 2, 2)).toEqual(lines);
    expect(recentLines(lines, null, 2)).toEqual(['1 b', '* draw 1 ?']);
  });
});
