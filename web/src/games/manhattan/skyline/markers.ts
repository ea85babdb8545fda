/** Markers on sites: legal, hovered, highest building. */
import {
  BoxGeometry,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  OctahedronGeometry,
  PlaneGeometry,
} from 'three';
import { SLAB } from './layout';
import type { Palette } from './palette';

export class Markers {
  private plate = new PlaneGeometry(0.9, 0.9).rotateX(-Math.PI / 2);
  private arrow = new ConeGeometry(0.15, 0.3, 4).rotateX(Math.PI).translate(0, 0.4, 0);
  private corners = brackets(0.47, 0.2);
  private glow: MeshBasicMaterial;
  private solid: MeshBasicMaterial;
  /** Visible through everything in front of it. */
  private above: MeshBasicMaterial;
  private line: LineBasicMaterial;
  private box = new EdgesGeometry(new BoxGeometry(0.94, 1, 0.94).translate(0, 0.5, 0));
  private mast = new CylinderGeometry(0.018, 0.025, 0.7, 6).translate(0, 0.35, 0);
  private ball = new OctahedronGeometry(0.055).translate(0, 0.74, 0);
  private flag = pennant();
  private cloth: MeshBasicMaterial;
  private pole: MeshBasicMaterial;

  constructor(palette: Palette) {
    const { accent, ink } = palette;
    this.glow = new MeshBasicMaterial({ color: accent, transparent: true, depthWrite: false });
    this.solid = new MeshBasicMaterial({ color: accent });
    this.above = new MeshBasicMaterial({ color: accent, depthTest: false, transparent: true });
    this.line = new LineBasicMaterial({ color: ink });
    this.cloth = new MeshBasicMaterial({ color: accent, side: DoubleSide });
    this.pole = new MeshBasicMaterial({ color: ink });
    this.pulse(0);
  }

  /** A block may go here: marks around the plot, and a sign above the roof. */
  target(roof: number): Group {
    const made = new Group();
    const plate = new Mesh(this.plate, this.glow);
    plate.position.y = SLAB + 0.012;
    const frame = new Mesh(this.corners, this.solid);
    frame.position.y = SLAB + 0.02;
    const arrow = new Mesh(this.arrow, this.above);
    arrow.name = 'arrow';
    arrow.renderOrder = 1;
    arrow.position.y = roof;
    made.add(plate, frame, arrow);
    return made;
  }

  /** `way` goes from 0 to 1 for one beat. */
  pulse(way: number): void {
    this.glow.opacity = 0.3 + 0.25 * Math.sin(way * Math.PI) ** 2;
  }

  /** The hovered site. */
  outline(): LineSegments {
    return new LineSegments(this.box, this.line);
  }

  /** The highest building, as the service counts it. */
  flagpole(side: number): Group {
    const made = new Group();
    made.rotation.y = (-side * Math.PI) / 2;
    made.add(new Mesh(this.mast, this.pole), new Mesh(this.ball, this.pole));
    made.add(new Mesh(this.flag, this.cloth));
    return made;
  }

  dispose(): void {
    for (const made of [this.plate, this.arrow, this.corners, this.box]) made.dispose();
    for (const made of [this.mast, this.ball, this.flag]) made.dispose();
    for (const made of [this.glow, this.solid, this.above, this.line, this.cloth, this.pole])
      made.dispose();
  }
}

/** Four flat corner brackets, as a draughtsman marks a field. */
function brackets(half: number, arm: number): BufferGeometry {
  const points: number[] = [];
  const rectangle = (x0: number, z0: number, x1: number, z1: number) =>
    points.push(x0, 0, z0, x0, 0, z1, x1, 0, z0, x1, 0, z0, x0, 0, z1, x1, 0, z1);
  const thick = 0.06;
  for (const x of [-half, half])
    for (const z of [-half, half]) {
      const [toX, toZ] = [x - Math.sign(x) * arm, z - Math.sign(z) * arm];
      const [inX, inZ] = [x - Math.sign(x) * thick, z - Math.sign(z) * thick];
      rectangle(Math.min(x, toX), Math.min(z, inZ), Math.max(x, toX), Math.max(z, inZ));
      rectangle(Math.min(x, inX), Math.min(z, toZ), Math.max(x, inX), Math.max(z, toZ));
    }
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
}

function pennant(): BufferGeometry {
  const points = [0, 0.68, 0, 0, 0.42, 0, 0.42, 0.55, 0];
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
}
