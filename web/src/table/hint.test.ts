import { expect, test, vi } from 'vitest';
import type { Table } from '../net/table.svelte';
import type { Job } from '../protocol';
import { Hint } from './hint.svelte';

const advised = (action: string) => ({ result: { action } }) as unknown as Job;

/** A hint for seat 0 whose answers change the version of the position to these. */
function asked(...versions: (number | null)[]) {
  let version: number | null = 1;
  const answer = vi.fn(async () => {
    if (versions.length) version = versions.shift()!;
    return advised(`for ${version}`);
  });
  const hint = new Hint({ hint: answer } as unknown as Table);
  return { hint, answer, done: hint.ask(0, () => version) };
}

test('a hint is about the position in which it was asked for', async () => {
  const { hint, answer, done } = asked();
  expect(hint.progress).toBe(0);
  await done;
  expect(hint.advice).toMatchObject({ action: 'for 1', seat: 0, version: 1 });
  expect(hint.progress).toBeNull();
  expect(answer).toHaveBeenCalledTimes(1);
});

test('a position that changes meanwhile is asked about again', async () => {
  const { hint, answer, done } = asked(2);
  await done;
  expect(hint.advice).toMatchObject({ action: 'for 2', version: 2 });
  expect(answer).toHaveBeenCalledTimes(2);
});

test('once nothing is to be decided, there is no hint', async () => {
  const { hint, answer, done } = asked(null);
  await done;
  expect(hint.advice).toBeNull();
  expect(hint.progress).toBeNull();
  expect(answer).toHaveBeenCalledTimes(1);
});

test.each([
  ['answered', async () => advised('for 1')],
  ['refused', () => Promise.reject(new Error('the connection was closed'))],
])('a hint %s after the table was left is dropped', async (_, answer) => {
  const hint = new Hint({ hint: answer } as unknown as Table);
  const present = vi.fn(() => 1);
  const done = hint.ask(0, present);
  hint.leave();
  await done;
  expect(hint.advice).toBeNull();
  expect(present).toHaveBeenCalledTimes(1); // only when it was asked for
});
