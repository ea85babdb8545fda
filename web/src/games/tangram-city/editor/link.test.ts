import { expect, test } from 'vitest';
import { linkCode, setOfLink, type TileSet } from './link';

const SET: TileSet = {
  name: 'Ada’s tiles, no. 1 ~ #2',
  tiles: [
    {
      id: '01',
      name: 'boat. ~ “ü”',
      symbol: true,
      halves: [
        [0, 0, 'nw'],
        [6, 6, 'sw'],
      ],
    },
    { id: '23', name: '', symbol: false, halves: [] },
  ],
};

test('a link has the whole set', () => {
  const code = linkCode(SET);
  expect(code).toMatch(/^[\w.~*%!'()-]+=[\w.~*%!'()-]*$/);
  expect(setOfLink(code)).toEqual(SET);
});

test('anything else is no set', () => {
  for (const wrong of ['', 'set=1', 'set=2.x', 'set=1.x.1a', 'set=1.x.0170a', 'line=3'])
    expect(setOfLink(wrong)).toBeNull();
});
