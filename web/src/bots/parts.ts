/**
 * Parts of bots' portraits on 48 × 48: a role, which Portrait.svelte paints, and an SVG path. Later parts
 * lie on top of earlier ones.
 */
export type Part = readonly [role: string, path: string];

export const NECK: Part = ['face', 'M20.5 29v6c0 2 7 2 7 0v-6z'];
export const FACE: Part = ['face', 'M15 17v5c0 6.5 4 10.5 9 10.500s9-4 9-10.500v-5z'];
export const EYES: Part = ['dot', 'M20.2 21.500v.6M27.8 21.500v.6'];
export const SMILE: Part = ['line', 'M20.5 26.800c2 1.9 5 1.9 7 0'];
export const CALM: Part = ['line', 'M21.5 27.300c1.6.8 3.4.8 5 0'];
export const coat = (role: string): Part => [
  role,
  'M7 47c0-8.5 6-12.5 13.5-13.5 1.5 2.6 5.5 2.6 7 0C35 34.5 41 38.5 41 47z',
];
export const HELMET = (role: string): Part[] => [
  [role, 'M14 16.500c0-7 4.5-10.5 10-10.500s10 3.5 10 10.500z'],
  [role, 'M11 16.200h26v2.600H11z'],
  ['line', 'M21.5 6.600v6.400M26.5 6.600v6.4'],
];
