/** A short film of a game: its positions drawn one after the other and recorded as WebM. */
import { boardAt, canvas, draw, posters, type Game } from './poster';
import { stops } from './walk';

/** The most positions: a long game is shown in steps of several moves. */
const MOST = 36;
const PAUSE = 200;
/** Milliseconds for the result. */
const END = 1800;
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];

/** The kind of film this browser can record; undefined if none. */
export function filmType(): string | undefined {
  if (typeof MediaRecorder === 'undefined' || !HTMLCanvasElement.prototype.captureStream)
    return undefined;
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}

/** At most `most` of the lines, evenly spaced, the last one included. */
export function chosen(lines: readonly number[], most = MOST): number[] {
  if (lines.length <= most) return [...lines];
  return Array.from({ length: most }, (_, index) => {
    return lines[Math.round((index * (lines.length - 1)) / (most - 1))]!;
  });
}

/** Record the game; rejects where the browser cannot. */
export async function film(game: Game, onprogress: (share: number) => void): Promise<Blob> {
  const poster = posters(game);
  const type = filmType();
  if (!type) throw new Error('this browser cannot record films');
  const positions = game.replayed.positions!;
  const frames = chosen(stops(positions));
  const screen = canvas();
  draw(screen, await boardAt(game, frames[0]!), poster(frames[0]!));
  const recorder = new MediaRecorder(screen.captureStream(30), {
    mimeType: type,
    videoBitsPerSecond: 2_500_000,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  try {
    for (const [index, line] of frames.entries()) {
      const [board] = await Promise.all([boardAt(game, line), rest(PAUSE)]);
      draw(screen, board, poster(line));
      onprogress((index + 1) / frames.length);
    }
    await rest(END);
  } finally {
    recorder.stop();
  }
  await ended;
  return new Blob(parts, { type: type.split(';')[0]! });
}

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
