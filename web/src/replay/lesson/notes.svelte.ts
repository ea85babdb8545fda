/** The comments and marks of a record, and how they are edited. */
import { untrack } from 'svelte';
import type { Note } from '../../study/analysis/tree';

export class Notes {
  /** By line, which is how many lines of the log are behind the position. */
  #notes: Record<number, Note> = $state({});
  editing = $state(false);

  constructor(record: Record<string, unknown>) {
    const given = (Array.isArray(record.notes) ? record.notes : []) as Note[];
    untrack(() => {
      for (const note of given) this.#notes[note.line] = note;
    });
  }

  readonly all: Note[] = $derived.by(() =>
    Object.values(this.#notes).sort((one, other) => one.line - other.line),
  );

  textAt(line: number): string {
    return this.#notes[line]?.text ?? '';
  }

  marksAt(line: number): readonly string[] {
    return this.#notes[line]?.marks ?? [];
  }

  write(line: number, text: string, marks: readonly string[]): void {
    if (!text.trim() && !marks.length) delete this.#notes[line];
    else
      this.#notes[line] = {
        line,
        ...(text.trim() ? { text } : {}),
        ...(marks.length ? { marks: [...marks] } : {}),
      };
  }

  next(line: number): number | null {
    return this.all.find((note) => note.line > line)?.line ?? null;
  }

  previous(line: number): number | null {
    return this.all.findLast((note) => note.line < line)?.line ?? null;
  }

  /** The record with these notes. */
  in(record: Record<string, unknown>): Record<string, unknown> {
    const { result, ...rest } = record;
    delete rest.notes;
    const notes = this.all.map((note) => $state.snapshot(note));
    return { ...rest, ...(notes.length ? { notes } : {}), ...(result ? { result } : {}) };
  }
}
