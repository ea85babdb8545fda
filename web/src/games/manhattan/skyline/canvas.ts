/** Textures drawn on a canvas. */
import { CanvasTexture, SRGBColorSpace } from 'three';

export const FACE = '"Jost Variable", Futura, sans-serif';

export function painted(
  width: number,
  height: number,
  draw: (pen: CanvasRenderingContext2D) => void,
): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  draw(canvas.getContext('2d')!);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8; // seen at flat angles
  return texture;
}

export function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  weight = 500,
): void {
  pen.font = `${weight} ${size}px ${FACE}`;
  pen.fillText(text, x, y);
}
