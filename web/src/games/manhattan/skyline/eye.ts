/** The camera: orbit, zoom, home position, and picking. */
import { Box3, PerspectiveCamera, Raycaster, Vector2, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { DEPTH, place, roof, SITES, towards, WIDTH, type Buildings } from './layout';
import { smooth, type Motions } from './motion';

/** Turn, tilt, come nearer. */
const KEYS: Record<string, [number, number, number]> = {
  ArrowLeft: [-0.15, 0, 1],
  ArrowRight: [0.15, 0, 1],
  ArrowUp: [0, -0.1, 1],
  ArrowDown: [0, 0.1, 1],
  '+': [0, 0, 1.15],
  '-': [0, 0, 1 / 1.15],
};

export class Eye {
  readonly camera = new PerspectiveCamera(22, 1, 1, 120);
  private controls: OrbitControls;
  private size = new Vector2(1, 1);
  /** The user has not moved the camera: it may follow the city and the window size. */
  private untouched = true;
  /** Where the camera glides to, unless the user moves it. */
  private goal: Vector3 | null = null;

  constructor(
    canvas: HTMLCanvasElement,
    private motions: Motions,
    /** The heights of the buildings. */
    private buildings: () => Buildings,
    private changed: () => void,
  ) {
    this.controls = new OrbitControls(this.camera, canvas);
    Object.assign(this.controls, {
      enableDamping: true,
      dampingFactor: 0.08,
      enablePan: false,
      minDistance: 7,
      maxDistance: 64,
      minPolarAngle: 0.08,
      maxPolarAngle: 1.45,
      autoRotateSpeed: 0.9,
    });
    this.controls.addEventListener('change', changed);
    this.controls.addEventListener('start', this.touch);
  }

  get turning(): boolean {
    return this.controls.autoRotate;
  }

  set turning(on: boolean) {
    this.controls.autoRotate = on;
    if (on) this.touch();
    this.changed();
  }

  /** The side of the table that is nearest. */
  get side(): number {
    const { x, z } = this.camera.position;
    const near = (side: number) => x * towards(side).x + z * towards(side).z;
    return [0, 1, 2, 3].reduce((best, side) => (near(side) > near(best) ? side : best));
  }

  resize(width: number, height: number, side: number): void {
    this.size.set(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.untouched) this.home(side);
  }

  /** Advance gliding or turning by one step; true if there is more to come. */
  update(): void {
    this.controls.update();
  }

  /** Move back if the city has outgrown the picture. */
  follow(side: number, moving: boolean): void {
    if (this.untouched && !this.fits()) this.home(side, moving);
  }

  /** Return to the viewer's side with the whole city in view. */
  home(side: number, moving = false): void {
    this.untouched = true;
    const { target, minDistance, maxDistance } = this.controls;
    const from = this.camera.position.clone();
    const { x, z } = towards(side);
    const [aside, up] = this.camera.aspect < 1 ? [0.06, 1.2] : [0.2, 0.74];
    const direction = new Vector3(x + z * aside, up, z - x * aside).normalize();
    target.set(0, 0.5, 0);
    const seen = (distance: number) => direction.clone().multiplyScalar(distance).add(target);
    let [near, far] = [minDistance, maxDistance];
    for (let step = 0; step < 14; step++) {
      const distance = (near + far) / 2;
      this.look(seen(distance));
      if (this.fits()) far = distance;
      else near = distance;
    }
    const to = (this.goal = seen(far));
    this.look(to);
    if (moving)
      this.motions.add(900, (way) => {
        if (this.goal === to) this.look(from.clone().lerp(to, smooth(way)));
      });
    this.changed();
  }

  /** Rotate and tilt by angles, and zoom by a factor. */
  move(angle: number, tilt: number, nearer: number): void {
    this.touch();
    const { target, minDistance, maxDistance } = this.controls;
    const arm = this.camera.position.clone().sub(target);
    arm.applyAxisAngle(new Vector3(0, 1, 0), angle);
    const sideways = new Vector3(arm.z, 0, -arm.x).normalize();
    const tilted = arm.clone().applyAxisAngle(sideways, tilt);
    if (tilted.y > 0.2 && Math.hypot(tilted.x, tilted.z) > 1) arm.copy(tilted);
    arm.setLength(Math.min(maxDistance, Math.max(minDistance, arm.length() / nearer)));
    this.look(target.clone().add(arm));
    this.changed();
  }

  /** Whether the key moves the camera. */
  press(key: string): boolean {
    const move = KEYS[key];
    if (move) this.move(...move);
    return move !== undefined;
  }

  /** The site under a point of the canvas. */
  at(x: number, y: number): string | null {
    const pointer = new Vector2((x / this.size.x) * 2 - 1, 1 - (y / this.size.y) * 2);
    const caster = new Raycaster();
    caster.setFromCamera(pointer, this.camera);
    let [found, nearest]: [string | null, number] = [null, Infinity];
    for (const site of SITES) {
      const { x, z } = place(site);
      const box = new Box3(
        new Vector3(x - 0.5, 0, z - 0.5),
        new Vector3(x + 0.5, roof(this.buildings()[site]), z + 0.5),
      );
      const hit = caster.ray.intersectBox(box, new Vector3());
      const distance = hit?.distanceTo(this.camera.position) ?? Infinity;
      if (distance < nearest) [found, nearest] = [site, distance];
    }
    return found;
  }

  /** Where on the canvas the roof of a site is. */
  over(site: string): { x: number; y: number } {
    const { x, z } = place(site);
    const at = new Vector3(x, roof(this.buildings()[site]) + 0.1, z).project(this.camera);
    return { x: ((at.x + 1) / 2) * this.size.x, y: ((1 - at.y) / 2) * this.size.y };
  }

  dispose(): void {
    this.controls.dispose();
  }

  private touch = (): void => {
    this.untouched = false;
    this.goal = null;
  };

  private look(from: Vector3): void {
    this.camera.position.copy(from);
    this.camera.lookAt(this.controls.target);
    this.camera.updateMatrixWorld();
  }

  private fits(): boolean {
    for (const x of [-WIDTH / 2, WIDTH / 2])
      for (const z of [-DEPTH / 2, DEPTH / 2]) if (!this.sees(x * 1.05, 0, z * 1.1)) return false;
    return SITES.every((site) => {
      const { x, z } = place(site);
      return this.sees(x, roof(this.buildings()[site]) + 0.8, z);
    });
  }

  private sees(x: number, y: number, z: number): boolean {
    const at = new Vector3(x, y, z).project(this.camera);
    return Math.abs(at.x) < 0.95 && Math.abs(at.y) < 0.95;
  }
}
