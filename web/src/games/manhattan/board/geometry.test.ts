import { describe, expect, it } from 'vitest';
import { cardCell, districtsFrom, markedSites, neighbour, sitesFrom } from './geometry';

describe('the table from each side', () => {
  it('M1.1: A B C over D E F from the South, turned from the others', () => {
    expect([0, 1, 2, 3].map((side) => districtsFrom(side).join(''))).toEqual([
      'ABCDEF',
      'CFBEAD',
      'FEDCBA',
      'DAEBFC',
    ]);
  });

  it('M1.5: card 1 marks site 1, 3, 9, 7; card 5 the centre', () => {
    expect([0, 1, 2, 3].map((own) => markedSites(1, own)[0])).toEqual(['A1', 'A3', 'A9', 'A7']);
    for (const own of [0, 1, 2, 3]) expect(markedSites(5, own)[2]).toBe('C5');
  });

  it("M1.5: a card is upright from its player's side", () => {
    for (const own of [0, 1, 2, 3])
      for (let card = 1; card <= 9; card++) {
        expect(cardCell(card, own, own)).toBe(card - 1);
        const site = markedSites(card, own)[0]!;
        expect(sitesFrom('A', own).indexOf(site)).toBe(card - 1);
      }
  });
});

describe('arrow keys', () => {
  it('cross districts and stop at the edge', () => {
    expect(neighbour('A3', 'right', 0, 3)).toBe('B1');
    expect(neighbour('A7', 'down', 0, 3)).toBe('D1');
    expect(neighbour('A1', 'up', 0, 3)).toBeNull();
    expect(neighbour('C3', 'right', 0, 3)).toBeNull();
  });

  it('follow the layout of a narrow screen and a turned table', () => {
    expect(neighbour('A9', 'down', 0, 2)).toBe('C3');
    expect(neighbour('F1', 'down', 0, 2)).toBe('F4');
    expect(neighbour('F9', 'down', 0, 2)).toBeNull();
    expect(neighbour('F9', 'right', 2, 3)).toBe('F8');
    expect(neighbour('F7', 'right', 2, 3)).toBe('E9');
  });
});
