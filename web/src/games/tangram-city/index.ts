import { t } from '../../i18n/index.svelte';
import type { GameUi } from '../types';
import { piecesOf } from './actions';
import { describe, detail, opensRound } from './describe';
import { explored } from './explored';
import Final from './Final.svelte';
import { keys } from './help';
import Picture from './Picture.svelte';
import { places } from './places';
import Play from './Play.svelte';
import PlayerDetails from './PlayerDetails.svelte';
import Round from './Round.svelte';
import Standing from './Standing.svelte';
import TextBoard from './TextBoard.svelte';

export const ui: GameUi = {
  Play,
  PlayerDetails,
  Standing,
  Round,
  TextBoard,
  Final,
  Picture,
  describe,
  detail,
  opensRound,
  explored,
  task: ({ legal }) => (piecesOf(legal).length > 1 ? t('tangram-city.choose_tile') : ''),
  keys,
  places,
  legend: () => import('./Legend.svelte'),
  positionEditor: () => import('./positions/PositionEditor.svelte'),
  restated: ['takes-side', 'places', 'declines', 'fountain', 'no-fountain'],
};
