import type { GameFace } from '../types';
import Final from './Final.svelte';
import Picture from './Picture.svelte';
import Play from './Play.svelte';
import PlayerDetails from './PlayerDetails.svelte';
import Round from './Round.svelte';
import Standing from './Standing.svelte';
import TextBoard from './TextBoard.svelte';
import { describe, detail } from './words';

export const face: GameFace = {
  Play,
  PlayerDetails,
  Standing,
  Round,
  TextBoard,
  Final,
  Picture,
  describe,
  detail,
};
