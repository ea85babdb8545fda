/** Marks on a board: places in the game's own notation, and arrows between them. */
export interface Mark {
  from: string;
  /** Of an arrow; null for a marked place. */
  to: string | null;
}

const MARK = /^[A-Za-z0-9:.-]{1,12}(>[A-Za-z0-9:.-]{1,12})?$/;
export const MOST_MARKS = 30;

export function readMark(text: string): Mark {
  const [from, to] = text.split('>', 2);
  return { from: from!, to: to ?? null };
}

/** The marks in a typed text: `C5, A1>C5`. */
export function readMarks(text: string): string[] {
  const words = text.split(/[\s,;]+/).filter((word) => MARK.test(word));
  return [...new Set(words)].slice(0, MOST_MARKS);
}

/** Add a mark, or remove it if it is there. */
export function toggled(marks: readonly string[], mark: string): string[] {
  if (marks.includes(mark)) return marks.filter((each) => each !== mark);
  return [...marks, mark].slice(-MOST_MARKS);
}
