import { describe, expect, it } from 'vitest';
import { atScreen, turnOf } from './turn';

const now = { status: 'playing', paused: false, owing: [1], own: [0], seat: 0, decided: false };

describe('whose turn', () => {
  it('is mine, another player’s, or several players’', () => {
    expect(turnOf(now)).toEqual({ state: 'thinking', seats: [1] });
    expect(turnOf({ ...now, owing: [0, 1] })).toEqual({ state: 'yours', seats: [0] });
    expect(turnOf({ ...now, decided: true })).toEqual({ state: 'decided', seats: [1] });
    expect(turnOf({ ...now, own: [], seat: null, owing: [0, 1] })).toEqual({
      state: 'thinking',
      seats: [0, 1],
    });
  });

  it('is named where several players share a screen', () => {
    expect(turnOf({ ...now, own: [0, 1], seat: 1 })).toEqual({ state: 'handed', seats: [1] });
  });

  it('is nobody’s in a pause, between two moves, or at the end', () => {
    expect(turnOf({ ...now, paused: true }).state).toBe('paused');
    expect(turnOf({ ...now, owing: [] }).state).toBe('wait');
    expect(turnOf({ ...now, status: 'over' }).state).toBe('over');
  });
});

describe('the seat at the screen', () => {
  it('is one that has to decide, preferably the one already there', () => {
    expect(atScreen([0, 2], [2], 0)).toBe(2);
    expect(atScreen([0, 2], [0, 2], 2)).toBe(2);
  });

  it('stays while others decide', () => {
    expect(atScreen([0, 2], [1], 2)).toBe(2);
    expect(atScreen([0, 2], [], 0)).toBe(0);
  });

  it('is the first at the beginning, and null for spectators', () => {
    expect(atScreen([0, 2], [1], null)).toBe(0);
    expect(atScreen([], [1], null)).toBeNull();
  });
});
