/** Pictures of the options and their values. */
import type { Stroke } from '../../../setup/strokes';

const GROUND: Stroke = ['ink', 'M4 43h56'];
const DISTRICTS: Stroke = ['fine', 'M6 6h52v36H6zM23.300 6v36M40.600 6v36M6 24h52'];
const card = (x: number, y: number) => `M${x} ${y}h14v20h-14z`;
const block = (x: number, y: number, floors: number) => `M${x} ${y}h10v${floors * 6}h-10z`;

export const pictures: Readonly<Record<string, readonly Stroke[]>> = {
  urban: [
    ['shade', 'M20 5h24v38H20z'],
    ['a', 'M25 33v-8h5v8z'],
    ['b', 'M30 33V18h5v15z'],
    ['c', 'M35 33v-5h5v5z'],
    ['ink', 'M24 33h16M24 38h10'],
    ['accent', 'M26 10h12'],
  ],
  megacity_all: [
    DISTRICTS,
    ['a', 'M6 6h17.300v18H6z'],
    ['b', 'M40.600 24h17.400v18H40.600z'],
    ['accent', 'M10 15l4 4 6-8M45 33l4 4 6-8'],
  ],
  godzilla: [
    GROUND,
    ['a', block(6, 25, 3)],
    ['fine', 'M48 43l-3-6 6 2 3-7 3 11z'],
    ['green', 'M24 43v-8l-4-2 5-3V14l4-5 8-2 4 4-5 3 1 6 6 3-1 3-6-2v9l3 8h-5l-3-6-2 6z'],
    ['ink', 'M33 10h.1M24 24l-3-2M24 19l-3-1'],
  ],
  'baby-godzilla': [
    GROUND,
    ['a', block(8, 19, 4)],
    ['b', block(46, 31, 2)],
    ['green', 'M28 43v-5l-3-1 3-2V29l3-4h5l2 3-3 2 1 3 4 2-1 2-4-1v3l2 4h-4l-1-3-1 3z'],
    ['fine', 'M20 22c2-3 4-3 6-1'],
  ],
  progressive: [
    ['a', 'M6 6h17.300v18H6z'],
    ['a', 'M23.300 6h17.300v18H23.300z'],
    [
      'fine',
      'M42 22L57 7M42 15l8-8M49 22l8-8M7 40l15-15M7 33l8-8M14 40l8-8M25 40l15-15M42 40l15-15',
    ],
    DISTRICTS,
    ['accent', 'M32 33h14M42 29l4 4-4 4'],
  ],
  'anti-trust': [
    GROUND,
    ['a', block(14, 31, 2)],
    ['a', block(14, 19, 2)],
    ['b', block(40, 31, 2)],
    ['a', block(40, 19, 2)],
    ['accent', 'M9 13l20 20M29 13L9 33'],
  ],
  open: [
    ['a', block(12, 25, 3)],
    ['b', block(27, 19, 4)],
    ['c', block(42, 31, 2)],
    GROUND,
    ['ink', 'M20 11c5-6 19-6 24 0-5 6-19 6-24 0zM32 12h.1'],
  ],
  secret: [
    ['shade', 'M8 10h48v33H8z'],
    [
      'fine',
      'M14 10c2 10 2 22 0 33M22 10c2 10 2 22 0 33M32 10v33M42 10c-2 10-2 22 0 33M50 10c-2 10-2 22 0 33',
    ],
    ['ink', 'M6 9h52'],
    ['accent', 'M28 23c0-6 8-6 8 0 0 3-4 3-4 7M32 35h.1'],
  ],
  'one-by-one': [
    GROUND,
    ['a', block(8, 37, 1)],
    ['b', block(27, 37, 1)],
    ['c', block(46, 37, 1)],
    ['accent', 'M13 30c4-8 12-8 17-1M32 30c4-8 12-8 17-1M49 24v5h-5'],
  ],
  hand: [
    ['shade', card(8, 16)],
    ['shade', card(18, 13)],
    ['shade', card(28, 12)],
    ['shade', card(38, 14)],
    ['a', 'M41 17h3v3h-3zM31 22h3v3h-3zM21 20h3v3h-3zM11 26h3v3h-3z'],
  ],
  rounds: [
    ['ink', 'M32 8a16 16 0 1 1-14 8M17 8v9h9'],
    ['accent', 'M32 16v9l6 4'],
  ],
  blocks: [
    GROUND,
    ['a', block(8, 37, 1)],
    ['b', block(21, 31, 2)],
    ['c', block(34, 25, 3)],
    ['a', block(47, 19, 4)],
  ],
  same_owner_highest: [
    GROUND,
    ['a', block(14, 13, 5)],
    ['b', block(28, 31, 2)],
    ['a', block(42, 13, 5)],
    ['accent', 'M10 9h46'],
  ],
  tie_break: [
    ['ink', 'M32 8v32M22 42h20M12 14h40'],
    ['b', 'M6 28l6-13 6 13z'],
    ['a', 'M46 28l6-13 6 13z'],
  ],
};
