import { describe, expect, it } from 'vitest';
import { TILES } from '../board/fixture';
import { Choices, flip, hold, jump, onBoard, snap, spotOf, step, take, tap, turn } from './placing';
import { FOUNTAIN } from '../board/tiles';

/** Tile 05, a right trapezoid: a whole field and half of the one below it. */
const LEGAL = [
  'place 05 b 0 a1',
  'place 05 b 0 b1',
  'place 05 b 0 f5',
  'place 05 b 1 c3',
  'place 05 g 0 d4',
  'skip 05',
];
const choices = new Choices(LEGAL, TILES);
const hand = take(choices, '05');
const action = (held: typeof hand) => spotOf(choices, held)?.action;

describe('legal placements come from the service', () => {
  it('by piece and orientation, with the number of places', () => {
    expect(choices.pieces).toEqual(['05']);
    expect(choices.ways('05').map(({ side, turns, count }) => [side + turns, count])).toEqual([
      ['b0', 3],
      ['b1', 1],
      ['b2', 0],
      ['b3', 0],
      ['g0', 1],
      ['g1', 0],
      ['g2', 0],
      ['g3', 0], // prettier-ignore
    ]);
    expect(choices.decline('05')).toBe('skip 05');
    expect(choices.fits('05')).toBe(true);
    expect(new Choices(['skip 05'], TILES).fits('05')).toBe(false);
  });

  it('several decisions in one moment (T2.5)', () => {
    const last = new Choices([...LEGAL, 'place 02 b 0 a1', 'skip 02'], TILES);
    expect(last.pieces).toEqual(['05', '02']);
    expect(take(last, '02')).toEqual({ piece: '02', side: 'b', turns: 0, at: null });
  });

  it('a piece is taken up the first way round that has a place', () => {
    expect(take(new Choices(['place 05 g 2 d4'], TILES), '05')).toMatchObject({
      side: 'g',
      turns: 2,
    });
  });
});

describe('turning', () => {
  it('by quarters, and back', () => {
    expect(turn(choices, hand).turns).toBe(1);
    expect(turn(choices, hand, -1).turns).toBe(3);
    expect(turn(choices, { ...hand, piece: '02' }).turns).toBe(0); // a square looks the same
  });

  it('over: as it is seen, from left to right', () => {
    expect(flip(choices, hand)).toMatchObject({ side: 'g', turns: 0 });
    expect(flip(choices, turn(choices, hand))).toMatchObject({ side: 'g', turns: 3 });
    expect(flip(choices, flip(choices, turn(choices, hand)))).toEqual(turn(choices, hand));
  });

  it('on the board: to the nearest place it has so, or back to the tray', () => {
    const placed = tap(choices, hand, 1.5, 0.5);
    expect(action(turn(choices, placed))).toBe('place 05 b 1 c3');
    expect(action(hold(choices, placed, 'g', 0))).toBe('place 05 g 0 d4');
    expect(turn(choices, placed, 2).at).toBeNull();
  });
});

describe('moving', () => {
  it('a tap takes the place over it; the same tap again the next', () => {
    const both = new Choices(['place 05 b 0 b1', 'place 05 b 0 b2'], TILES);
    const first = tap(both, take(both, '05'), 1.5, 1.4);
    expect(first.at).toEqual([1, 1]);
    expect(tap(both, first, 1.5, 1.4).at).toEqual([1, 0]);
    expect(tap(both, tap(both, first, 1.5, 1.4), 1.5, 1.4).at).toEqual([1, 1]);
  });

  it('a tap where nothing fits takes the nearest', () => {
    expect(action(tap(choices, hand, 6.5, 6.5))).toBe('place 05 b 0 f5');
  });

  it('keys move it field by field, also over covered ones, but never off the board', () => {
    const placed = tap(choices, hand, 1.5, 0.5);
    const left = step(choices, placed, -1, 0);
    expect(action(left)).toBe('place 05 b 0 a1');
    expect(step(choices, left, -1, 0).at).toEqual([0, 0]);
    expect(action(step(choices, placed, 1, 0))).toBeUndefined();
    expect(step(choices, { ...hand, at: [6, 5] }, 0, 1).at).toEqual([6, 5]);
  });

  it('jumps from place to place, around and back', () => {
    const first = jump(choices, hand, 1);
    expect(action(first)).toBe('place 05 b 0 f5'); // nearest to the middle
    expect(action(jump(choices, first, 1))).toBe('place 05 b 0 a1');
    expect(action(jump(choices, first, -1))).toBe('place 05 b 0 b1');
  });

  it('a dragged piece snaps to near places only', () => {
    expect(snap(choices, hand, 0.6, 0.3)?.action).toBe('place 05 b 0 b1');
    expect(snap(choices, hand, 3, 3)).toBeNull();
    expect(onBoard(choices, hand, -0.7, 6.4)).toEqual([0, 5]);
  });
});

describe('a fountain (T2.3)', () => {
  const fountains = new Choices(
    ['fountain c3 ne', 'fountain c3 sw', 'fountain e5 nw', 'fountain -'],
    TILES,
  );
  const fountain = take(fountains, FOUNTAIN);

  it('goes to the half that is tapped, then to the other', () => {
    const tapped = tap(fountains, fountain, 2.8, 2.1);
    expect(spotOf(fountains, tapped)?.action).toBe('fountain c3 ne');
    expect(spotOf(fountains, tap(fountains, tapped, 2.8, 2.1))?.action).toBe('fountain c3 sw');
  });

  it('turns by itself when it is dragged, and may be declined', () => {
    expect(snap(fountains, fountain, 4.1, 4)?.action).toBe('fountain e5 nw');
    expect(fountains.decline(FOUNTAIN)).toBe('fountain -');
  });
});
