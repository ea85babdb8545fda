import { describe, expect, it } from 'vitest';
import { changes, worthShowing } from './changes';
import type { Buildings } from './layout';

describe('changes of the buildings', () => {
  it('sees a block put on top', () => {
    expect(
      changes(
        { C5: [[0, 2]] },
        {
          C5: [
            [0, 2],
            [1, 3],
          ],
        },
      ),
    ).toEqual([{ site: 'C5', kept: 1, gone: 0, come: [[1, 3]] }]);
  });

  it('sees a new building, and one that is gone', () => {
    expect(changes({ A1: [[2, 1]] }, { B2: [[3, 4]] })).toEqual([
      { site: 'A1', kept: 0, gone: 1, come: [] },
      { site: 'B2', kept: 0, gone: 0, come: [[3, 4]] },
    ]);
  });

  it('sees a block that another one replaces', () => {
    expect(
      changes(
        {
          F9: [
            [0, 1],
            [1, 1],
          ],
        },
        {
          F9: [
            [0, 1],
            [1, 2],
          ],
        },
      ),
    ).toEqual([{ site: 'F9', kept: 1, gone: 1, come: [[1, 2]] }]);
  });

  it('sees nothing where nothing changed', () => {
    expect(changes({ A1: [[0, 1]], B1: [] }, { A1: [[0, 1]] })).toEqual([]);
  });

  it('follows a move, but not a leap through the game', () => {
    const many: Buildings = Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].map((n) => [`A${n}`, [[0, 1]]]),
    );
    expect(worthShowing(changes({}, { A1: [[0, 1]] }))).toBe(true);
    expect(worthShowing(changes({}, many))).toBe(false);
  });
});
