import { expect, test } from 'vitest';
import { tilesIn } from './tiles';

test('accepts a list of tiles or an object with one, and nothing else', () => {
  expect(tilesIn('[{"id": "01"}]')).toEqual([{ id: '01' }]);
  expect(tilesIn('{"tiles": []}')).toEqual([]);
  expect(tilesIn('{"tiles": 3}')).toBeNull();
  expect(tilesIn('nonsense')).toBeNull();
  expect(tilesIn('null')).toBeNull();
});
