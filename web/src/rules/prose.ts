/** The small markup of the illustrated rules: paragraphs, lists and **bold**. */
export type Block = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] };

export interface Span {
  text: string;
  bold: boolean;
}

/** Split a text at empty lines; lines that begin with `- ` are the items of a list. */
export function blocks(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) =>
      each.startsWith('- ')
        ? { kind: 'list', items: each.split(/\n(?=- )/).map((item) => item.slice(2).trim()) }
        : { kind: 'paragraph', text: each.replace(/\s*\n\s*/g, ' ') },
    );
}

export function spans(text: string): Span[] {
  return text
    .split('**')
    .map((part, at) => ({ text: part, bold: at % 2 === 1 }))
    .filter((each) => each.text);
}
