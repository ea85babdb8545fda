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
import { Motions } from './motion';
import type { Palette } from './palette';

export class Stage {
  private renderer: WebGLRenderer;
  private scene = new Scene();
  private camera = new PerspectiveCamera(28, 1, 1, 90);
  private controls: OrbitControls;
  private motions = new Motions();
  private model: Model;
  private sky = new HemisphereLight();
  private sun = new DirectionalLight();
  private frame = 0;
  private size = new Vector2(1, 1);
  /** Nobody has moved the camera yet: it may follow the size of the window. */
  private untouched = true;

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
    this.controls = new OrbitControls(this.camera, canvas);
    Object.assign(this.controls, {
      enableDamping: true,
      dampingFactor: 0.08,
      enablePan: false,
      minDistance: 7,
      maxDistance: 46,
      minPolarAngle: 0.08,
      maxPolarAngle: 1.45,
      autoRotateSpeed: 0.9,
    });
    this.controls.addEventListener('change', this.invalidate);
    this.controls.addEventListener('start', () => (this.untouched = false));
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
    if (turned) this.home();
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
  home(): void {
    this.untouched = true;
    const { x, z } = towards(this.shown.side);
    const [aside, up] = [0.2, 0.74];
    const direction = new Vector3(x + z * aside, up, z - x * aside).normalize();
    this.controls.target.set(0, 0.5, 0);
    let [near, far] = [this.controls.minDistance, this.controls.maxDistance];
    for (let step = 0; step < 14; step++) {
      const distance = (near + far) / 2;
      this.camera.position.copy(direction).multiplyScalar(distance).add(this.controls.target);
      this.camera.lookAt(this.controls.target);
      this.camera.updateMatrixWorld();
      if (this.fits()) far = distance;
      else near = distance;
    }
    this.controls.update();
    this.invalidate();
  }

  /** Turns by an angle, and comes nearer by a factor. */
  move(angle: number, tilt: number, nearer: number): void {
    this.untouched = false;
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
    if (on) this.untouched = false;
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
    this.renderer.forceContextLoss(); // browsers keep few contexts, and free them late
  }

  private draw(now: number): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.motions.tick(now);
    this.controls.update(); // asks for the next frame while the camera still glides
    this.renderer.render(this.scene, this.camera);
    this.ondrawn();
    if (this.motions.active || this.controls.autoRotate) this.invalidate();
  }

  private light({ night, desk, sheet, ink }: Palette): void {
    this.scene.background = new Color(desk);
    this.sky.color.set(night ? ink : '#ffffff');
    this.sky.groundColor.set(night ? sheet : desk);
    this.sky.intensity = night ? 1.5 : 1.9;
    this.sun.color.set(night ? '#dbe8ff' : '#fff1d6');
    this.sun.intensity = night ? 1.1 : 2;
    const { x, z } = towards(this.shown.side);
    this.sun.position.set(-6 * z + 4 * x, 11, 6 * x + 4 * z);
  }

  private fits(): boolean {
    for (const x of [-WIDTH / 2, WIDTH / 2])
      for (const z of [-DEPTH / 2, DEPTH / 2])
        for (const y of [0, 2.2]) {
          const at = new Vector3(x, y, z).project(this.camera);
          if (Math.abs(at.x) > 0.93 || Math.abs(at.y) > 0.88) return false;
        }
    return true;
  }
}
