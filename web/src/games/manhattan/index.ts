import type { GameFace } from '../face';

export const face = {} as GameFace;
