/** A tree of variations: every node is one line of a log, the first child continues the main line. */
export interface TreeNode {
  id: number;
  /** Empty for the root. */
  line: string;
  parent: number | null;
  /** The main continuation first. */
  children: number[];
  comment: string;
  /** Marked places and arrows: `C5`, `A1>C5`. */
  marks: string[];
}

export interface Note {
  /** How many lines of the log the position has behind it. */
  line: number;
  text?: string;
  marks?: string[];
}

/** A branch: `line` lines are shared with its parent, the main line or another variation. */
export interface Variation {
  /** The index of the variation it branches off; absent: the main line. */
  of?: number;
  line: number;
  log: string[];
  notes?: Note[];
}

/** A tree as it is stored, in records and studies alike. */
export interface StoredTree {
  log: string[];
  notes?: Note[];
  variations?: Variation[];
}

export type Tree = Record<number, TreeNode>;
export const ROOT = 0;

export const isChance = (line: string) => line.startsWith('* ');

export function emptyTree(): Tree {
  return { [ROOT]: node(ROOT, '', null) };
}

function node(id: number, line: string, parent: number | null): TreeNode {
  return { id, line, parent, children: [], comment: '', marks: [] };
}

/** Add lines after a node, following those that are there already; returns the last node. */
export function extend(tree: Tree, from: number, lines: readonly string[]): number {
  let at = from;
  for (const line of lines) {
    const known = tree[at]!.children.find((child) => tree[child]!.line === line);
    if (known === undefined) {
      const id = Math.max(...Object.keys(tree).map(Number)) + 1;
      tree[id] = node(id, line, at);
      tree[at]!.children = [...tree[at]!.children, id];
      at = id;
    } else at = known;
  }
  return at;
}

export function linesTo(tree: Tree, id: number): string[] {
  const lines: string[] = [];
  for (let at = tree[id]!; at.parent !== null; at = tree[at.parent]!) lines.unshift(at.line);
  return lines;
}

/** The next position where a player decides, or the end. */
export function next(tree: Tree, id: number): number {
  let at = tree[id]!.children[0];
  if (at === undefined) return id;
  for (;;) {
    const child: number | undefined = tree[at]!.children[0];
    if (child === undefined || !isChance(tree[child]!.line)) return at;
    at = child;
  }
}

export function previous(tree: Tree, id: number): number {
  let at = tree[id]!;
  while (at.parent !== null && isChance(at.line)) at = tree[at.parent]!;
  return at.parent ?? ROOT;
}

/** The decision that led to a node: outcomes of chance belong to it. */
export function decisionOf(tree: Tree, id: number): number {
  let at = tree[id]!;
  while (at.parent !== null && isChance(at.line)) at = tree[at.parent]!;
  return at.id === ROOT ? id : at.id;
}

/** The node beside this one: the same moment in the previous or next variation. */
export function sibling(tree: Tree, id: number, step: 1 | -1): number {
  for (let at = tree[id]!; at.parent !== null; at = tree[at.parent]!) {
    const { children } = tree[at.parent]!;
    if (children.length < 2) {
      if (!isChance(at.line)) return id;
      continue;
    }
    const found = children[children.indexOf(at.id) + step];
    if (found === undefined) return id;
    return settled(tree, found);
  }
  return id;
}

/** Past the outcomes of chance that follow a node. */
export function settled(tree: Tree, id: number): number {
  let at = id;
  for (;;) {
    const child = tree[at]!.children[0];
    if (child === undefined || !isChance(tree[child]!.line)) return at;
    at = child;
  }
}

/** Remove a node and everything after it; returns its parent. */
export function prune(tree: Tree, id: number): number {
  const { parent, children } = tree[id]!;
  if (parent === null) return ROOT;
  for (const child of [...children]) prune(tree, child);
  tree[parent]!.children = tree[parent]!.children.filter((child) => child !== id);
  delete tree[id];
  return parent;
}

/** Make the variation that leads to a node the main line. */
export function promote(tree: Tree, id: number): void {
  for (let at = tree[id]!; at.parent !== null; at = tree[at.parent]!) {
    const above = tree[at.parent]!;
    above.children = [at.id, ...above.children.filter((child) => child !== at.id)];
  }
}

/** The tree as it is stored. */
export function storedTree(tree: Tree): StoredTree {
  const main = branch(tree, ROOT);
  const variations: Variation[] = [];
  // Breadth first, so that a variation comes after the one it branches off.
  const queue: { ids: number[]; base: number; of: number | null }[] = [
    { ids: main, base: 0, of: null },
  ];
  for (let item = queue.shift(); item; item = queue.shift()) {
    const { ids, base, of } = item;
    const starts = of === null ? [ROOT, ...ids] : ids;
    starts.forEach((id, index) => {
      const depth = base + index + (of === null ? 0 : 1);
      for (const child of tree[id]!.children.slice(1)) {
        const own = [child, ...branch(tree, child)];
        const notes = notesOf(tree, own, depth);
        variations.push({
          ...(of === null ? {} : { of }),
          line: depth,
          log: own.map((each) => tree[each]!.line),
          ...(notes.length ? { notes } : {}),
        });
        queue.push({ ids: own, base: depth, of: variations.length - 1 });
      }
    });
  }
  const notes = [...notesOf(tree, [ROOT], -1), ...notesOf(tree, main, 0)];
  return {
    log: main.map((id) => tree[id]!.line),
    ...(notes.length ? { notes } : {}),
    ...(variations.length ? { variations } : {}),
  };
}

/** The main continuation after a node. */
function branch(tree: Tree, id: number): number[] {
  const ids: number[] = [];
  for (let at = tree[id]!.children[0]; at !== undefined; at = tree[at]!.children[0]) ids.push(at);
  return ids;
}

function notesOf(tree: Tree, ids: readonly number[], before: number): Note[] {
  return ids.flatMap((id, index) => {
    const { comment, marks } = tree[id]!;
    if (!comment && !marks.length) return [];
    return [
      {
        line: before + index + 1,
        ...(comment ? { text: comment } : {}),
        ...(marks.length ? { marks: [...marks] } : {}),
      },
    ];
  });
}

/** The tree that was stored. */
export function readTree(stored: StoredTree): Tree {
  const tree = emptyTree();
  const paths: number[][] = [];
  const read = (start: number[], log: readonly string[], notes: readonly Note[] = []): number[] => {
    const path = [...start];
    for (const line of log) path.push(extend(tree, path.at(-1)!, [line]));
    for (const { line, text, marks } of notes) {
      const at = tree[path[line] ?? -1];
      if (at) Object.assign(at, { comment: text ?? '', marks: marks ?? [] });
    }
    return path;
  };
  const main = read([ROOT], stored.log, stored.notes);
  for (const each of stored.variations ?? []) {
    const parent = each.of === undefined ? main : (paths[each.of] ?? main);
    paths.push(read(parent.slice(0, each.line + 1), each.log, each.notes));
  }
  return tree;
}
