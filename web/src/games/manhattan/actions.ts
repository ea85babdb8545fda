/** Parsing of action texts, to display them; only the service knows what is legal. */
export interface Build {
  kind: 'build';
  card: number;
  site: string;
  floors: number;
  /** Given where a player has two colours. */
  colour: string | null;
}

export interface Forfeit {
  kind: 'forfeit';
  card: number;
  floors: number;
  colour: string | null;
}

/** `?` for each block of a secret choice. */
export interface Choose {
  kind: 'choose';
  blocks: { colour: string | null; floors: string }[];
}

export type Action = Build | Forfeit | Choose;

export function parse(text: string): Action | null {
  const [kind, ...words] = text.split(' ');
  switch (kind) {
    case 'build': {
      const [card, site, floors, colour] = words;
      return {
        kind,
        card: Number(card),
        site: site!,
        floors: Number(floors),
        colour: colour ?? null,
      };
    }
    case 'forfeit': {
      const [card, floors, colour] = words;
      return { kind, card: Number(card), floors: Number(floors), colour: colour ?? null };
    }
    case 'choose':
      return { kind, blocks: chosen(words) };
    default:
      return null;
  }
}

function chosen(words: string[]): Choose['blocks'] {
  if (words.length === 1) return [{ colour: null, floors: words[0]! }];
  const blocks: Choose['blocks'] = [];
  for (let at = 0; at + 1 < words.length; at += 2)
    blocks.push({ colour: words[at]!, floors: words[at + 1]! });
  return blocks;
}

export function written(action: Build | Forfeit): string {
  const words: (string | number)[] = [action.kind, action.card];
  if (action.kind === 'build') words.push(action.site);
  words.push(action.floors);
  if (action.colour) words.push(action.colour);
  return words.join(' ');
}
