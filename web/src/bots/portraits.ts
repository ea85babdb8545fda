/**
 * The bots drawn, on 48 × 48 with one pen: what they wear says how far they have come in the trade.
 * Each part has a role (its paint, Portrait.svelte) and a path; later ones lie on top.
 */
export type Part = readonly [role: string, path: string];

const NECK: Part = ['face', 'M20.5 29v6c0 2 7 2 7 0v-6z'];
const FACE: Part = ['face', 'M15 17v5c0 6.5 4 10.5 9 10.500s9-4 9-10.500v-5z'];
const EYES: Part = ['dot', 'M20.2 21.500v.6M27.8 21.500v.6'];
const SMILE: Part = ['line', 'M20.5 26.800c2 1.9 5 1.9 7 0'];
const CALM: Part = ['line', 'M21.5 27.300c1.6.8 3.4.8 5 0'];
const coat = (role: string): Part => [
  role,
  'M7 47c0-8.5 6-12.5 13.5-13.5 1.5 2.6 5.5 2.6 7 0C35 34.5 41 38.5 41 47z',
];
const HELMET = (role: string): Part[] => [
  [role, 'M14 16.500c0-7 4.5-10.5 10-10.500s10 3.5 10 10.500z'],
  [role, 'M11 16.200h26v2.600H11z'],
  ['line', 'M21.5 6.600v6.400M26.5 6.600v6.4'],
];

