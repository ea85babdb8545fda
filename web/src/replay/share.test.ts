import { expect, test } from 'vitest';
import { packed, unpacked } from './share';

test('a record survives a link made of URL-safe characters', async () => {
  const record = {
    format: 'baumeister-record/1',
    log: Array(150).fill('0 build 5 C5 3'),
    name: 'Zoë – 東',
  };
  const text = await packed(record);
  expect(text).toMatch(/^[\w-]+$/);
  expect(text.length).toBeLessThan(400);
  expect(await unpacked(text)).toEqual(record);
});
