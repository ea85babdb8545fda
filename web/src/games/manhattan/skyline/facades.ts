/**
 * Each colour builds in a style of its own, which says its pattern (ui/colours.ts) in windows: braces,
 * ribbons, portholes, panes, plain squares, slits, gables. At night some of them are lit.
 */
import type { CanvasTexture } from 'three';
import { LETTERS, MARKS, markWidth, type Colour } from '../../../ui/colours';
import { painted, write } from './canvas';
import { mix, type Palette } from './palette';

const BAY = 64;
/** Two walls of four bays each beside each other, four floors high. */
const BAYS = 8;
const FLOORS = 4;

/** The glass of one bay, as a path on 64 × 64 with the floor's edge below. */
const GLASS: Record<Colour, string[]> = {
  orange: ['M6 54L34 12h22L28 54z'],
  blue: ['M0 14h64v12H0z', 'M0 36h64v12H0z'],
  yellow: ['M32 14a19 19 0 1 1-.1 0z'],
  purple: ['M10 10h20v19H10zM34 10h20v19H34z', 'M10 33h20v19H10zM34 33h20v19H34z'],
  black: ['M14 12h36v40H14z'],
  red: ['M10 8h14v48H10z', 'M40 8h14v48H40z'],
  green: ['M4 34L32 12l28 22v18L32 30 4 52z'],
};

/** The walls of a colour. */
export function wall(colour: Colour, palette: Palette): CanvasTexture {
  const { fill, on } = palette.blocks[colour];
  return painted(BAY * BAYS, BAY * FLOORS, (pen) => {
    pen.fillStyle = fill;
    pen.fillRect(0, 0, BAY * BAYS, BAY * FLOORS);
    pen.fillStyle = mix(fill, on, palette.night ? 0.62 : 0.33);
    everyPane(colour, (pane) => pen.fill(pane), pen);
    for (let floor = 1; floor <= FLOORS; floor++) {
      pen.fillStyle = mix(fill, '#000000', 0.5);
      pen.fillRect(0, floor * BAY - 5, BAY * BAYS, 5);
      pen.fillStyle = mix(fill, '#ffffff', 0.4);
      pen.fillRect(0, floor * BAY - 9, BAY * BAYS, 4);
    }
  });
}

/** The windows that are lit in dark mode. */
export function lights(colour: Colour, palette: Palette): CanvasTexture {
  return painted(BAY * BAYS, BAY * FLOORS, (pen) => {
    pen.fillStyle = mix('#000000', palette.blocks[colour].fill, 0.16); // colours stay distinguishable
    pen.fillRect(0, 0, BAY * BAYS, BAY * FLOORS);
    let chance = colour.length * 7919;
    everyPane(
      colour,
      (pane) => {
        chance = (chance * 1103515245 + 12345) % 2147483648; // the same city every night
        if (chance / 2147483648 > 0.5) return;
        pen.fillStyle = mix(palette.lamp, '#000000', (chance % 97) / 220);
        pen.fill(pane);
      },
      pen,
    );
  });
}

function everyPane(
  colour: Colour,
  draw: (pane: Path2D) => void,
  pen: CanvasRenderingContext2D,
): void {
  const panes = GLASS[colour].map((path) => new Path2D(path));
  for (let bay = 0; bay < BAYS; bay++)
    for (let floor = 0; floor < FLOORS; floor++)
      for (const pane of panes) {
        pen.setTransform(1, 0, 0, 1, bay * BAY, floor * BAY);
        draw(pane);
      }
  pen.resetTransform();
}

/** The roof of the topmost block, with the owner's pattern and letter. */
export function top(colour: Colour, palette: Palette): CanvasTexture {
  const { fill, on } = palette.blocks[colour];
  const size = 256;
  return painted(size, size, (pen) => {
    pen.fillStyle = mix(fill, '#ffffff', 0.12);
    pen.fillRect(0, 0, size, size);
    pen.strokeStyle = mix(fill, on, 0.4);
    pen.lineWidth = markWidth(colour);
    pen.lineCap = 'round';
    const mark = new Path2D(MARKS[colour]);
    for (let x = 0; x < 8; x++)
      for (let y = 0; y < 8; y++) {
        pen.setTransform(4, 0, 0, 4, x * 32, y * 32);
        pen.stroke(mark);
      }
    pen.resetTransform();
    pen.strokeStyle = mix(fill, '#000000', 0.45);
    pen.lineWidth = 14;
    pen.strokeRect(0, 0, size, size);
    pen.fillStyle = fill;
    pen.beginPath();
    pen.arc(size / 2, size / 2, 84, 0, 7);
    pen.fill();
    pen.fillStyle = on;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    write(pen, LETTERS[colour], size / 2, size / 2 + 8, 140, 600);
  });
}
