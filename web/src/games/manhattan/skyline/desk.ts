/** The architect's table: the sheet with its frame, the slabs of the districts, a pencil, a ruler. */
import {
  BoxGeometry,
  ConeGeometry,
  CylinderGeometry,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  PlaneGeometry,
  ShadowMaterial,
} from 'three';
import { DISTRICTS } from '../board/geometry';
import { DEPTH, middle, SLAB, SLAB_SIZE, WIDTH } from './layout';
import { mix, type Palette } from './palette';
import { rulerTexture, sheetTexture, slabTexture } from './sheet';

/** Lines drawn on an edge lie before it. */
const BEHIND = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
/** Of paper around the city. */
const BORDER = 1.35;

export function desk(
  palette: Palette,
  side: number,
  names: readonly string[],
  closed: readonly string[],
): Group {
  const made = new Group();
  made.add(tabletop(palette));
  // Drawn as seen from the South, then rotated to the viewer's side.
  const turned = new Group();
  turned.rotation.y = (-side * Math.PI) / 2;
  const [width, depth] = side % 2 ? [DEPTH, WIDTH] : [WIDTH, DEPTH];
  turned.add(sheet(palette, side, width, depth));
  turned.add(pencil(palette, width, depth), ruler(palette, width, depth));
  made.add(turned);
  DISTRICTS.forEach((district, index) =>
    made.add(slab(palette, side, district, names[index]!, closed[index])),
  );
  return made;
}

/** Only receives shadows: the desk is the background. */
function tabletop(palette: Palette): Mesh {
  const shade = new ShadowMaterial({ opacity: palette.night ? 0.4 : 0.16 });
  const top = new Mesh(new PlaneGeometry(80, 80).rotateX(-Math.PI / 2), shade);
  top.position.y = -0.05;
  top.receiveShadow = true;
  return top;
}

function sheet(palette: Palette, side: number, width: number, depth: number): Group {
  const made = new Group();
  const [wide, deep] = [width + 2 * BORDER, depth + 2 * BORDER];
  const edge = new Mesh(
    new BoxGeometry(wide, 0.03, deep),
    new MeshLambertMaterial({ color: palette.sheet }),
  );
  edge.position.y = -0.017;
  edge.castShadow = true;
  const paper = new Mesh(
    new PlaneGeometry(wide, deep).rotateX(-Math.PI / 2),
    new MeshLambertMaterial({ map: sheetTexture(palette, side, wide, deep, BORDER) }),
  );
  paper.receiveShadow = true;
  made.add(edge, paper);
  return made;
}

function slab(
  palette: Palette,
  side: number,
  district: string,
  name: string,
  closed?: string,
): Group {
  const made = new Group();
  made.name = closed ? 'closed' : 'open';
  const { x, z } = middle(district);
  made.position.set(x, 0, z);
  const shape = new BoxGeometry(SLAB_SIZE, SLAB - 0.002, SLAB_SIZE).translate(0, SLAB / 2, 0);
  const board = new Mesh(
    shape,
    new MeshLambertMaterial({ color: mix(palette.slab, palette.line, 0.25), ...BEHIND }),
  );
  board.castShadow = board.receiveShadow = true;
  const top = new Mesh(
    new PlaneGeometry(SLAB_SIZE, SLAB_SIZE).rotateX(-Math.PI / 2),
    new MeshLambertMaterial({ map: slabTexture(palette, name, closed) }),
  );
  top.position.y = SLAB;
  top.rotation.y = (-side * Math.PI) / 2;
  top.receiveShadow = true;
  const outline = new LineSegments(
    new EdgesGeometry(shape),
    new LineBasicMaterial({ color: palette.ink, transparent: true, opacity: 0.55 }),
  );
  outline.position.y = 0.004;
  made.add(board, top, outline);
  return made;
}

function pencil(palette: Palette, width: number, depth: number): Group {
  const made = new Group();
  const paint = (color: string) => new MeshLambertMaterial({ color, flatShading: true });
  const wood = mix('#e2bd8a', palette.sheet, palette.night ? 0.4 : 0);
  const parts = [
    [new CylinderGeometry(0.12, 0.12, 3, 6), paint(palette.accent), 0],
    [new CylinderGeometry(0.12, 0.12, 0.22, 6), paint(palette.ink), 1.61],
    [new ConeGeometry(0.12, 0.4, 6).rotateX(Math.PI), paint(wood), -1.7],
    [new ConeGeometry(0.042, 0.14, 6).rotateX(Math.PI), paint('#20242c'), -1.84],
  ] as const;
  for (const [shape, material, y] of parts) {
    const part = new Mesh(shape, material);
    part.position.y = y;
    part.castShadow = true;
    made.add(part);
  }
  made.rotation.set(Math.PI / 2, 0, -1.18);
  made.position.set(-width / 2 + 1.5, 0.11, depth / 2 + 1.05);
  return made;
}

function ruler(palette: Palette, width: number, depth: number): Mesh {
  const length = Math.min(6.4, depth - 1);
  const made = new Mesh(
    new BoxGeometry(0.62, 0.05, length),
    new MeshLambertMaterial({ map: rulerTexture(palette) }),
  );
  made.castShadow = made.receiveShadow = true;
  made.position.set(width / 2 + 1.05, 0.03, -0.3);
  made.rotation.y = -0.07;
  return made;
}
