import { expect, test } from 'vitest';
import { parts, rank, sections } from './search';

const CLAUSES = [
  { id: 'M2', title: 'Course', text: '' },
  { id: 'M2.1', title: 'Rounds', text: 'Four players play 4 rounds.' },
  { id: 'M2.5', title: 'Übernahme', text: 'Taking over a building (M1.3) [D].' },
  { id: 'M3', title: 'Scoring', text: '' },
  { id: 'M3.1', title: 'Highest', text: 'The highest building.' },
];

test('all words must occur, in any order, ignoring accents', () => {
  expect(rank(CLAUSES[2]!, 'building ubernahme')).toBeGreaterThan(0);
  expect(rank(CLAUSES[2]!, 'building rounds')).toBe(0);
  expect(rank(CLAUSES[2]!, 'm2.5')).toBeGreaterThan(0);
});

test('sections keep their headings and only matching clauses', () => {
  expect(sections(CLAUSES, '').map((each) => each.clauses.length)).toEqual([2, 1]);
  expect(sections(CLAUSES, 'building').map((each) => each.clauses.map((c) => c.id))).toEqual([
    ['M2.5'],
    ['M3.1'],
  ]);
  expect(sections(CLAUSES, 'scoring').map((each) => each.heading.id)).toEqual(['M3']);
  expect(sections(CLAUSES, 'nothing of it')).toEqual([]);
});

test('words are found by their beginning, the best match first, parts of words only as a last resort', () => {
  const tied = [
    { id: 'M3', title: 'Scoring', text: '' },
    { id: 'M3.2', title: 'Majorities', text: 'Most buildings of a district.' },
    { id: 'M3.3', title: 'Ranking', text: 'Tied players compare heights.' },
    { id: 'M3.5', title: 'Tie', text: 'Nobody wins alone.' },
  ];
  const found = (search: string) =>
    sections(tied, search).flatMap((each) => each.clauses.map((clause) => clause.id));
  expect(found('tie')).toEqual(['M3.5', 'M3.3']);
  expect(found('jori')).toEqual(['M3.2']);
});

test('a text is split at decisions and at the ids of known clauses', () => {
  expect(parts('as in M1.3 [D], on C5', (id) => id === 'M1.3')).toEqual([
    { kind: 'text', text: 'as in ' },
    { kind: 'clause', text: 'M1.3' },
    { kind: 'text', text: ' ' },
    { kind: 'decision', text: '[D]' },
    { kind: 'text', text: ', on C5' },
  ]);
});
