import { expect, test } from 'vitest';
import { tilesIn } from './tiles';

test('a list, or something that holds one; anything else is no file of tiles', () => {
  expect(tilesIn('[{"id": "01"}]')).toEqual([{ id: '01' }]);
  expect(tilesIn('{"tiles": []}')).toEqual([]);
  expect(tilesIn('{"tiles": 3}')).toBeNull();
  expect(tilesIn('nonsense')).toBeNull();
  expect(tilesIn('null')).toBeNull();
});
