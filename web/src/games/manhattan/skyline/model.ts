/** The 3D model of the city: shows the view, and animates what has changed. */
import { Group, type LineSegments, type Object3D } from 'three';
import type { Colour } from '../../../ui/colours';
import { beast } from './beast';
import { changes, worthShowing, type Change } from './changes';
import { desk } from './desk';
import { disposeAll } from './dispose';
import { FLOOR, floorsOf, place, roof, route, SLAB, type Block, type Buildings } from './layout';
import { Markers } from './markers';
import { fall, smooth, type Motions } from './motion';
import type { Palette } from './palette';
import { Towers } from './towers';

export interface Shown {
  buildings: Buildings;
  /** Names of the colours, by number. */
  colours: readonly Colour[];
  /** Names of the districts. */
  names: readonly string[];
  /** By district: when it opens; empty where it is open. */
  closed: readonly string[];
  /** The side of the table that the drawing is turned to. */
  side: number;
  /** Highlighted: the sites that can be chosen now. */
  lit: readonly string[];
  /** The block about to be built. */
  ghost: { site: string; colour: number; floors: number } | null;
  /** The monster's site. */
  monster: string | null;
  /** Sites of the highest building. */
  highest: readonly string[];
}

/** How often the marks of the legal sites pulse. */
const PULSES = 4;

export class Model {
  readonly group = new Group();
  private towers: Towers;
  private markers: Markers;
  private desk: Group;
  private blocks = new Map<string, Group[]>();
  private signs = new Group();
  private targets = new Group();
  private beast: Group;
  private outline: LineSegments;
  private shown: Shown;

  constructor(
    palette: Palette,
    shown: Shown,
    private motions: Motions,
  ) {
    this.towers = new Towers(palette);
    this.markers = new Markers(palette);
    this.desk = desk(palette, shown.side, shown.names, shown.closed);
    this.beast = beast(palette);
    this.outline = this.markers.outline();
    this.outline.visible = false;
    this.shown = { ...shown, buildings: {}, monster: null };
    this.group.add(this.desk, this.signs, this.targets, this.beast, this.outline);
    this.show(shown, false);
  }

  /** The number of districts drawn as closed. */
  get closed(): number {
    return this.desk.children.filter((each) => each.name === 'closed').length;
  }

  show(shown: Shown, animate: boolean): void {
    this.motions.finish();
    const before = this.shown;
    this.shown = shown;
    const found = changes(before.buildings, shown.buildings);
    const animated = animate && worthShowing(found);
    found.forEach((change, order) => this.rebuild(change, animated, order * 140));
    this.roofs();
    this.mark();
    if (animate && shown.lit.length && shown.lit.join() !== before.lit.join()) this.pulse();
    this.moveMonster(before.monster, shown.monster, animated);
  }

  /** Draws a frame around a site. */
  point(site: string | null): void {
    this.outline.visible = site !== null;
    if (site === null) return;
    const { x, z } = place(site);
    this.outline.position.set(x, SLAB, z);
    this.outline.scale.y = Math.max(0.12, floorsOf(this.shown.buildings[site]) * FLOOR + 0.06);
  }

  dispose(): void {
    this.motions.finish();
    this.towers.dispose();
    this.markers.dispose();
    disposeAll(this.desk);
    disposeAll(this.beast);
  }

  private rebuild({ site, kept, gone, come }: Change, animate: boolean, delay: number): void {
    const blocks = this.blocks.get(site) ?? [];
    for (const block of blocks.splice(kept, gone)) {
      if (!animate) block.removeFromParent();
      else this.motions.add(520, (progress) => crumble(block, progress), delay);
    }
    const floors = floorsOf(this.shown.buildings[site]?.slice(0, kept));
    let foot = SLAB + floors * FLOOR;
    for (const [colour, height] of come) {
      const block = this.block(site, [colour, height], blocks.length, foot);
      const ground = foot;
      if (animate)
        this.motions.add(
          640,
          (progress) => (block.position.y = ground + 4 * fall(progress)),
          delay,
        );
      blocks.push(block);
      this.group.add(block);
      foot += height * FLOOR;
    }
    this.blocks.set(site, blocks);
  }

  private block(site: string, [colour, floors]: Block, index: number, foot: number, ghost = false) {
    const { x, z } = place(site);
    const block = this.towers.block(this.shown.colours[colour]!, floors, index, ghost);
    block.position.set(x, foot, z);
    // A quarter turn here and there, so that not all windows are lit alike.
    block.rotation.y = ((Math.abs(Math.round(x * 3 + z * 5)) + index) % 4) * (Math.PI / 2);
    return block;
  }

