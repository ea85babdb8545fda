/** The buildings: blocks on top of each other. Geometry is made once for each size, paint for each colour. */
import {
  BoxGeometry,
  BufferAttribute,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  type BufferGeometry,
  type Material,
} from 'three';
import type { Colour } from '../../../ui/colours';
import { lights, top, wall } from './facades';
import { breadth, FLOOR } from './layout';
import { mix, type Palette } from './palette';

const CORNICE = 0.05;

interface Paints {
  wall: Material;
  cornice: Material;
  roof: Material;
  ghost: Material;
}

export class Towers {
  private bodies = new Map<number, BufferGeometry>();
  private edges = new Map<number, BufferGeometry>();
  private cornice = new BoxGeometry(1.06, CORNICE, 1.06).translate(0, -CORNICE / 2, 0);
  private sign = new PlaneGeometry(1.02, 1.02).rotateX(-Math.PI / 2).translate(0, 0.003, 0);
  private paints = new Map<Colour, Paints>();
  private line: LineBasicMaterial;
  private ghostLine: LineBasicMaterial;

  constructor(private palette: Palette) {
    const { ink, accent, night } = palette;
    this.line = new LineBasicMaterial({
      color: ink,
      transparent: true,
      opacity: night ? 0.5 : 0.7,
    });
    this.ghostLine = new LineBasicMaterial({ color: night ? ink : accent });
  }

  /** A block, its foot at 0; `index` is its number in the building. */
  block(colour: Colour, floors: number, index: number, ghost = false): Group {
    const { wall: walls, cornice, ghost: glass } = this.paint(colour);
    const height = floors * FLOOR;
    const made = new Group();
    const body = new Mesh(this.body(floors), ghost ? glass : walls);
    body.scale.set(breadth(index), height, breadth(index));
    body.castShadow = body.receiveShadow = !ghost;
    const edge = new LineSegments(this.edge(floors), ghost ? this.ghostLine : this.line);
    edge.scale.copy(body.scale);
    made.add(body, edge);
    if (!ghost) {
      const ledge = new Mesh(this.cornice, cornice);
      ledge.scale.set(breadth(index), 1, breadth(index));
      ledge.position.y = height;
      ledge.castShadow = ledge.receiveShadow = true;
      made.add(ledge);
    }
    return made;
  }

  /** The owner's roof, to be laid on the topmost block. */
  roof(colour: Colour, index: number): Mesh {
    const roof = new Mesh(this.sign, this.paint(colour).roof);
    roof.scale.set(breadth(index), 1, breadth(index));
    roof.receiveShadow = true;
    return roof;
  }

  dispose(): void {
    for (const made of [...this.bodies.values(), ...this.edges.values(), this.cornice, this.sign])
      made.dispose();
    for (const { wall: walls, cornice, roof, ghost } of this.paints.values())
      for (const material of [walls, cornice, roof, ghost]) {
        if ('map' in material) (material as MeshLambertMaterial).map?.dispose();
        if ('emissiveMap' in material) (material as MeshLambertMaterial).emissiveMap?.dispose();
        material.dispose();
      }
    this.line.dispose();
    this.ghostLine.dispose();
  }

  private paint(colour: Colour): Paints {
    const known = this.paints.get(colour);
    if (known) return known;
    const { palette } = this;
    const { fill } = palette.blocks[colour];
    const walls = new MeshLambertMaterial({
      map: wall(colour, palette),
      polygonOffset: true, // the drawn edges lie before it
      polygonOffsetFactor: 1,
    });
    if (palette.night) {
      walls.emissiveMap = lights(colour, palette);
      walls.emissive.set('#ffffff');
    }
    const roof = new MeshLambertMaterial({ map: top(colour, palette) });
    if (palette.night) {
      roof.emissiveMap = roof.map;
      roof.emissive.set('#3a3a3a');
    }
    const made: Paints = {
      wall: walls,
      cornice: new MeshLambertMaterial({
        color: mix(fill, palette.night ? '#000000' : '#ffffff', 0.25),
      }),
      roof,
      ghost: new MeshBasicMaterial({
        color: fill,
        transparent: true,
        opacity: 0.6,
        depthWrite: false,
      }),
    };
    this.paints.set(colour, made);
    return made;
  }

  private body(floors: number): BufferGeometry {
    const known = this.bodies.get(floors);
    if (known) return known;
    const made = new BoxGeometry(1, 1, 1).translate(0, 0.5, 0);
    // Four corners a wall, in the order East, West, roof, ground, South, North: as many floors of the
    // texture as there are, and its other half for the walls around the corner.
    const uv = made.getAttribute('uv') as BufferAttribute;
    for (let corner = 0; corner < uv.count; corner++)
      uv.setXY(
        corner,
        uv.getX(corner) / 2 + (corner < 8 ? 0 : 0.5),
        (uv.getY(corner) * floors) / 4,
      );
    this.bodies.set(floors, made);
    return made;
  }

  private edge(floors: number): BufferGeometry {
    const known = this.edges.get(floors);
    if (known) return known;
    const made = new EdgesGeometry(this.body(floors));
    this.edges.set(floors, made);
    return made;
  }
}