export const PORTRAITS: Record<string, readonly Part[]> = {
  // A hat of newspaper, and pigtails.
  'manhattan:1': [
    coat('sky'),
    NECK,
    [
      'hair',
      'M15.5 19c-3 1-5.5 3-5 7.5 2 1.8 4.5.8 5.5-1.500zM32.5 19c3 1 5.5 3 5 7.5-2 1.8-4.5.8-5.5-1.500z',
    ],
    FACE,
    EYES,
    ['line', 'M19.5 26.200c2.5 2.9 6.5 2.9 9 0'],
    ['dot', 'M17.8 24.600v.1M30.2 24.600v.1'],
    ['paper', 'M10.5 17.500L24 5l13.5 12.500c-8 2-19 2-27 0z'],
    ['line', 'M24 5v6.500M13.5 15.800c7 1.4 14 1.4 21 0'],
    ['line', 'M17 37l3.5 5 3.5-4.5 3.5 4.5 3.5-5'],
  ],
  // A flat cap and a moustache.
  'manhattan:2': [
    coat('brick'),
    NECK,
    FACE,
    EYES,
    ['hair', 'M24 25.300c-1.8-1.3-4.8-.7-6 2 2 1.2 4.5 1 6 0 1.5 1 4 1.2 6 0-1.2-2.7-4.2-3.3-6-2z'],
    [
      'ink',
      'M13.5 17c-1-6 4-10 10.5-10 6 0 10.5 2.5 10.5 7.5 2.5.3 4.5 1.2 5 3-6 1.2-18 1.3-26-.5z',
    ],
    ['fine', 'M16 15.500c5-1.5 12-1.7 18.5-1'],
    ['line', 'M9 42.500h30M16 38.500v4M24 42.500V47M32 38.500v4'],
  ],
  // A yellow helmet, and a vest that is seen from afar.
  'manhattan:3': [
    coat('orange'),
    NECK,
    [
      'hair',
      'M14 17c-2 5-2 9-1 13.5 2.5.8 4 .3 4.5-1.500V17zM34 17c2 5 2 9 1 13.5-2.5.8-4 .3-4.5-1.500V17z',
    ],
    FACE,
    EYES,
    CALM,
    ...HELMET('yellow'),
    ['pale', 'M14 36.300l4-1.800V47h-4zM34 36.300l-4-1.800V47h4z'],
  ],
  // A blue helmet, glasses, a beard, a pencil behind the ear.
  'manhattan:4': [
    coat('paper'),
    NECK,
    FACE,
    [
      'hair',
      'M15 22c0 7 3.5 11.5 9 11.500S33 29 33 22c-1.5 2-2.5 3-3.5 3-2-1.2-9-1.2-11 0-1 0-2-1-3.5-3z',
    ],
    ['face', 'M21 27.500c2 1.3 4 1.3 6 0-1.7-1-4.3-1-6 0z'],
    ['glass', 'M17 19.800h5.500v4H17zM25.5 19.800H31v4h-5.500z'],
    ['line', 'M22.5 21.500h3'],
    ...HELMET('blue'),
    ['yellow', 'M33.6 18.500l4.2 6.2 1.3-.9-4-6.300z'],
    ['line', 'M20.5 33.500L24 39l3.5-5.500M24 39v8'],
  ],
  // The broad hat of the guild, earrings, white locks.
  'manhattan:5': [
    coat('ink'),
    NECK,
    [
      'paper',
      'M14.5 16c-3.5 5-4.5 10-2.5 15.5 2 1.5 4 .5 5-1.500V16zM33.5 16c3.5 5 4.5 10 2.5 15.5-2 1.5-4 .5-5-1.500V16z',
    ],
    FACE,
    EYES,
    CALM,
    ['line', 'M18.5 19.200c1-.7 2.3-.8 3.3-.3M26.2 18.900c1-.5 2.3-.4 3.3.3'],
    ['yellow', 'M15.2 27.800a1.3 1.3 0 1 0 .1 0zM32.8 27.800a1.3 1.3 0 1 0 .1 0z'],
    [
      'ink',
      'M16 13.500l1.2-8c4-1.7 9.6-1.7 13.6 0l1.2 8c4 .5 8 1.5 9.5 3.5-9 2.7-26 2.7-35 0 1.5-2 5.5-3 9.5-3.500z',
    ],
    ['accent', 'M16.3 11.500c5 1.2 10.4 1.2 15.4 0l.3 2.200c-5 1.3-11 1.3-16 0z'],
    ['fine', 'M17 36.500l2 4.500M31 36.500l-2 4.500M24 38v.1M24 42v.1'],
  ],
  // A straw hat with a flower.
  'tangram-city:1': [
    coat('park'),
    NECK,
    FACE,
    EYES,
    ['line', 'M19.5 26c2.5 3.2 6.5 3.2 9 0z'],
    ['dot', 'M17.8 24.800v.1M30.2 24.800v.1'],
    [
      'straw',
      'M16.5 14c0-5.5 3-8 7.5-8s7.5 2.5 7.5 8c4.5.4 8.5 1.6 9 3.5-9 2-24 2-33 0 .5-1.9 4.5-3.1 9-3.500z',
    ],
    ['fine', 'M16.5 12c5 1.3 10 1.3 15 0'],
    ['accent', 'M29.5 8.500a2 2 0 1 1 2.3 2 2 2 0 1 1-2.5 1.7 2 2 0 1 1 .2-3.700z'],
    ['line', 'M17 35v12M31 35v12M17 41h14'],
  ],
  // A cap, a ponytail, a plumb line.
  'tangram-city:2': [
    coat('orange'),
    NECK,
    ['hair', 'M31 13c5.5 1 8.5 6 7 14-2.5 0-4-1.5-4.5-4z'],
    FACE,
    EYES,
    SMILE,
    ['sky', 'M14.3 17c-.3-7 4-10.5 9.7-10.500S34 10 33.7 17z'],
    ['sky', 'M14.3 14.500c-4.5.3-8 1.3-9 3.2 5 1 15 1 22-.5z'],
    ['pale', 'M9 41h30v3.500H8z'],
    ['line', 'M24 35v3'],
  ],
  // Hair in a knot, held by pencils.
  'tangram-city:3': [
    coat('paper'),
    NECK,
    ['yellow', 'M14.8 3.600l1.5-1.1 9 9-1.6 1.200zM33.2 3.600l-1.5-1.1-9 9 1.6 1.200z'],
    ['hair', 'M24 2.500a5.5 5.5 0 1 1-.1 11 5.5 5.5 0 0 1 .1-11z'],
    FACE,
    EYES,
    CALM,
    ['hair', 'M14.2 22c-1-9 3-13 9.8-13s10.8 4 9.8 13c-1.3-4-4-6-7.5-6.5-1.5 2.5-7 5-11 3.300z'],
    ['line', 'M17 35.500l7 6.5 7-6.500M24 42v5'],
  ],
  // Glasses, a bow tie, a plan under the arm.
  'tangram-city:4': [
    ['paper', 'M36 20l4.5-2.500L45 44l-5 2z'],
    coat('brick'),
    NECK,
    ['face', 'M15 17v5c0 6.5 4 10.5 9 10.500s9-4 9-10.500v-5c0-6-4-9.5-9-9.500S15 11 15 17z'],
    [
      'hair',
      'M15 19c-2.5-.5-3.5 2-2.5 5.5 1 1.5 2.2 1.8 3 1.500zM33 19c2.5-.5 3.5 2 2.5 5.5-1 1.5-2.2 1.8-3 1.500z',
    ],
    ['glass', 'M20 18.800a2.9 2.9 0 1 1-.1 0zM28 18.800a2.9 2.9 0 1 1-.1 0z'],
    ['line', 'M22.9 21.500h2.2'],
    SMILE,
    ['fine', 'M19 11.500c2-1.5 4-2 6-1.8'],
    ['accent', 'M24 37.500l-6-3v6zM24 37.500l6-3v6z'],
  ],
  // A beret, round glasses, a collar up to the chin.
  'tangram-city:5': [
    coat('ink'),
    ['ink', 'M18.5 30.500h11v6h-11z'],
    [
      'paper',
      'M14 17c-2.5 5-2.5 8.5-1 13 2.5.5 4-.3 4.5-2V17zM34 17c2.5 5 2.5 8.5 1 13-2.5.5-4-.3-4.5-2V17z',
    ],
    FACE,
    CALM,
    ['glass', 'M19.7 18.300a3.3 3.3 0 1 1-.1 0zM28.3 18.300a3.3 3.3 0 1 1-.1 0z'],
    ['line', 'M22.9 21.300h2.2'],
    [
      'accent',
      'M13.5 16.500C9 15 9.5 10 16 8c7-2.2 17-1 20.5 3.5 1.7 2.3.5 5-2.5 5-6.5 1-14 1-20.5 0z',
    ],
    ['line', 'M25 7.200l.6-2.7'],
    ['fine', 'M18.5 33.300h11'],
  ],
};
