/** The values that the explorer counts, in words. */
import { capitalised, t } from '../../i18n/index.svelte';
import { declined, readPlace } from './actions';
import { FOUNTAIN, type Side } from './board/tiles';
import { pieceName, placeWords, sideName } from './words';

/** The label of a value that the explorer counts. */
export function explored(feature: string, value: string): string {
  switch (feature) {
    case 'tile':
      return capitalised(tile(value));
    case 'declined':
      return capitalised(pieceName(value));
    case 'place':
    case 'fountain':
    case 'side':
      return decided(`${feature} ${value}`);
    case 'opening':
      return decided(value);
    default:
      return value;
  }
}

/** `07 b`, `07 g`, or `07 -` if it was declined. */
function tile(value: string): string {
  const [number, side] = value.split(' ') as [string, Side | '-'];
  return side === '-' ? tileDeclined(number) : tilePlaced(number, side);
}

const tileDeclined = (number: string) =>
  t('tangram-city.explored_tile_declined', { tile: pieceName(number) });
const tilePlaced = (number: string, side: Side) =>
  t('tangram-city.explored_tile_placed', { tile: pieceName(number), side: sideName(side) });

/** Describe an action as written in records, except that sides include the board: `side 3 b`. */
function decided(action: string): string {
  const place = readPlace(action);
  if (place) return capitalised(placeWords(place));
  const given = declined(action);
  if (given === FOUNTAIN) return t('tangram-city.explored_no_fountain');
  if (given) return capitalised(tileDeclined(given));
  const [, board, side] = action.split(' ');
  return t('tangram-city.explored_of_board', { board, side });
}
