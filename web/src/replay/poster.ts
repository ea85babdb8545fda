/** A picture to share: the board, names with points, the result and our mark, on a canvas. */
import { mount, unmount } from 'svelte';
import type { GameUi, Player } from '../games/types';
import type { Replayed } from '../protocol';
import { headline, type Result } from './headline';
import { svgFile } from './picture';
import { curve } from './walk';

export const WIDTH = 1200;
export const HEIGHT = 630;
const BOARD = 700;
const MARGIN = 36;
const INK = '#1d2733';
const SOFT = '#5d5546';
/** The page's own typeface, which is loaded already. */
const face = () => getComputedStyle(document.body).fontFamily;

export interface Poster {
  game: string;
  /** The result, or what happened last. */
  headline: string;
  /** The players, best first. */
  rows: readonly { name: string; points: number; first: boolean }[];
}

/** A finished game to draw. */
export interface Game {
  title: string;
  ui: GameUi;
  replayed: Replayed;
  options: Record<string, unknown>;
  players: readonly Player[];
}

/** What is written beside the board after a line. */
export function posters({ title, replayed, players }: Game): (line: number) => Poster {
  const last = replayed.positions!.length - 1;
  const result = replayed.result as Result;
  const points = curve(replayed);
  return (line) => {
    const ended = line === last;
    const now = ended ? result.scores : points[line]!;
    const best = Math.max(...now);
    const order = players.toSorted((a, b) =>
      ended ? result.ranks[a.seat]! - result.ranks[b.seat]! : now[b.seat]! - now[a.seat]!,
    );
    return {
      game: title,
      headline: ended ? headline(result, players) : ' ',
      rows: order.map(({ name, seat }) => ({
        name,
        points: now[seat]!,
        first: ended ? result.ranks[seat] === 1 : now[seat] === best,
      })),
    };
  };
}

/** The board after a line, drawn outside the page. */
export async function boardAt(game: Game, line: number): Promise<HTMLImageElement> {
  const { ui, replayed, options, players } = game;
  const target = document.createElement('div');
  const view = replayed.positions![line]!.view;
  const lines = replayed.lines.slice(0, line);
  const drawn = mount(ui.Picture, { target, props: { view, options, players, seat: null, lines } });
  try {
    return await imageOf(target.querySelector('svg')!);
  } finally {
    void unmount(drawn);
  }
}

async function imageOf(drawing: SVGSVGElement): Promise<HTMLImageElement> {
  const { width, height } = drawing.viewBox.baseVal;
  drawing.setAttribute('width', String(width)); // Firefox draws no image without a size
  drawing.setAttribute('height', String(height));
  const image = new Image();
  image.src = URL.createObjectURL(svgFile(drawing));
  await image.decode().finally(() => URL.revokeObjectURL(image.src));
  return image;
}

export function canvas(): HTMLCanvasElement {
  const made = document.createElement('canvas');
  made.width = WIDTH;
  made.height = HEIGHT;
  return made;
}

/** Draw the poster over the whole canvas. */
export function draw(on: HTMLCanvasElement, board: HTMLImageElement, poster: Poster): void {
  const ink = on.getContext('2d')!;
  ink.fillStyle = '#f3ede1';
  ink.fillRect(0, 0, WIDTH, HEIGHT);
  const room = { width: BOARD - MARGIN, height: HEIGHT - 2 * MARGIN };
  const scale = Math.min(room.width / board.width, room.height / board.height);
  const [w, h] = [board.width * scale, board.height * scale];
  ink.drawImage(board, MARGIN + (room.width - w) / 2, (HEIGHT - h) / 2, w, h);

  const left = BOARD + MARGIN;
  const width = WIDTH - left - MARGIN;
  ink.textBaseline = 'alphabetic';
  write(ink, poster.game, left, 96, width, `600 52px ${face()}`, INK);
  write(ink, poster.headline, left, 146, width, `400 30px ${face()}`, SOFT);
  poster.rows.forEach(({ name, points, first }, index) => {
    const y = 220 + index * 62;
    const font = `${first ? 600 : 400} 36px ${face()}`;
    ink.fillStyle = '#d8cdb8';
    ink.fillRect(left, y + 16, width, 2);
    write(ink, name, left, y, width - 110, font, INK);
    ink.textAlign = 'right';
    write(ink, String(points), left + width, y, 100, font, INK);
    ink.textAlign = 'left';
  });
  mark(ink, left, HEIGHT - MARGIN);
}

/** A line of text, cut with an ellipsis where it is too long. */
function write(
  ink: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  width: number,
  font: string,
  colour: string,
): void {
  ink.font = font;
  ink.fillStyle = colour;
  let shown = text;
  while (shown && ink.measureText(shown).width > width) shown = `${shown.slice(0, -2)}…`;
  ink.fillText(shown, x, y);
}

/** The three buildings of our mark, and our name. */
function mark(ink: CanvasRenderingContext2D, x: number, ground: number): void {
  for (const [at, height, colour] of [
    [4, 24, '#e9a23b'],
    [18, 42, '#d9482b'],
    [32, 30, '#3f8fd2'],
  ] as const) {
    ink.fillStyle = colour;
    ink.fillRect(x + at, ground - height, 11, height);
  }
  ink.fillStyle = INK;
  ink.fillRect(x, ground, 47, 3);
  write(ink, 'Baumeister', x + 60, ground, 300, `600 30px ${face()}`, INK);
}

export function png(on: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    on.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture')))),
  );
}
