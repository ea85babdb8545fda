/** The monster, made of simple solids. It looks to the South. */
import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  IcosahedronGeometry,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
  type BufferGeometry,
} from 'three';
import { mix, type Palette } from './palette';

type Triple = [number, number, number];

export function beast(palette: Palette): Group {
  const paint = (color: string, glow = 0) =>
    new MeshLambertMaterial({ color, flatShading: true, emissive: color, emissiveIntensity: glow });
  const skin = paint(palette.skin, palette.night ? 0.12 : 0);
  const dark = paint(mix(palette.skin, '#000000', 0.25));
  const belly = paint(mix(palette.skin, '#ffffff', 0.62));
  const horn = paint(palette.accent, palette.night ? 0.25 : 0);
  const white = paint('#ffffff', palette.night ? 0.6 : 0.15);
  const black = paint('#10141c');
  const made = new Group();
  const add = (
    shape: BufferGeometry,
    material: MeshLambertMaterial,
    at: Triple,
    scale: Triple = [1, 1, 1],
    turn: Triple = [0, 0, 0],
  ) => {
    const part = new Mesh(shape, material);
    part.position.set(...at);
    part.scale.set(...scale);
    part.rotation.set(...turn);
    part.castShadow = true;
    made.add(part);
  };
  const ball = new IcosahedronGeometry(1, 2);
  const bead = new SphereGeometry(1, 12, 8);
  const cone = new ConeGeometry(1, 2, 6);
  const leg = new CylinderGeometry(0.8, 1, 2, 8);

  add(ball, skin, [0, 0.42, -0.02], [0.3, 0.36, 0.28], [0.12, 0, 0]);
  add(ball, belly, [0, 0.38, 0.07], [0.22, 0.27, 0.22], [0.12, 0, 0]);
  add(ball, skin, [0, 0.86, 0.06], [0.25, 0.21, 0.23]);
  add(ball, skin, [0, 0.8, 0.23], [0.19, 0.11, 0.16]);
  add(ball, belly, [0, 0.73, 0.2], [0.15, 0.07, 0.14]);
  for (const side of [-1, 1]) {
    add(bead, white, [side * 0.12, 0.99, 0.19], [0.085, 0.095, 0.075]);
    add(bead, black, [side * 0.115, 0.99, 0.252], [0.038, 0.045, 0.025]);
    add(bead, dark, [side * 0.06, 0.85, 0.375], [0.018, 0.014, 0.014]);
    add(cone, horn, [side * 0.17, 1.1, 0.02], [0.045, 0.08, 0.045], [0, 0, side * -0.45]);
    add(cone, white, [side * 0.09, 0.735, 0.34], [0.022, 0.035, 0.022], [Math.PI, 0, 0]);
    add(leg, skin, [side * 0.17, 0.12, 0.02], [0.1, 0.11, 0.11]);
    add(bead, dark, [side * 0.18, 0.05, 0.1], [0.11, 0.05, 0.15]);
    add(ball, skin, [side * 0.31, 0.52, 0.14], [0.065, 0.065, 0.15], [0.5, side * -0.35, 0]);
    add(bead, dark, [side * 0.27, 0.45, 0.27], [0.055, 0.05, 0.055]);
  }
  const tail: [Triple, number][] = [
    [[0, 0.2, -0.24], 0.17],
    [[0.05, 0.13, -0.36], 0.12],
    [[0.14, 0.1, -0.44], 0.085],
    [[0.23, 0.12, -0.46], 0.055],
  ];
  for (const [at, size] of tail) add(ball, skin, at, [size, size, size]);
  const spikes: [Triple, number, number][] = [
    [[0, 1.06, -0.06], 0.07, -0.35],
    [[0, 0.93, -0.18], 0.085, -0.8],
    [[0, 0.7, -0.26], 0.1, -1.15],
    [[0, 0.46, -0.32], 0.1, -1.4],
    [[0.01, 0.3, -0.37], 0.075, -1.2],
  ];
  for (const [at, size, turn] of spikes)
    add(cone, horn, at, [size * 0.45, size, size], [turn, 0, 0]);
  return made;
}
