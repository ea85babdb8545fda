import { describe, expect, it } from 'vitest';
import { pathOf, readQuestion } from './question';

const read = (path: string) => {
  const url = new URL(path, 'http://here/');
  return readQuestion(url.pathname.split('/')[2]!, url.searchParams);
};

describe('the address of a question', () => {
  it('has only what is asked for', () => {
    expect(pathOf(read('explorer/chess'))).toBe('explorer/chess');
    expect(read('explorer/chess')).toMatchObject({ by: 'opening', after: [], won: null });
  });

  it('is read back', () => {
    const question = {
      ...read('explorer/chess'),
      after: ['C5 3', 'A1 & 2'],
      players: 4,
      kind: 'bot' as const,
      won: true,
      mine: true,
    };
    expect(read(pathOf(question))).toEqual(question);
    const sites = { ...read('explorer/chess'), by: 'site', round: 2, edition: 'old-1994' };
    expect(read(pathOf(sites))).toEqual(sites);
  });

  it('ignores what makes no sense', () => {
    const odd = read('explorer/chess?players=none&kind=cat&by=site&after=C5');
    expect(odd).toMatchObject({ players: null, kind: null, after: [] });
  });
});
