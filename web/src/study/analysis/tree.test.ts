import { describe, expect, it } from 'vitest';
import {
  decisionOf,
  emptyTree,
  extend,
  linesTo,
  next,
  previous,
  promote,
  prune,
  readTree,
  ROOT,
  sibling,
  storedTree,
} from './tree';

const START = ['* start 0', '* deal 0 12'];

function sample() {
  const tree = emptyTree();
  const main = extend(tree, ROOT, [...START, '0 a', '* draw 0 1', '1 b']);
  const other = extend(tree, ROOT, [...START, '0 c', '* draw 0 2']);
  const deeper = extend(tree, other, ['1 d']);
  extend(tree, other, ['1 e', '* draw 1 3']);
  return { tree, main, other, deeper };
}

describe('tree', () => {
  it('walks from decision to decision', () => {
    const { tree, main } = sample();
    const first = next(tree, ROOT);
    expect(linesTo(tree, first)).toEqual(START);
    const second = next(tree, first);
    expect(linesTo(tree, second)).toEqual([...START, '0 a', '* draw 0 1']);
    expect(next(tree, second)).toBe(main);
    expect(previous(tree, second)).toBe(first);
    expect(tree[decisionOf(tree, second)]!.line).toBe('0 a');
  });

  it('moves between variations', () => {
    const { tree, other, deeper } = sample();
    const second = next(tree, next(tree, ROOT));
    expect(sibling(tree, second, 1)).toBe(other);
    expect(sibling(tree, other, -1)).toBe(second);
    expect(sibling(tree, other, 1)).toBe(other);
    expect(linesTo(tree, sibling(tree, deeper, 1)).at(-1)).toBe('* draw 1 3');
  });

  it('does not add a line twice', () => {
    const { tree, main } = sample();
    expect(extend(tree, ROOT, [...START, '0 a', '* draw 0 1', '1 b'])).toBe(main);
  });

  it('is stored and read again', () => {
    const { tree, main, deeper } = sample();
    tree[ROOT]!.comment = 'before';
    tree[main]!.comment = 'good';
    tree[deeper]!.marks = ['C5', 'A1>C5'];
    const stored = storedTree(tree);
    expect(stored.log).toEqual([...START, '0 a', '* draw 0 1', '1 b']);
    expect(stored.notes).toEqual([
      { line: 0, text: 'before' },
      { line: 5, text: 'good' },
    ]);
    expect(stored.variations).toEqual([
      {
        line: 2,
        log: ['0 c', '* draw 0 2', '1 d'],
        notes: [{ line: 5, marks: ['C5', 'A1>C5'] }],
      },
      { of: 0, line: 4, log: ['1 e', '* draw 1 3'] },
    ]);
    expect(storedTree(readTree(stored))).toEqual(stored);
  });

  it('prunes and promotes', () => {
    const { tree, deeper, other } = sample();
    promote(tree, deeper);
    expect(storedTree(tree).log.at(-1)).toBe('1 d');
    expect(prune(tree, decisionOf(tree, other))).toBe(next(tree, ROOT));
    expect(storedTree(tree).variations).toBeUndefined();
  });
});
