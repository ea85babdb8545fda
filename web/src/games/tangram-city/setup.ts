import type { GameSetup } from '../types';
import { pictures } from './setup/pictures';
import TileUpload from './setup/TileUpload.svelte';

export const setup: GameSetup = { pictures, controls: { tiles: TileUpload } };
