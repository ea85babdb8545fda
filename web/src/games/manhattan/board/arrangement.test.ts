import { describe, expect, it } from 'vitest';
import { arrange } from './arrangement';

const of = (width: number, height: number, more = {}) =>
  arrange({ width, height, side: 0, two: false, whole: false, ...more });

describe('board and controls', () => {
  it('lie one below the other where the space is high, side by side where it is low', () => {
    expect(of(1056, 847)).toMatchObject({ across: 3, beside: false });
    expect(of(752, 860)).toMatchObject({ across: 3, beside: false });
    expect(of(896, 667)).toMatchObject({ across: 3, beside: false });
    expect(of(1056, 720)).toMatchObject({ across: 3, beside: true });
    expect(of(740, 316)).toMatchObject({ across: 3, beside: true });
  });

  it('fold the districts on a phone only where that makes sites larger', () => {
    expect(of(390, 756).across).toBe(2);
    expect(of(360, 552).across).toBe(3);
  });

  it('never fold districts whose neighbours matter', () => {
    expect(of(390, 756, { whole: true }).across).toBe(3);
  });

  it('turn with the table', () => {
    expect(of(1056, 847, { side: 1 })).toMatchObject({ across: 2, beside: true });
    expect(of(390, 756, { side: 3, whole: true }).across).toBe(2);
    expect(of(360, 552, { side: 3 }).across).toBe(2);
  });

  it('keep the districts of a turned board in place, with captions beside where it is high', () => {
    expect(of(360, 552, { side: 1, two: true })).toMatchObject({ across: 2, aside: true });
    expect(of(360, 552, { side: 3, whole: true })).toMatchObject({ across: 2, aside: true });
    expect(of(390, 756, { side: 1 })).toMatchObject({ across: 2, aside: false });
  });
});
