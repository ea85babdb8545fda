import { expect, test } from 'vitest';
import { matches, parts, sections } from './search';

const CLAUSES = [
  { id: 'M2', title: 'Course', text: '' },
  { id: 'M2.1', title: 'Rounds', text: 'Four players play 4 rounds.' },
  { id: 'M2.5', title: 'Übernahme', text: 'Taking over a building (M1.3) [D].' },
  { id: 'M3', title: 'Scoring', text: '' },
  { id: 'M3.1', title: 'Highest', text: 'The highest building.' },
];

test('all words must occur, in any order, ignoring accents', () => {
  expect(matches(CLAUSES[2]!, 'building ubernahme')).toBe(true);
  expect(matches(CLAUSES[2]!, 'building rounds')).toBe(false);
  expect(matches(CLAUSES[2]!, 'm2.5')).toBe(true);
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

test('a text is split at decisions and at the ids of known clauses', () => {
  expect(parts('as in M1.3 [D], on C5', (id) => id === 'M1.3')).toEqual([
    { kind: 'text', text: 'as in ' },
    { kind: 'clause', text: 'M1.3' },
    { kind: 'text', text: ' ' },
    { kind: 'decision', text: '[D]' },
    { kind: 'text', text: ', on C5' },
  ]);
});
