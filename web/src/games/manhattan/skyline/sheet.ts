/** The drawing on the sheet: frame with dimensions, plots, North arrow, title. */
import type { CanvasTexture } from 'three';
import { painted, write } from './canvas';
import { MARGIN, SLAB_SIZE } from './layout';
import { mix, type Palette } from './palette';

type Pen = CanvasRenderingContext2D;

function line(pen: Pen, ...points: [number, number][]): void {
  pen.beginPath();
  points.forEach(([x, y], index) => (index ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
}

/** `side` is where the reader sits, at the lower edge of the drawing. */
export function sheetTexture(
  palette: Palette,
  side: number,
  wide: number,
  deep: number,
  border: number,
): CanvasTexture {
  const unit = 2048 / Math.max(wide, deep);
  const [width, height] = [wide * unit, deep * unit];
  return painted(Math.round(width), Math.round(height), (pen) => {
    pen.fillStyle = palette.sheet;
    pen.fillRect(0, 0, width, height);
    grid(pen, palette, unit, width, height);
    pen.strokeStyle = palette.line;
    pen.lineWidth = 3;
    const frame = 0.3 * unit;
    pen.strokeRect(frame, frame, width - 2 * frame, height - 2 * frame);
    measures(pen, unit, border, width, height);
    north(pen, palette, side, width - 0.95 * unit, 0.95 * unit, 0.42 * unit);
    title(pen, palette, unit, width, height, frame);
  });
}

function grid(pen: Pen, palette: Palette, unit: number, width: number, height: number): void {
  pen.strokeStyle = mix(palette.sheet, palette.line, palette.night ? 0.3 : 0.16);
  const step = unit / 2;
  for (let n = 1; n * step < width; n++) {
    pen.lineWidth = n % 2 ? 0.8 : 1.6;
    line(pen, [n * step, 0], [n * step, height]);
  }
  for (let n = 1; n * step < height; n++) {
    pen.lineWidth = n % 2 ? 0.8 : 1.6;
    line(pen, [0, n * step], [width, n * step]);
  }
}

/** Dimension lines along the near and the left edge: a tick at every slab. */
function measures(pen: Pen, unit: number, border: number, width: number, height: number): void {
  const along = (length: number, draw: (from: number) => void) => {
    const slabs = Math.round((length / unit - 2 * border) / SLAB_SIZE);
    const street = (length / unit - 2 * border - slabs * SLAB_SIZE) / Math.max(1, slabs - 1);
    for (let n = 0; n < slabs; n++) {
      draw((border + n * (SLAB_SIZE + street)) * unit);
      draw((border + n * (SLAB_SIZE + street) + SLAB_SIZE) * unit);
    }
  };
  pen.lineWidth = 2;
  const [y, x, tick] = [height - (border - 0.35) * unit, (border - 0.35) * unit, 0.13 * unit];
  line(pen, [border * unit, y], [width - border * unit, y]);
  along(width, (at) => line(pen, [at - tick, y + tick], [at + tick, y - tick]));
  line(pen, [x, border * unit], [x, height - border * unit]);
  along(height, (at) => line(pen, [x - tick, at + tick], [x + tick, at - tick]));
}

function north(pen: Pen, palette: Palette, side: number, x: number, y: number, size: number): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate((-side * Math.PI) / 2);
  pen.strokeStyle = pen.fillStyle = palette.line;
  pen.lineWidth = 3;
  pen.beginPath();
  pen.arc(0, 0, size * 0.72, 0, 7);
  pen.stroke();
  pen.fill(new Path2D(`M0 ${-size}L${size * 0.34} ${size * 0.5}L0 ${size * 0.25}z`));
  pen.stroke(new Path2D(`M0 ${-size}L${-size * 0.34} ${size * 0.5}L0 ${size * 0.25}z`));
  pen.restore();
}

function title(
  pen: Pen,
  palette: Palette,
  unit: number,
  width: number,
  height: number,
  frame: number,
): void {
  const [w, h] = [3.5 * unit, 0.6 * unit];
  const [x, y] = [width - frame - w, height - frame - h];
  pen.fillStyle = palette.sheet;
  pen.fillRect(x, y, w, h);
  pen.lineWidth = 3;
  pen.strokeRect(x, y, w, h);
  line(pen, [x + w * 0.66, y], [x + w * 0.66, y + h]);
  pen.fillStyle = palette.ink;
  pen.textBaseline = 'middle';
  pen.letterSpacing = `${0.05 * unit}px`;
  write(pen, 'MANHATTAN', x + 0.14 * unit, y + h * 0.54, 0.26 * unit, 560);
  pen.letterSpacing = '0px';
  pen.fillStyle = palette.line;
  write(pen, 'Baumeister', x + w * 0.66 + 0.12 * unit, y + h * 0.54, 0.2 * unit, 460);
}

/** One district: nine plots with cross marks, its name at the near edge, and when it opens. */
export function slabTexture(palette: Palette, name: string, closed = ''): CanvasTexture {
  const size = 768;
  const unit = size / SLAB_SIZE;
  return painted(size, size, (pen) => {
    pen.fillStyle = palette.slab;
    pen.fillRect(0, 0, size, size);
    for (let n = 0; n < 9; n++) {
      const x = (MARGIN + (n % 3)) * unit;
      const y = (MARGIN + Math.floor(n / 3)) * unit;
      pen.fillStyle = mix(palette.slab, palette.line, palette.night ? 0.16 : 0.12);
      pen.fillRect(x + 0.06 * unit, y + 0.06 * unit, 0.88 * unit, 0.88 * unit);
      pen.strokeStyle = mix(palette.slab, palette.line, 0.75);
      pen.lineWidth = 2.5;
      pen.strokeRect(x + 0.06 * unit, y + 0.06 * unit, 0.88 * unit, 0.88 * unit);
      const [cx, cy, arm] = [x + unit / 2, y + unit / 2, 0.09 * unit];
      line(pen, [cx - arm, cy], [cx + arm, cy]);
      line(pen, [cx, cy - arm], [cx, cy + arm]);
    }
    if (closed) hatch(pen, palette, size, unit, closed);
    pen.fillStyle = palette.ink;
    pen.textBaseline = 'middle';
    write(pen, name, (MARGIN + 0.06) * unit, size - 0.19 * unit, 0.34 * unit, 640);
  });
}

/** A closed district, as on the plan: hatched, with a sign across it. */
function hatch(pen: Pen, palette: Palette, size: number, unit: number, words: string): void {
  pen.fillStyle = mix(palette.slab, palette.desk, 0.5);
  pen.globalAlpha = 0.75;
  pen.fillRect(0, 0, size, size);
  pen.globalAlpha = 1;
  pen.strokeStyle = mix(palette.slab, palette.line, 0.7);
  pen.lineWidth = 5;
  for (let at = 0; at < 2 * size; at += 34) line(pen, [at, 0], [at - size, size]);
  pen.fillStyle = palette.sheet;
  pen.fillRect(0, 1.45 * unit, size, 0.9 * unit);
  pen.strokeStyle = palette.ink;
  pen.strokeRect(-5, 1.45 * unit, size + 10, 0.9 * unit);
  pen.fillStyle = palette.ink;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  write(pen, words, size / 2, 1.92 * unit, 0.42 * unit, 600);
  pen.textAlign = 'start';
}

export function rulerTexture(palette: Palette): CanvasTexture {
  return painted(64, 1024, (pen) => {
    pen.fillStyle = mix(palette.night ? palette.slab : '#f0d9a0', palette.sheet, 0.25);
    pen.fillRect(0, 0, 64, 1024);
    pen.fillStyle = palette.ink;
    for (let n = 0; n <= 64; n++)
      pen.fillRect(0, n * 16, n % 8 === 0 ? 30 : n % 4 === 0 ? 20 : 12, 2);
  });
}
