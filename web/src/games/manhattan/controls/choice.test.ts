import { describe, expect, it } from 'vitest';
import { canAdd, changed, chosenText, countsOf, forced, NONE, partsOf, wanted } from './choice';

describe('blocks for a round (M2.2)', () => {
  const { parts, all } = partsOf(['choose 4411', 'choose 4321', 'choose 4111'], null);
  const part = parts[0]!;

  it('offers a block while some legal choice has it', () => {
    expect(wanted(part)).toBe(4);
    expect(canAdd(part, NONE, 4)).toBe(true);
    expect(canAdd(part, [0, 0, 0, 2], 4)).toBe(false);
    expect(canAdd(part, [0, 0, 0, 2], 3)).toBe(false);
    expect(canAdd(part, [0, 1, 0, 0], 3)).toBe(true);
  });

  it('is finished by exactly a legal choice', () => {
    expect(chosenText(parts, all, [[2, 0, 0, 1]])).toBeNull();
    expect(chosenText(parts, all, [[2, 0, 0, 2]])).toBe('choose 4411');
    expect(chosenText(parts, all, [NONE])).toBeNull();
  });

  it('fills in what is forced', () => {
    expect(forced(part, [0, 1, 0, 0])).toEqual(countsOf('choose 4321'));
    expect(forced(part, [0, 0, 0, 1])).toEqual([0, 0, 0, 1]);
  });

  it('counts', () => {
    expect(countsOf('yellow 4431')).toEqual([1, 0, 1, 2]);
    expect(changed([1, 0, 0, 0], 1, -1)).toEqual(NONE);
  });
});

describe('two colours (M2.1)', () => {
  it('come as two lists, one text of each', () => {
    const { parts, all } = partsOf(
      [],
      [
        ['choose orange 4443', 'choose orange 4442'],
        ['yellow 4443', 'yellow 4441'],
      ],
    );
    expect(parts.map((part) => part.colour)).toEqual(['orange', 'yellow']);
    expect(chosenText(parts, all, [[0, 1, 0, 3], NONE])).toBeNull();
    expect(
      chosenText(parts, all, [
        [0, 1, 0, 3],
        [1, 0, 0, 3],
      ]),
    ).toBe('choose orange 4442 yellow 4441');
  });

  it('one by one, one block of either colour is enough', () => {
    const { parts, all } = partsOf(['choose orange 4', 'choose orange 3', 'choose yellow 4'], null);
    expect(chosenText(parts, all, [NONE, [0, 0, 0, 1]])).toBe('choose yellow 4');
    expect(
      chosenText(parts, all, [
        [0, 0, 1, 0],
        [0, 0, 0, 1],
      ]),
    ).toBeNull();
  });
});
