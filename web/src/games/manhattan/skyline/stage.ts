/** Renderer, light and canvas. Draws only when something has changed. */
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  PCFShadowMap,
  Scene,
  WebGLRenderer,
} from 'three';
import { Eye } from './eye';
import { towards } from './layout';
import { Model, type Shown } from './model';
import { Motions } from './motion';
import { mix, type Palette } from './palette';

// With the stage, so that all of the skyline is one file.
export { followTheme, paletteOf } from './palette';

/** The minimum width of a saved picture, in pixels. */
const PICTURE = 2400;

export class Stage {
  readonly eye: Eye;
  private renderer: WebGLRenderer;
  private scene = new Scene();
  private motions = new Motions();
  private model: Model;
  private sky = new HemisphereLight();
  private sun = new DirectionalLight();
  private frame = 0;

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
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 3;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.02;
    Object.assign(this.sun.shadow.camera, { left: -10, right: 10, top: 10, bottom: -10, far: 40 });
    this.model = new Model(palette, shown, this.motions);
    this.scene.add(this.sky, this.sun, this.model.group);
    this.eye = new Eye(canvas, this.motions, () => this.shown.buildings, this.invalidate);
    this.light(palette);
    this.resize();
  }

  /** Day or night. */
  dress(palette: Palette): void {
    this.light(palette);
    const before = this.model;
    before.group.removeFromParent();
    this.model = new Model(palette, this.shown, this.motions);
    this.scene.add(this.model.group);
    // The new materials share the shaders of the old ones, which go with the last of them.
    this.renderer.compile(this.scene, this.eye.camera);
    before.dispose();
    this.invalidate();
  }

  show(shown: Shown, palette: Palette, moving: boolean): void {
    const before = this.shown;
    this.shown = shown;
    const turned = shown.side !== before.side;
    const table = (each: Shown) => [each.names, each.colours, each.closed].join('|');
    if (turned || table(shown) !== table(before)) this.dress(palette);
    else this.model.show(shown, moving);
    if (turned) this.eye.home(shown.side);
    else this.eye.follow(shown.side, moving);
    this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  /** Resize to the canvas's size on the page. */
  resize(): void {
    const width = Math.max(1, this.canvas.clientWidth);
    const height = Math.max(1, this.canvas.clientHeight);
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.eye.resize(width, height, this.shown.side);
    this.draw(performance.now()); // at once: a resized canvas is empty
  }

  home(moving: boolean): void {
    this.eye.home(this.shown.side, moving);
  }

  point(site: string | null): void {
    this.model.point(site);
    this.invalidate();
  }

  /** The current picture, large enough to print. */
  picture(): Promise<Blob> {
    const ratio = this.renderer.getPixelRatio();
    this.motions.finish();
    this.renderer.shadowMap.needsUpdate = true;
    this.renderer.setPixelRatio(Math.max(ratio, PICTURE / this.canvas.clientWidth));
    this.renderer.render(this.scene, this.eye.camera);
    const taken = new Promise<Blob>((resolve, reject) =>
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture')))),
    );
    this.renderer.setPixelRatio(ratio);
    this.draw(performance.now());
    return taken;
  }

  /** Draw again in the next animation frame. */
  invalidate = (): void => {
    this.frame ||= requestAnimationFrame((now) => this.draw(now));
  };

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.frame = -1; // no frame is requested any more
    this.eye.dispose();
    this.model.dispose();
    this.sun.dispose();
    this.renderer.dispose();
    // Browsers allow few WebGL contexts and free them late.
    if (!this.renderer.getContext().isContextLost()) this.renderer.forceContextLoss();
  }

  private draw(now: number): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.motions.active) this.renderer.shadowMap.needsUpdate = true;
    this.motions.tick(now);
    this.eye.update();
    this.renderer.render(this.scene, this.eye.camera);
    this.canvas.dataset.facing = String(this.eye.side);
    this.canvas.dataset.closed = String(this.model.closed);
    this.ondrawn();
    if (this.motions.active || this.eye.turning) this.invalidate();
  }

  private light({ night, desk, sheet, ink }: Palette): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.scene.background = new Color(desk);
    this.sky.color.set(night ? mix(ink, '#ffffff', 0.8) : '#fffaf2');
    this.sky.groundColor.set(night ? sheet : desk);
    this.sky.intensity = night ? 1.3 : 1.5;
    this.sun.color.set(night ? '#dbe8ff' : '#fff4e0');
    this.sun.intensity = night ? 1.05 : 1.9;
    // From behind the viewer's left shoulder, like a desk lamp.
    const { x, z } = towards(this.shown.side);
    this.sun.position.set(-6 * z + 4 * x, 11, 6 * x + 4 * z);
  }
}
