/** The skyline in three dimensions: loaded when it is asked for, and only where it can be drawn. */
import type Skyline from './Skyline.svelte';

export async function loadSkyline(): Promise<typeof Skyline | null> {
  if (!document.createElement('canvas').getContext('webgl2')) return null;
  try {
    return (await import('./Skyline.svelte')).default;
  } catch {
    return null; // not reachable now
  }
}
