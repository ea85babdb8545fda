/** Loads the 3-D skyline on demand, where WebGL is available. */
import type Skyline from './Skyline.svelte';

export async function loadSkyline(): Promise<typeof Skyline | null> {
  if (!document.createElement('canvas').getContext('webgl2')) return null;
  try {
    return (await import('./Skyline.svelte')).default;
  } catch {
    return null; // cannot be loaded now
  }
}
