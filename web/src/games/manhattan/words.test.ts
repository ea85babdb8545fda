import { beforeAll, describe as about, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../i18n/index.svelte';
import type { Player, PlayProps } from '../types';
import type { Options } from './options';
import { describe, detail, effect, lastWords, lostSites } from './describe';
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

  it.each([
    ['taken B4 orange', 'Taken over from orange'],
    ['monster C5', 'The monster walks to C5'],
    [
      'taken B4 orange; monster C5 4 blue',
      'Taken over from orange. The monster destroys 4 floors on C5 (blue on top)',
    ],
    ['earthquake', ''],
  ])('what happened: %s', (text, words) => expect(effect(text)).toBe(words));

  it('the last decision, with what it caused', () => {
    const recent = ['1 build 9 A9 1', '1 build 5 B5 2', '* draw 1 ?'];
    const seen = { recent, effects: [null, 'taken B5 orange', null], options: {}, players };
    expect(lastWords(seen as unknown as PlayProps)).toBe(
      'Grace builds 2 floors on B5. Taken over from orange',
    );
    expect(lastWords({ ...seen, recent: [] } as unknown as PlayProps)).toBe('');
  });

  it('the sites that a colour has lost', () => {
    const effects = ['taken B5 orange; monster A1', null, 'taken C1 blue', 'monster A2 3 orange'];
    expect(lostSites(effects, ['orange', 'yellow'])).toEqual(['B5']);
  });

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
