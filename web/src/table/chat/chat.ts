/** Chat: muting, grouping and counting lines. */
import type { ChatLine } from '../../protocol';
import { store, stored } from '../../storage';

export interface Group {
  key: number;
  person: string;
  name: string;
  at: number;
  lines: ChatLine[];
}

const TOGETHER = 120_000;

export function heard(lines: readonly ChatLine[], mutes: readonly string[]): ChatLine[] {
  return lines.filter((line) => !mutes.includes(line.person));
}

/** The muted people in the chat or at the table, with their names. */
export function silenced(
  known: readonly { person?: string | null; name?: string }[],
  mutes: readonly string[],
): { person: string; name: string }[] {
  const found = new Map<string, string>();
  for (const { person, name } of known)
    if (person && name && mutes.includes(person)) found.set(person, name);
  return [...found].map(([person, name]) => ({ person, name }));
}

/** Consecutive lines of one person within a short time, under one name. */
export function grouped(lines: readonly ChatLine[]): Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const near = last && line.at - last.lines.at(-1)!.at < TOGETHER;
    if (near && last.person === line.person && last.name === line.name) last.lines.push(line);
    else
      groups.push({
        key: line.n,
        person: line.person,
        name: line.name,
        at: line.at,
        lines: [line],
      });
  }
  return groups;
}

/** The number of other people's lines after line `seen`. */
export function unread(lines: readonly ChatLine[], seen: number, me: string | undefined): number {
  return lines.filter((line) => line.n > seen && line.person !== me).length;
}

const READ = 'chat-read';
const MOST_TABLES = 50;

/** The number of the last line read at a table, in this browser. */
export function lastRead(table: string): number {
  return stored<Record<string, number>>(READ)?.[table] ?? 0;
}

/** Remember it beyond a reload; the tables read longest ago are forgotten. */
export function keepRead(table: string, line: number): void {
  const others = Object.entries(stored<Record<string, number>>(READ) ?? {}).filter(
    ([each]) => each !== table,
  );
  store(READ, Object.fromEntries([...others.slice(1 - MOST_TABLES), [table, line]]));
}
