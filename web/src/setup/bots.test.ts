import { expect, test, vi } from 'vitest';
import en from '../i18n/en/setup.json';

vi.mock('../i18n/index.svelte', () => {
  const messages = en as Record<string, string>;
  return {
    t: (key: string) => messages[key] ?? key,
    tr: (key: string, fallback: string) => messages[key] ?? fallback,
  };
});
const { botName, botAbout, seatNames, usualBot } = await import('./bots');

test('bots have names; one that is newer than this page has its code', () => {
  expect(botName('greedy')).toBe(en['setup.bot_greedy_name']);
  expect(botName('oracle')).toBe('oracle');
  expect(botAbout('oracle')).toBe('');
});

test('twins are told apart by a number', () => {
  const name = en['setup.bot_random_name'];
  const bot = { kind: 'bot', bot: 'random' };
  expect(seatNames([{ kind: 'human', name: 'Ada' }, bot, { kind: 'open' }, bot])).toEqual([
    'Ada',
    name,
    en['setup.seat_open'],
    `${name} 2`,
  ]);
});

test('the usual opponent is there whatever the service has', () => {
  expect(usualBot([])).toBe('greedy');
  expect(usualBot([{ code: 'random', level: 1 }])).toBe('random');
});
