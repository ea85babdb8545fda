/** Pieces, places and fields in words. */
import { list, signed, t, tr } from '../../i18n/index.svelte';
import type { City } from './protocol';
import type { Place } from './actions';
import { fields, touched } from './board/city';
import { CORNERS, fieldName, halvesOf, type Shape } from './board/shapes';
import { FOUNTAIN, type Piece, type Side, type Tiles } from './board/tiles';

/** “tile 07”, “fountain”. */
export function pieceName(piece: Piece): string {
  return piece === FOUNTAIN ? t('tangram-city.fountain') : t('tangram-city.tile', { tile: piece });
}

/** “tile 07 (swallow)”, for screen readers. */
export function pieceForm(piece: Piece, tiles: Tiles): string {
  const name = tiles.get(piece)?.name;
  if (!name) return pieceName(piece);
  const form = tr(`tangram-city.form_${name.replaceAll(/[^a-z]+/g, '_')}`, name);
  return t('tangram-city.tile_form', { tile: piece, form });
}

export function sideName(side: Side): string {
  return t(side === 'b' ? 'tangram-city.side_up_b' : 'tangram-city.side_up_g');
}

export function turnsName(turns: number): string {
  return t('tangram-city.turned', { turns });
}

export function cornerName(turns: number): string {
  return t(`tangram-city.corner_${CORNERS[turns]!}`);
}

/** “tile 07, buildings side up, turned twice, at c3”. */
export function placeWords({ piece, side, turns, x, y }: Place): string {
  const field = fieldName(x, y);
  if (piece === FOUNTAIN)
    return t('tangram-city.fountain_at', { field, corner: cornerName(turns) });
  return t('tangram-city.place_at', {
    tile: piece,
    side: sideName(side),
    turned: turnsName(turns),
    field,
  });
}

/** “rectangle 12, +4; points if scored now 38”. */
export function gainWords(before: City, after: City, standing: number): string {
  return t('tangram-city.gain_words', {
    area: after.now.area,
    gain: signed(after.now.area - before.now.area),
    points: standing,
  });
}

/** “c3 and d3 wholly, c4 half (north-west)”. */
export function coverWords(shape: Shape): string {
  const whole: string[] = [];
  const halves: string[] = [];
  for (const { x, y, quarters } of touched(shape)) {
    if (quarters === 15) whole.push(fieldName(x, y));
    else
      halves.push(
        t('tangram-city.half_of', { field: fieldName(x, y), corner: cornerOf(quarters) }),
      );
  }
  return list([
    ...(whole.length ? [t('tangram-city.wholly', { fields: list(whole) })] : []),
    ...halves,
  ]);
}

function cornerOf(quarters: number): string {
  return t(`tangram-city.corner_${halvesOf(quarters)[0]!}`);
}

/** What covers each field, row by row: “buildings”, “half green (north-east)”. */
export function fieldWords(city: City): string[] {
  return fields(city).map((field) => {
    const parts: string[] = [];
    for (const side of ['b', 'g', 'f'] as const) {
      const quarters = field[side];
      const what = t(`tangram-city.cover_${side}`);
      if (quarters === 15) parts.push(what);
      else if (quarters)
        parts.push(t('tangram-city.cover_half', { what, corner: cornerOf(quarters) }));
    }
    return parts.length ? list(parts) : t('tangram-city.cover_none');
  });
}
