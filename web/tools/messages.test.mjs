import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemsOf } from './messages.mjs';

const ROOT = join(import.meta.dirname, '..');
let copy = '';

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'messages-'));
  cpSync(join(ROOT, 'src'), join(copy, 'src'), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true }));

function change(language, area, edit) {
  const path = join(copy, 'src', 'i18n', language, `${area}.json`);
  const messages = JSON.parse(readFileSync(path, 'utf8'));
  edit(messages);
  writeFileSync(path, JSON.stringify(messages));
}

test('the messages are consistent', () => expect(problemsOf(ROOT)).toEqual([]));

test('a missing key is found', () => {
  change('de', 'common', (m) => delete m['common.close']);
  expect(problemsOf(copy)).toEqual(['de: common.close is missing']);
});

test('other placeholders are found', () => {
  change('fr', 'common', (m) => (m['common.close'] = '{what}'));
  expect(problemsOf(copy)).toEqual(['fr: common.close has other placeholders than English']);
});

test('a broken message is found', () => {
  change('nl', 'common', (m) => (m['common.close'] = '{what'));
  expect(problemsOf(copy)[0]).toContain('nl: common.close');
});

test('unused and unknown keys are found', () => {
  for (const language of ['en', 'de', 'nl', 'fr'])
    change(language, 'common', (m) => (m['common.nobody_asks'] = 'x'));
  writeFileSync(join(copy, 'src', 'extra.ts'), "t('common.not_there')");
  expect(problemsOf(copy)).toEqual([
    'extra.ts: there is no message common.not_there',
    'en: common.nobody_asks is used nowhere',
  ]);
});
