import { describe, expect, test } from 'vitest';
import { filled } from './worker.mjs';

const CODE = 'const { version, files } = BUILD; // …';

function build(files) {
  return JSON.parse(/= (\{.*\});/.exec(filled(CODE, Object.entries(files)))[1]);
}

describe('the service worker', () => {
  test('keeps the page and all files but large ones', () => {
    const files = {
      'index.html': '<html>',
      'assets/a-1.js': 'a',
      'assets/three.js': 'x'.repeat(300_000),
    };
    expect(build(files).files).toEqual(['./', 'assets/a-1.js']);
  });

  test('has another version whenever a file has changed', () => {
    const one = build({ 'index.html': '1', 'icon.svg': 'a' });
    expect(build({ 'icon.svg': 'a', 'index.html': '1' }).version).toBe(one.version);
    expect(build({ 'index.html': '2', 'icon.svg': 'a' }).version).not.toBe(one.version);
    expect(build({ 'index.html': '1', 'icon.svg': 'b' }).version).not.toBe(one.version);
  });
});
