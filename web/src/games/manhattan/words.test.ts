import { beforeAll, describe as about, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../i18n/index.svelte';
import type { Player } from '../types';
import type { Options } from './options';
import { describe, detail } from './describe';
import { siteWords } from './words';

vi.mock('../../net/games.svelte', () => ({
  game: () => ({
    urban: [{ name: 'fog-free-view', clause: 'M4.5' }],
    clauses: [{ id: 'M4.5', title: 'Fog-free view', text: '' }],
    editions: [],
  }),
}));

const players: Player[] = ['Ada', 'Grace'].map((name, seat) => ({
  seat,
  name,
  kind: 'human',
  you: seat === 0,
}));
const say = (line: string) => describe(line, {}, players);

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));

about('lines of the game in English', () => {
  beforeAll(() => chooseLanguage('en'));

  it.each([
    ['* start 1', 'Grace is the start player'],
    ['* deal 0 2229', 'Ada is dealt cards 2, 2, 2, and 9'],
    ['* deal 1 ????', 'Grace is dealt 4 cards'],
    ['* draw 0 5', 'Ada draws card 5'],
    ['* draw 1 ?', ''],
    ['* monster C5', 'The monster starts on C5'],
    ['* districts BADCFE', 'The districts open in the order B, A, D, C, F, E'],
    ['* urban fog-free-view', 'The urban card is Fog-free view'],
    ['* reshuffle', 'The played cards are shuffled into a new pile'],
    ['0 choose 4321', 'Ada chooses 4 + 3 + 2 + 1'],
    [
      '0 choose orange 4411 yellow 4432',
      'Ada chooses orange 4 + 4 + 1 + 1 and yellow 4 + 4 + 3 + 2',
    ],
    ['1 choose ????', 'Grace has chosen blocks in secret'],
    ['1 choose blue ???? purple ????', 'Grace has chosen blocks in secret'],
    ['0 build 5 C5 3', 'Ada builds 3 floors on C5'],
    ['1 build 9 A9 1 blue', 'Grace builds 1 floor of blue on A9'],
    ['0 forfeit 3 2', 'Ada cannot build and gives up card 3 and a block of 2'],
    ['0 forfeit 3 2 orange', 'Ada cannot build and gives up card 3 and a block of 2 of orange'],
    ['0 dance', '0 dance'],
  ])('%s', (line, words) => expect(say(line)).toBe(words));

  it.each([
    ['build 5 C5 3', '3 floors, card 5'],
    ['build 9 A9 1 blue', '1 floor of blue, card 9'],
    ['choose 4321', ''],
  ])('how exactly: %s', (action, words) => expect(detail(action)).toBe(words));

  it('the text of a building has its height, owner and floors by colour', () => {
    const options = { colours: ['orange', 'blue'] } as unknown as Options;
    const blocks: [number, number][] = [
      [1, 3],
      [0, 4],
    ];
    expect(siteWords('C5', blocks, options, { lit: true, takeover: true })).toBe(
      'C5: 7 floors, orange on top: orange 4, blue 3; can be taken over',
    );
    expect(siteWords('C6', [], options)).toBe('C6: empty');
  });
});

about.each(['de', 'nl', 'fr'] as const)('in %s', (language) => {
  beforeAll(() => chooseLanguage(language));

  it('every kind of line has words', () => {
    for (const line of ['* start 1', '* urban villa', '0 choose 4321', '0 build 5 C5 3']) {
      const words = say(line);
      expect(words).not.toMatch(/manhattan\.|\{/);
      expect(words.length).toBeGreaterThan(8);
    }
  });
});
