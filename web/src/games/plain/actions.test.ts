import { expect, test } from 'vitest';
import { listed, matching } from './actions';

const LEGAL = ['take 1 A', 'take 2 A', 'take 1 B', 'pass'];

test('a search needs every word, in any order', () => {
  expect(matching(LEGAL, 'a take')).toEqual(['take 1 A', 'take 2 A']);
  expect(matching(LEGAL, ' ')).toEqual(LEGAL);
  expect(matching(LEGAL, 'nothing')).toEqual([]);
});

test('the list is cut, with the hinted action first', () => {
  expect(listed(LEGAL, 2, 'pass')).toEqual(['pass', 'take 1 A']);
  expect(listed(LEGAL, 2, null)).toEqual(['take 1 A', 'take 2 A']);
  expect(listed(LEGAL, 9, 'gone')).toEqual(LEGAL);
});
