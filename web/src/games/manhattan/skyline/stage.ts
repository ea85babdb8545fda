/** Light, camera and canvas. Draws when something has changed, and only then. */
import {
  Box3,
  Color,
  DirectionalLight,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { DEPTH, place, roof, SITES, towards, WIDTH } from './layout';
import { Model, type Shown } from './model';
import { Motions, smooth } from './motion';
import { mix, type Palette } from './palette';

export class Stage {
  private renderer: WebGLRenderer;
  private scene = new Scene();
  private camera = new PerspectiveCamera(22, 1, 1, 120);
  private controls: OrbitControls;
  private motions = new Motions();
  private model: Model;
  private sky = new HemisphereLight();
  private sun = new DirectionalLight();
  private frame = 0;
  private size = new Vector2(1, 1);
  /** Nobody has moved the camera yet: it may follow the size of the window. */
  private untouched = true;
  /** Where the camera glides to, unless somebody takes hold of it. */
  private goal: Vector3 | null = null;

  /** Throws where there is no WebGL. */
  constructor(
    private canvas: HTMLCanvasElement,
    palette: Palette,
    private shown: Shown,
    private ondrawn: () => void,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false; // shadows move with the blocks, not with the camera
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
    this.controls.addEventListener('change', this.invalidate);
    this.controls.addEventListener('start', this.touch);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 3;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.02;
    Object.assign(this.sun.shadow.camera, { left: -10, right: 10, top: 10, bottom: -10, far: 40 });
    this.scene.add(this.sky, this.sun);
    this.model = new Model(palette, shown, this.motions);
    this.scene.add(this.model.group);
    this.light(palette);
    this.home();
  }

  /** Day or night. */
  dress(palette: Palette): void {
    this.light(palette);
    this.model.group.removeFromParent();
    this.model.dispose();
    this.model = new Model(palette, this.shown, this.motions);
    this.scene.add(this.model.group);
    this.invalidate();
  }

  show(shown: Shown, palette: Palette, moving: boolean): void {
    const turned = shown.side !== this.shown.side;
    const other = turned || shown.names.join() !== this.shown.names.join();
    const colours = shown.colours.join() !== this.shown.colours.join();
    this.shown = shown;
    if (other || colours) this.dress(palette);
    else this.model.show(shown, moving);
    this.renderer.shadowMap.needsUpdate = true;
    if (turned) this.home();
    else if (this.untouched && !this.fits()) this.home(moving); // the city has outgrown the picture
    this.invalidate();
  }

  resize(width: number, height: number): void {
    this.size.set(Math.max(1, width), Math.max(1, height));
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(this.size.x, this.size.y, false);
    this.camera.aspect = this.size.x / this.size.y;
    this.camera.updateProjectionMatrix();
    if (this.untouched) this.home();
    this.draw(performance.now()); // at once: a resized canvas is empty
  }

  /** Back to where the reader sits, the whole city in sight. */
  home(moving = false): void {
    this.untouched = true;
    const from = this.camera.position.clone();
    const { x, z } = towards(this.shown.side);
    const [aside, up] = this.camera.aspect < 1 ? [0.06, 1.2] : [0.2, 0.74];
    const direction = new Vector3(x + z * aside, up, z - x * aside).normalize();
    this.controls.target.set(0, 0.5, 0);
    const seen = (distance: number) =>
      direction.clone().multiplyScalar(distance).add(this.controls.target);
    let [near, far] = [this.controls.minDistance, this.controls.maxDistance];
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
    this.invalidate();
  }

  /** Turns by an angle, and comes nearer by a factor. */
  move(angle: number, tilt: number, nearer: number): void {
    this.touch();
    const arm = this.camera.position.clone().sub(this.controls.target);
    arm.applyAxisAngle(new Vector3(0, 1, 0), angle);
    const sideways = new Vector3(arm.z, 0, -arm.x).normalize();
    const tilted = arm.clone().applyAxisAngle(sideways, tilt);
    if (tilted.y > 0.2 && Math.hypot(tilted.x, tilted.z) > 1) arm.copy(tilted);
    const { minDistance, maxDistance } = this.controls;
    arm.setLength(Math.min(maxDistance, Math.max(minDistance, arm.length() / nearer)));
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
    this.invalidate();
  }

  set turning(on: boolean) {
    this.controls.autoRotate = on;
    if (on) this.touch();
    this.invalidate();
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
        new Vector3(x + 0.5, roof(this.shown.buildings[site]), z + 0.5),
      );
      const hit = caster.ray.intersectBox(box, new Vector3());
      const distance = hit?.distanceTo(this.camera.position) ?? Infinity;
      if (distance < nearest) [found, nearest] = [site, distance];
    }
    return found;
  }

  point(site: string | null): void {
    this.model.point(site);
    this.invalidate();
  }

  /** Where on the canvas the roof of a site is. */
  over(site: string): { x: number; y: number } {
    const { x, z } = place(site);
    const at = new Vector3(x, roof(this.shown.buildings[site]) + 0.1, z).project(this.camera);
    return { x: ((at.x + 1) / 2) * this.size.x, y: ((1 - at.y) / 2) * this.size.y };
  }

  /** What is seen now, large enough to be printed. */
  picture(): Promise<Blob> {
    const ratio = this.renderer.getPixelRatio();
    this.motions.finish();
    this.renderer.setPixelRatio(Math.max(ratio, 2400 / this.size.x));
    this.renderer.render(this.scene, this.camera);
    const taken = new Promise<Blob>((keep, fail) =>
      this.canvas.toBlob((blob) => (blob ? keep(blob) : fail(new Error('no picture')))),
    );
    this.renderer.setPixelRatio(ratio);
    this.draw(performance.now());
    return taken;
  }

  /** To be drawn again with the next frame of the screen. */
  invalidate = (): void => {
    this.frame ||= requestAnimationFrame((now) => this.draw(now));
  };

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.frame = -1; // nothing is asked for any more
    this.controls.dispose();
    this.model.dispose();
    this.sun.dispose();
    this.renderer.dispose();
    // Browsers keep few contexts, and free them late.
    if (!this.renderer.getContext().isContextLost()) this.renderer.forceContextLoss();
  }

  private touch = (): void => {
    this.untouched = false;
    this.goal = null;
  };

  private draw(now: number): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.motions.active) this.renderer.shadowMap.needsUpdate = true;
    this.motions.tick(now);
    this.controls.update(); // asks for the next frame while the camera still glides
    this.renderer.render(this.scene, this.camera);
    this.ondrawn();
    if (this.motions.active || this.controls.autoRotate) this.invalidate();
  }

  private light({ night, desk, sheet, ink }: Palette): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.scene.background = new Color(desk);
    this.sky.color.set(night ? mix(ink, '#ffffff', 0.85) : '#fffaf2');
    this.sky.groundColor.set(night ? sheet : desk);
    this.sky.intensity = night ? 1.5 : 1.5;
    this.sun.color.set(night ? '#dbe8ff' : '#fff4e0');
    this.sun.intensity = night ? 1.1 : 1.9;
    const { x, z } = towards(this.shown.side);
    this.sun.position.set(-6 * z + 4 * x, 11, 6 * x + 4 * z);
  }

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
      return this.sees(x, roof(this.shown.buildings[site]) + 0.8, z);
    });
  }

  private sees(x: number, y: number, z: number): boolean {
    const at = new Vector3(x, y, z).project(this.camera);
    return Math.abs(at.x) < 0.95 && Math.abs(at.y) < 0.95;
  }
}
