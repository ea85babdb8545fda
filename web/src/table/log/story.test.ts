import { describe, expect, it } from 'vitest';
import { actorOf, entriesOf, playedMeanwhile, recentLines } from './story';

describe('the log', () => {
  it('numbers the positions after lines, and marks undone ones', () => {
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

  it('adds an effect to the line that caused it', () => {
    const effect = { what: 'effect' as const, at: 0, text: 'monster C5 4 orange' };
    const [cause, next] = entriesOf(['0 build 5 C5 3', effect, '* draw 0 3']);
    expect(cause).toMatchObject({ line: 1, effect: effect.text });
    expect(next).toMatchObject({ line: 2, effect: null });
  });

  it('finds the actor of a line', () => {
    expect(actorOf('3 build 5 C5 3')).toBe(3);
    expect(actorOf('* deal 0 1234')).toBeNull();
  });

  it('selects the lines since the last own decision; for spectators the last turns', () => {
    const lines = ['* start 0', '0 a', '1 b', '* draw 1 ?'];
    expect(recentLines(lines, 0, 2)).toEqual(['1 b', '* draw 1 ?']);
    expect(recentLines(lines, 2, 2)).toEqual(lines);
    expect(recentLines(lines, null, 2)).toEqual(['1 b', '* draw 1 ?']);
  });

  it('tells what a bot played for somebody, until they decide again', () => {
    const away = { what: 'away' as const, at: 0, seat: 0, bot: 'greedy' };
    const returned = { what: 'returned' as const, at: 1, seat: 0 };
    const story = ['0 a', '1 b', away, '0 c', '1 d', '0 e'];
    expect(playedMeanwhile(story, 0)).toEqual(['0 c', '0 e']);
    expect(playedMeanwhile(story, 1)).toEqual([]);
    expect(playedMeanwhile([...story, returned, '1 f'], 0)).toEqual(['0 c', '0 e']);
    expect(playedMeanwhile([...story, returned, '1 f', '0 g'], 0)).toEqual([]);
    expect(playedMeanwhile([...story, returned, '0 g', away, '0 h'], 0)).toEqual(['0 h']);
  });
});
