import type { Position } from '../../protocol';
import type { GameUi, Options } from '../types';
import { describe, detail, effect, opensRound } from './describe';
import { explored } from './explored';
import Final from './Final.svelte';
import { keys } from './help';
import { colourNames, optionsOf } from './options';
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
  explored,
  effect,
  opensRound,
  keys,
  places,
  legend: () => import('./Legend.svelte'),
  positionEditor: () => import('./positions/PositionEditor.svelte'),
  seenBy: ({ view, hands }: Position, seat: number) =>
    hands ? { ...view, hand: hands[seat] ?? [] } : view,
  coloursOf: (options: Options, player: number) => colourNames(optionsOf(options), player),
  restated: ['founds', 'forfeits', 'chooses'],
};
