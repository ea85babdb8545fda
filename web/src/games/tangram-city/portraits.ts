/** The bots of Tangram City: the stronger a bot, the further it has come in planning cities. */
import { CALM, coat, EYES, FACE, NECK, SMILE, type Part } from '../../bots/parts';

export const portraits: Readonly<Record<string, readonly Part[]>> = {
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
