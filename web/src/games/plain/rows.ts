/** A view as rows of text: the service's own lines if it sends them, else the view's fields. */
import { capitalised } from '../../i18n/index.svelte';
import type { GameView } from '../../protocol';

export interface Row {
  /** Names from the outermost on, to compare rows of two views. */
  path: string;
  depth: number;
  /** Empty for a line of text without a name. */
  name: string;
  value: string;
}

export function rowsOf(view: GameView): Row[] {
  if (Array.isArray(view.text)) return fromText(view.text.map(String));
  if (view.fields) return fromData(view.fields);
  return fromData(Object.fromEntries(Object.entries(view).filter(([key]) => key !== 'game')));
}

/** Lines such as `  pile: 3`, indented below their headings. */
export function fromText(lines: readonly string[]): Row[] {
  const above: { indent: number; name: string }[] = [];
  return lines
    .filter((line) => line.trim())
    .map((line) => {
      const indent = line.length - line.trimStart().length;
      while (above.length && above.at(-1)!.indent >= indent) above.pop();
      const match = /^(?:- )?([^:]{1,40}):(?:\s+(.*))?$/.exec(line.trim());
      const name = match?.[1] ?? '';
      const value = match ? (match[2] ?? '') : line.trim();
      const row = {
        path: [...above.map((each) => each.name), name].join(' '),
        depth: above.length,
      };
      above.push({ indent, name });
      return { ...row, name: inWords(name), value };
    });
}

export function fromData(data: unknown, depth = 0, above = ''): Row[] {
  if (!data || typeof data !== 'object') return [];
  return Object.entries(data).flatMap(([key, value]) => {
    const own = Array.isArray(data) ? String(Number(key) + 1) : key;
    const path = `${above} ${own}`.trim();
    const name = inWords(own);
    const flat = inLine(value);
    return flat !== null
      ? [{ path, depth, name, value: flat }]
      : [{ path, depth, name, value: '' }, ...fromData(value, depth + 1, path)];
  });
}

/** A value that fits in a line; null for nested ones. */
function inLine(value: unknown): string | null {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value))
    return value.every((each) => each === null || typeof each !== 'object')
      ? value.map((each) => each ?? '–').join(', ') || '–'
      : null;
  if (typeof value === 'object') return Object.keys(value).length ? null : '–';
  return String(value);
}

/** `last_move` → “Last move”. */
function inWords(name: string): string {
  return capitalised(name.replaceAll('_', ' '));
}

export interface Change {
  name: string;
  before: string;
  after: string;
}

/** The rows whose value differs, each with the name of the row that it is nested in. */
export function changes(before: readonly Row[], after: readonly Row[]): Change[] {
  const known = new Map(before.map((row) => [row.path, row.value]));
  return after
    .filter((row) => row.value && known.get(row.path) !== row.value)
    .map((row) => ({
      name: inWords(row.path || row.name),
      before: known.get(row.path)?.replace('–', '') ?? '',
      after: row.value,
    }));
}

/** Lists of plain values with one per player, and everything else. */
export function byPlayer(details: Record<string, unknown>, players: number) {
  const items: { name: string; values: string[] }[] = [];
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(details)) {
    const flat = Array.isArray(value) && value.length === players;
    if (flat && value.every((each) => each === null || typeof each !== 'object'))
      items.push({ name: inWords(key), values: value.map((each) => String(each ?? '–')) });
    else rest[key] = value;
  }
  return { items, rest };
}
