/** Pictures of the options and their values. */
import type { Stroke } from '../../../setup/strokes';

const BOARD: Stroke = ['fine', 'M14 6h36v36H14zM26 6v36M38 6v36M14 18h36M14 30h36'];

export const pictures: Readonly<Record<string, readonly Stroke[]>> = {
  standard: [
    ['house', 'M8 8h20L8 28z'],
    ['green', 'M30 10h14v14H30z'],
    ['house', 'M22 30h18l-9 10H13z'],
    ['green', 'M56 20v20H40z'],
  ],
  'exact-49': [
    ['house', 'M14 6h36L14 42z'],
    ['green', 'M50 6v36H26V30z'],
    ['house', 'M26 30v12H14z'],
    ['accent', 'M14 6h36v36H14z'],
  ],
  custom: [
    ['shade', 'M10 12h24v24H10z'],
    ['fine', 'M10 24h24M22 12v24'],
    ['house', 'M10 24l12-12h12L22 24v12H10z'],
    ['ink', 'M38 38l3-8 14-16 5 4-14 17zM52 17l5 4'],
  ],
  printed_field: [BOARD, ['house', 'M14 30h12V18l12 12-12 12H14z']],
  same_board: [
    ['fine', 'M6 12h22v22H6zM36 12h22v22H36z'],
    ['house', 'M6 34V23l11 11zM36 34V23l11 11z'],
    ['accent', 'M29.500 21h5M29.500 26h5'],
  ],
  start_points: [
    ['fine', 'M6 30h52M12 26v8M24 26v8M36 26v8M48 26v8'],
    ['a', 'M20 10h8v14h-8z'],
    ['accent', 'M24 24v5'],
  ],
};
