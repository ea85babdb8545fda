import { expect, test, vi } from 'vitest';

vi.mock('../i18n/index.svelte', () => ({ t: () => 'Ada|Grace' }));
const { friendlyName, insteadOf, pick } = await import('./names');

test('every name of the list can be picked', () => {
  expect([0, 0.34, 0.99].map((chance) => pick('Ada|Grace|Alan', chance))).toEqual([
    'Ada',
    'Grace',
    'Alan',
  ]);
  expect(pick('Ada', 1)).toBe('Ada');
});

test('a friendly name comes from the list of the language', () => {
  expect(['Ada', 'Grace']).toContain(friendlyName());
});

test('only a name from the list has others to take instead', () => {
  expect(insteadOf('Ada')).toEqual(['Grace']);
  expect(insteadOf('Somebody')).toEqual([]);
});
