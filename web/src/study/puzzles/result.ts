/** A result to share, as text and as picture. Neither says anything about the solution. */
import { png } from '../../replay/poster';

export const STARS = 3;

/** Stars as text: ★★☆. */
export function starText(stars: number): string {
  return '★'.repeat(stars) + '☆'.repeat(Math.max(0, STARS - stars));
}

export interface Result {
  /** The first line: which puzzle. */
  title: string;
  /** What was reached: stars, tries, points. */
  lines: readonly string[];
  stars: number;
}

export function resultText({ title, lines, stars }: Result, link: string): string {
  return [title, starText(stars), ...lines, link].join('\n');
}

const WIDTH = 800;
const HEIGHT = 420;

/** The result as a picture: stars and words, without the board. */
export async function resultPicture(result: Result): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const ink = canvas.getContext('2d')!;
  const face = getComputedStyle(document.body).fontFamily;
  ink.fillStyle = '#f3ede1';
  ink.fillRect(0, 0, WIDTH, HEIGHT);
  const write = (text: string, y: number, font: string, colour: string) => {
    ink.font = `${font} ${face}`;
    ink.fillStyle = colour;
    ink.fillText(text, 48, y, WIDTH - 96);
  };
  write(result.title, 92, '600 40px', '#1d2733');
  write(starText(result.stars), 190, '400 84px', '#b5541c');
  result.lines.forEach((line, at) => write(line, 258 + 46 * at, '400 30px', '#5d5546'));
  write('Baumeister', HEIGHT - 36, '600 28px', '#1d2733');
  return png(canvas);
}
