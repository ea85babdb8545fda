import { expect, test } from 'vitest';
import { counted, keyedTool, put, takeOff } from './tools';

test('blocks are put on a site and taken off it', () => {
  const one = put({}, 'C5', 0, 3);
  const two = put(one, 'C5', 1, 2);
  expect(two).toEqual({
    C5: [
      [0, 3],
      [1, 2],
    ],
  });
  expect(takeOff(two, 'C5')).toEqual(one);
  expect(takeOff(one, 'C5')).toEqual({});
  expect(takeOff({}, 'C5')).toEqual({});
});

test('keys choose floors and colours', () => {
  const tool = { kind: 'block', colour: 0, floors: 2 } as const;
  expect(keyedTool('4', tool, ['orange', 'blue'])).toEqual({ ...tool, floors: 4 });
  expect(keyedTool('b', tool, ['orange', 'blue'])).toEqual({ ...tool, colour: 1 });
  expect(keyedTool('4', { kind: 'remove' }, ['orange'])).toEqual({ ...tool, floors: 4 });
  expect(keyedTool('g', tool, ['orange', 'blue'])).toBeNull();
});

test('counts never become negative', () => {
  expect(counted([0, 2, 0, 0], 2, -1)).toEqual([0, 1, 0, 0]);
  expect(counted([0, 2, 0, 0], 1, -1)).toEqual([0, 2, 0, 0]);
});
