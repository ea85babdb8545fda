import { describe, expect, it } from 'vitest';
import { attempt, choose, completed, decidedOn, moves, NOTHING, possible } from './turn';

const LEGAL = moves([
  'build 2 A2 4',
  'build 2 A2 1',
  'build 2 B2 4',
  'build 5 A5 1',
  'build 5 B5 1',
  'build 9 C9 4',
]);
const block = (floors: number, colour: string | null = null) => ({ floors, colour });

describe('card, block and site in any order', () => {
  it('a card lights the sites it allows and leaves other cards open', () => {
    const { sites, cards, blocks } = possible(LEGAL, { ...NOTHING, card: 2 });
    expect([...sites]).toEqual(['A2', 'B2']);
    expect([...cards]).toEqual([2, 5, 9]);
    expect([...blocks]).toEqual(['4 ', '1 ']);
  });

  it('a block narrows to the sites possible with it', () => {
    const { sites, cards } = possible(LEGAL, { ...NOTHING, block: block(1) });
    expect([...sites]).toEqual(['A2', 'A5', 'B5']);
    expect([...cards]).toEqual([2, 5]);
  });

  it('a site narrows cards and blocks', () => {
    const { cards, blocks } = possible(LEGAL, { ...NOTHING, site: 'A2' });
    expect([...cards]).toEqual([2]);
    expect([...blocks]).toEqual(['4 ', '1 ']);
  });

  it('card, then site: the block stays open', () => {
    const chosen = choose(LEGAL, { ...NOTHING, card: 2 }, 'site', 'A2');
    expect(decidedOn(LEGAL, completed(LEGAL, chosen))).toBeNull();
    const done = choose(LEGAL, chosen, 'block', block(1));
    expect(decidedOn(LEGAL, completed(LEGAL, done))).toBe('build 2 A2 1');
  });

  it('one tap is enough where the rest is forced', () => {
    const chosen = choose(LEGAL, NOTHING, 'site', 'C9');
    expect(completed(LEGAL, chosen)).toEqual({ card: 9, block: block(4), site: 'C9' });
    expect(decidedOn(LEGAL, completed(LEGAL, chosen))).toBe('build 9 C9 4');
  });

  it('nothing is forced before the first choice', () => {
    const one = moves(['build 5 A5 1']);
    expect(completed(one, NOTHING)).toEqual(NOTHING);
  });

  it('a new choice clears incompatible parts', () => {
    const chosen = { card: 2, block: block(4), site: 'B2' };
    expect(choose(LEGAL, chosen, 'card', 5)).toEqual({ ...NOTHING, card: 5 });
    expect(choose(LEGAL, { card: 5, block: block(1), site: null }, 'block', block(4))).toEqual({
      ...NOTHING,
      block: block(4),
    });
    expect(choose(LEGAL, { card: 2, block: block(4), site: 'A2' }, 'block', block(1))).toEqual({
      card: 2,
      block: block(1),
      site: 'A2',
    });
  });
});

describe('two colours (M3.4)', () => {
  const two = moves(['build 9 A9 4 orange', 'build 9 A9 4 yellow', 'build 9 B9 3 yellow']);

  it('blocks of the same size differ by colour', () => {
    const chosen = choose(two, { ...NOTHING, card: 9 }, 'site', 'A9');
    expect(decidedOn(two, completed(two, chosen))).toBeNull();
    const done = choose(two, chosen, 'block', block(4, 'yellow'));
    expect(decidedOn(two, completed(two, done))).toBe('build 9 A9 4 yellow');
  });
});

describe('forfeits (M2.8)', () => {
  it('need a card and a block, no site', () => {
    const none = moves(['forfeit 3 2', 'forfeit 3 1', 'forfeit 7 2', 'forfeit 7 1']);
    const card = choose(none, NOTHING, 'card', 3);
    expect(decidedOn(none, completed(none, card))).toBeNull();
    const both = choose(none, card, 'block', block(2));
    expect(decidedOn(none, completed(none, both))).toBe('forfeit 3 2');
  });
});

describe('an attempt that the service will refuse', () => {
  const marks = (card: number) => [`A${card}`, `B${card}`];

  it('is made with what is chosen', () => {
    const chosen = { card: 2, block: block(1), site: null };
    expect(attempt(chosen, 'F1', [2, 5], [block(4), block(1)], marks)).toBe('build 2 F1 1');
  });

  it('otherwise with a card that marks the site and the largest block', () => {
    expect(attempt(NOTHING, 'B5', [2, 5], [block(1), block(4)], marks)).toBe('build 5 B5 4');
    expect(attempt(NOTHING, 'B5', [2, 5], [], marks)).toBeNull();
  });

  it('is not made where no card marks the site', () => {
    expect(attempt(NOTHING, 'B7', [2, 5], [block(1)], marks)).toBeNull();
  });
});
