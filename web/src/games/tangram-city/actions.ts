/** Parsing of action texts and log lines. */
import { CORNERS, fieldAt, fieldName, type Corner } from './board/shapes';
import { FOUNTAIN, type Piece, type Side } from './board/tiles';

/** A placement: side, quarter turns, top left field. */
export interface Place {
  piece: Piece;
  side: Side;
  turns: number;
  x: number;
  y: number;
}

export function readPlace(action: string): Place | null {
  const [kind, first, ...rest] = action.split(' ');
  if (kind === 'place') {
    const [x, y] = fieldAt(rest[2]!);
    return { piece: first!, side: rest[0] as Side, turns: Number(rest[1]), x, y };
  }
  if (kind === 'fountain' && first !== '-') {
    const [x, y] = fieldAt(first!);
    return { piece: FOUNTAIN, side: 'f', turns: CORNERS.indexOf(rest[0] as Corner), x, y };
  }
  return null;
}

export function writePlace({ piece, side, turns, x, y }: Place): string {
  if (piece === FOUNTAIN) return `fountain ${fieldName(x, y)} ${CORNERS[turns]}`;
  return `place ${piece} ${side} ${turns} ${fieldName(x, y)}`;
}

/** The piece that an action declines: `skip 07`, `fountain -`. */
export function declined(action: string): Piece | null {
  if (action === 'fountain -') return FOUNTAIN;
  return action.startsWith('skip ') ? action.slice(5) : null;
}

/** The pieces that actions place or decline. */
export function piecesOf(actions: readonly string[]): Piece[] {
  const pieces = actions.map((action) => readPlace(action)?.piece ?? declined(action));
  return [...new Set(pieces)].filter((piece) => piece !== null);
}

/** Actor and action of a line such as `2 place 07 b 1 c3`; null is chance. */
export function readLine(line: string): { actor: number | null; action: string } {
  const space = line.indexOf(' ');
  const actor = line.slice(0, space);
  return { actor: actor === '*' ? null : Number(actor), action: line.slice(space + 1) };
}
