import { describe, expect, it } from 'vitest';
import { shown, timeLeft } from './clock';

describe('a clock', () => {
  const clocks = { at: 1000, left: [60_000, 5_000], running: [0] };

  it('runs only for seats that have to decide, and never below zero', () => {
    expect(timeLeft(clocks, 0, 11_000)).toBe(50_000);
    expect(timeLeft(clocks, 1, 11_000)).toBe(5_000);
    expect(timeLeft(clocks, 0, 99_000)).toBe(0);
  });

  it('does not gain time if the local clock is slow', () => {
    expect(timeLeft(clocks, 0, 0)).toBe(60_000);
  });

  it('shows minutes, hours, days', () => {
    expect(shown(0)).toBe('0:00');
    expect(shown(61_000)).toBe('1:01');
    expect(shown(59_500)).toBe('1:00');
    expect(shown(3_661_000)).toBe('1:01:01');
    expect(shown(26 * 3_600_000)).toEqual({ days: 1, hours: 2 });
  });
});
