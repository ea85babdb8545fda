import { expect, it } from 'vitest';
import { readMark, readMarks, toggled } from './marks';

it('reads places and arrows', () => {
  expect(readMark('C5')).toEqual({ from: 'C5', to: null });
  expect(readMark('A1>C5')).toEqual({ from: 'A1', to: 'C5' });
  expect(readMarks(' C5, A1>C5;<b> C5')).toEqual(['C5', 'A1>C5']);
});

it('adds and removes marks', () => {
  expect(toggled(['C5'], 'A1')).toEqual(['C5', 'A1']);
  expect(toggled(['C5', 'A1'], 'C5')).toEqual(['A1']);
});