  /** Puts a letter on each roof, as a child of the top block so that it moves with it. */
  private roofs(): void {
    for (const [site, blocks] of this.blocks) {
      for (const block of blocks) block.getObjectByName('roof')?.removeFromParent();
      const stack = this.shown.buildings[site] ?? [];
      const [colour, floors] = stack.at(-1) ?? [];
      if (colour === undefined || floors === undefined) continue;
      const letter = this.towers.roof(this.shown.colours[colour]!, stack.length - 1);
      letter.name = 'roof';
      letter.position.y = floors * FLOOR;
      const top = blocks.at(-1)!;
      letter.rotation.y = -top.rotation.y - (this.shown.side * Math.PI) / 2;
      top.add(letter);
    }
  }

  private mark(): void {
    const { lit, ghost, highest, buildings } = this.shown;
    this.targets.clear();
    this.signs.clear();
    for (const site of lit) {
      const extra = ghost?.site === site ? ghost.floors * FLOOR : 0;
      putAt(this.targets, this.markers.target(roof(buildings[site]) + extra), site, 0);
    }
    for (const site of highest)
      if (site !== ghost?.site && site !== this.shown.monster)
        putAt(this.signs, this.markers.flagpole(this.shown.side), site, roof(buildings[site]));
    if (ghost) {
      const stack = buildings[ghost.site] ?? [];
      const block: Block = [ghost.colour, ghost.floors];
      this.signs.add(this.block(ghost.site, block, stack.length, roof(stack), true));
    }
  }

  /** Pulses a few times only: an endless animation would redraw all the time. */
  private pulse(): void {
    const arrows = this.targets.children.map((each) => each.getObjectByName('arrow')!);
    const heights = arrows.map((arrow) => arrow.position.y);
    this.motions.add(PULSES * 900, (progress) => {
      this.markers.pulse((progress * PULSES) % 1);
      const lift = 0.14 * Math.sin(progress * PULSES * Math.PI) ** 2;
      arrows.forEach((arrow, n) => (arrow.position.y = heights[n]! + lift));
    });
  }

  /** Lets the monster hop from roof to roof; it appears at once if nothing is animated. */
  private moveMonster(from: string | null, to: string | null, animate: boolean): void {
    this.beast.visible = to !== null;
    if (to === null) return;
    const onRoof = (site: string) => {
      const { x, z } = place(site);
      return { x, y: roof(this.shown.buildings[site]), z };
    };
    const home = Math.PI / 9 - (this.shown.side * Math.PI) / 2; // facing the viewer
    if (!animate || from === null || from === to) {
      const { x, y, z } = onRoof(to);
      this.beast.position.set(x, y, z);
      this.beast.rotation.y = home;
      return;
    }
    const path = route(from, to).map(onRoof);
    const hops = path.length - 1;
    this.motions.add(Math.min(2600, 620 * hops), (progress) => {
      const hop = Math.min(hops - 1, Math.floor(progress * hops));
      const within = progress * hops - hop;
      const [last, next] = [path[hop]!, path[hop + 1]!];
      const forth = smooth(within);
      const arc = (0.5 + Math.abs(next.y - last.y) / 2) * 4 * within * (1 - within);
      this.beast.position.set(
        last.x + (next.x - last.x) * forth,
        last.y + (next.y - last.y) * forth + arc,
        last.z + (next.z - last.z) * forth,
      );
      const squash = progress < 1 ? 0.12 * (1 - Math.sin(within * Math.PI)) : 0;
      this.beast.scale.set(1 + squash, 1 - squash, 1 + squash);
      this.beast.rotation.y = progress < 1 ? Math.atan2(next.x - last.x, next.z - last.z) : home;
    });
  }
}

function putAt(group: Group, object: Object3D, site: string, y: number): void {
  const { x, z } = place(site);
  object.position.set(x, y, z);
  group.add(object);
}

function crumble(block: Group, progress: number): void {
  block.scale.set(1 + 0.15 * progress, Math.max(0.001, 1 - progress), 1 + 0.15 * progress);
  block.rotation.z = 0.12 * Math.sin(progress * 18) * (1 - progress);
  if (progress === 1) block.removeFromParent();
}
