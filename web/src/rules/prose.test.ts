import { expect, test } from 'vitest';
import { blocks, spans } from './prose';

test('paragraphs and lists', () => {
  expect(blocks('One\nline.\n\n- a\n- **b**\n\nLast.')).toEqual([
    { kind: 'paragraph', text: 'One line.' },
    { kind: 'list', items: ['a', '**b**'] },
    { kind: 'paragraph', text: 'Last.' },
  ]);
});

test('bold', () => {
  expect(spans('**Whoever** wins')).toEqual([
    { text: 'Whoever', bold: true },
    { text: ' wins', bold: false },
  ]);
});
