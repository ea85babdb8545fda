import { expect, test } from 'vitest';
import { TILES } from '../../board/fixture';
import { contains, normalized } from '../../board/shapes';
import { fits, PAPERS, sheets } from './sheets';

const tiles = [...TILES.values()];

test('every tile is on a sheet once, true to scale, and nothing overlaps', () => {
  for (const paper of ['A4', 'Letter'] as const) {
    const [width, height] = PAPERS[paper];
    const found = sheets(tiles, paper, 25, false);
    expect(found.flatMap((sheet) => sheet.tiles.map(({ id }) => id)).sort()).toEqual(
      tiles.map(({ id }) => id).sort(),
    );
    for (const sheet of found)
      for (const [i, one] of sheet.tiles.entries()) {
        expect(one.x >= 10 && one.x + one.width <= width - 10).toBe(true);
        expect(one.y >= 10 && one.y + one.height <= height - 24).toBe(true);
        for (const other of sheet.tiles.slice(i + 1)) {
          const apart =
            one.x + one.width < other.x ||
            other.x + other.width < one.x ||
            one.y + one.height < other.y ||
            other.y + other.height < one.y;
          expect(apart).toBe(true);
        }
      }
  }
});

test('the number of a tile stands inside it', () => {
  for (const { id, mark } of sheets(tiles, 'A4', 20, false).flatMap((sheet) => sheet.tiles)) {
    const [x, y] = mark.map((each) => each / 20) as [number, number];
    expect(contains(normalized(TILES.get(id)!.halves), x, y)).toBe(true);
  }
});

test('a back lies behind its front when the paper is turned over', () => {
  const [front, back] = sheets(tiles, 'A4', 20, true);
  expect([front!.back, back!.back]).toEqual([false, true]);
  for (const [i, tile] of front!.tiles.entries()) {
    const behind = back!.tiles[i]!;
    expect(behind.id).toBe(tile.id);
    expect(behind.x + behind.width).toBeCloseTo(210 - tile.x);
  }
  expect([fits(tiles, 'A4', 47), fits(tiles, 'A4', 48)]).toEqual([true, false]);
});
