import { describe, expect, it } from 'vitest';
import type { GameView } from '../../protocol';
import { changes, fromText, rowsOf } from './rows';

const view = (more: object) => ({ game: 'nim', ...more }) as GameView;

describe('rows of a view', () => {
  it('come from the text that the service sends', () => {
    const rows = rowsOf(view({ text: ['round: 2', 'piles:', '  first: 3', 'Take one.'] }));
    expect(rows.map(({ depth, name, value }) => [depth, name, value])).toEqual([
      [0, 'Round', '2'],
      [0, 'Piles', ''],
      [1, 'First', '3'],
      [0, '', 'Take one.'],
    ]);
    expect(rows[2]!.path).toBe('piles first');
  });

  it('come from the fields, or from the view itself, where there is no text', () => {
    const fields = { last_move: null, piles: [3, 4], hands: [{ cards: [] }, { cards: [1] }] };
    const expected = [
      [0, 'Last move', '–'],
      [0, 'Piles', '3, 4'],
      [0, 'Hands', ''],
      [1, '1', ''],
      [2, 'Cards', '–'],
      [1, '2', ''],
      [2, 'Cards', '1'],
    ];
    for (const given of [view({ fields }), view(fields)])
      expect(rowsOf(given).map(({ depth, name, value }) => [depth, name, value])).toEqual(expected);
  });
});

describe('changes between two views', () => {
  it('are the rows with another value', () => {
    const before = fromText(['piles:', '  first: 3', '  second: 4', 'turn: 0']);
    const after = fromText(['piles:', '  first: 1', '  second: 4', 'turn: 1']);
    expect(changes(before, after)).toEqual([
      { name: 'Piles first', before: '3', after: '1' },
      { name: 'Turn', before: '0', after: '1' },
    ]);
  });
});
