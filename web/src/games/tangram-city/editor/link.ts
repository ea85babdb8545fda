/** A set as part of a link: everything is in the address, so that the link works everywhere and for good. */
import { CORNERS, type Half } from '../board/shapes';
import type { Tile } from '../board/tiles';

export interface TileSet {
  name: string;
  tiles: Tile[];
}

const FIRST = 'set=1';

/** `set=1.NAME.01*00a00c~name.02…`: an id, * for a look-alike's mark, column, row and corner of each half. */
export function linkCode({ name, tiles }: TileSet): string {
  const parts = tiles.map((tile) => {
    const halves = tile.halves.map(
      ([x, y, corner]) => `${x}${y}${'abcd'[CORNERS.indexOf(corner)]}`,
    );
    const title = tile.name ? `~${escaped(tile.name)}` : '';
    return `${tile.id}${tile.symbol ? '*' : ''}${halves.join('')}${title}`;
  });
  return [FIRST, escaped(name), ...parts].join('.');
}

/** The set of a link; null if there is none that can be read. */
export function setOfLink(code: string): TileSet | null {
  const [first, name, ...parts] = code.split('.');
  if (first !== FIRST || name === undefined) return null;
  const tiles: Tile[] = [];
  for (const part of parts) {
    const found = /^(\d\d)(\*?)((?:[0-6][0-6][abcd])*)(?:~(.*))?$/.exec(part);
    if (!found) return null;
    const [, id, mark, halves, title] = found;
    tiles.push({
      id: id!,
      name: unescaped(title ?? ''),
      symbol: mark === '*',
      halves: (halves!.match(/.../g) ?? []).map((each): Half => [
        Number(each[0]),
        Number(each[1]),
        CORNERS['abcd'.indexOf(each[2]!)]!,
      ]),
    });
  }
  return { name: unescaped(name), tiles };
}

/** Dots and tildes separate the parts. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('~', '%7E');
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
