import { expect, test } from 'vitest';
import type { GuidePart } from '../protocol';
import { matching, topics } from './links';

const part = (id: string, title: string, clauses: string[] = []): GuidePart => ({
  id,
  title,
  clauses,
  text: `About ${id}`,
  caption: '',
  figure: null,
  labels: {},
});
const GUIDE = [
  {
    id: 'turn',
    title: 'A turn',
    parts: [part('turn-a', ''), part('turn-b', '… and draw', ['M2.7'])],
  },
  { id: 'end', title: 'The end', parts: [part('end-a', '', ['M3.5'])] },
];

test('a clause leads to the part that explains it', () => {
  expect(topics(GUIDE).get('M2.7')).toEqual({ part: 'turn-b', title: 'and draw' });
  expect(topics(GUIDE).get('M3.5')).toEqual({ part: 'end-a', title: 'The end' });
  expect(topics(GUIDE).get('M1.1')).toBeUndefined();
});

test('a search keeps the sections of the parts it finds', () => {
  const found = matching(GUIDE, (text) => text.includes('draw'));
  expect(found.map(({ id, parts }) => [id, parts.map((each) => each.id)])).toEqual([
    ['turn', ['turn-b']],
  ]);
});
