import { describe, expect, it } from 'vitest';
import type { ChatLine } from '../../protocol';
import { grouped, heard, silenced, unread } from './chat';

const line = (n: number, person: string, at = n): ChatLine => ({
  n,
  room: 'players',
  at,
  person,
  name: person,
  text: '',
});

describe('chat', () => {
  it('leaves out muted people', () => {
    expect(heard([line(1, 'a'), line(2, 'b')], ['a']).map(({ n }) => n)).toEqual([2]);
  });

  it('lists the muted people in the chat or at the table', () => {
    const seat = { person: 'c', name: 'Carol' };
    expect(silenced([line(1, 'a'), line(2, 'b'), seat, {}], ['a', 'c'])).toEqual([
      { person: 'a', name: 'a' },
      { person: 'c', name: 'Carol' },
    ]);
  });

  it('groups consecutive lines of one person within a short time', () => {
    const lines = [line(1, 'a'), line(2, 'a'), line(3, 'b'), line(4, 'b', 200_000)];
    expect(grouped(lines).map((group) => group.lines.map(({ n }) => n))).toEqual([
      [1, 2],
      [3],
      [4],
    ]);
  });

  it('counts unread lines of others', () => {
    expect(unread([line(1, 'b'), line(2, 'a'), line(3, 'b')], 1, 'a')).toBe(1);
  });
});
