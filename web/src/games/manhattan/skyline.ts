/** The skyline in three dimensions: loaded when it is asked for, and only where it can be drawn. */
import type { Component } from 'svelte';
import type { ManhattanView } from '../../protocol';

export interface SkylineProps {
  view: ManhattanView;
  options: Record<string, unknown>;
  seat: number | null;
  lit: string[];
  ghost: { site: string; colour: number; floors: number } | null;
  onpick: (site: string) => void;
}

const FILES = import.meta.glob<Component<SkylineProps>>('./skyline/Skyline.svelte', {
  import: 'default',
});

export async function loadSkyline(): Promise<Component<SkylineProps> | null> {
  const load = Object.values(FILES)[0];
  if (!load || !document.createElement('canvas').getContext('webgl2')) return null;
  try {
    return await load();
  } catch {
    return null;
  }
}
