import type { GameFace } from '../face';
import Play from './Play.svelte';
import { describe } from './words';

export const face = { Play, describe } as unknown as GameFace;
