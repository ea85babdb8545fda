/** Log lines in words. */
import { list, t } from '../../i18n/index.svelte';
import type { Player } from '../types';
import { declined, readLine, readPlace } from './actions';
import { fieldName } from './board/shapes';
import { FOUNTAIN } from './board/tiles';
import { cornerName, pieceName, placeWords, sideName, turnsName } from './words';

/** Dealing the cards begins a round. */
export function opensRound(line: string): boolean {
  return line.startsWith('* deal ');
}

export function describe(
  line: string,
  options: Record<string, unknown>,
  players: readonly Player[],
): string {
  const { actor, action } = readLine(line);
  const nameOf = (seat: number) =>
    players[seat]?.name ?? t('tangram-city.player', { number: seat + 1 });
  const words = action.split(' ');
  if (actor === null) return chance(words, nameOf, Number(options.start_points));
  const name = nameOf(actor);
  const place = readPlace(action);
  if (place) return t('tangram-city.line_place', { name, place: placeWords(place) });
  const given = declined(action);
  if (given === FOUNTAIN) return t('tangram-city.line_no_fountain', { name });
  if (given) return t('tangram-city.line_skip', { name, piece: pieceName(given) });
  if (words[0] === 'side') return t('tangram-city.line_side', { name, side: words[1] });
  return t('tangram-city.line_hidden', { name });
}

/** The details of an action that a hint leaves out. */
export function detail(action: string): string {
  const place = readPlace(action);
  if (!place) return '';
  const field = fieldName(place.x, place.y);
  if (place.piece === FOUNTAIN)
    return t('tangram-city.detail_fountain', { field, corner: cornerName(place.turns) });
  return t('tangram-city.detail', {
    side: sideName(place.side),
    turned: turnsName(place.turns),
    field,
  });
}

function chance(words: string[], nameOf: (seat: number) => string, points: number): string {
  const [kind, ...rest] = words;
  if (kind === 'start')
    return t('tangram-city.line_start', { name: nameOf(Number(rest[0])), points });
  if (kind === 'boards') {
    const boards = rest.map((number, seat) =>
      t('tangram-city.line_board', { name: nameOf(seat), number }),
    );
    return t('tangram-city.line_boards', { boards: list(boards) });
  }
  const tiles = rest.map((tile) => (tile === '?' ? t('tangram-city.face_down') : tile));
  return t('tangram-city.line_deal', { tiles: list(tiles) });
}
