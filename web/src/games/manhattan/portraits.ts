/** The bots of Manhattan: the stronger a bot, the further it has come in the building trade. */
import { CALM, coat, EYES, FACE, HELMET, NECK, type Part } from '../../bots/parts';

export const portraits: Readonly<Record<string, readonly Part[]>> = {
  // A newspaper hat and pigtails.
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
  // A yellow helmet and a high-visibility vest.
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
};
