/**
 * Which dialog lies on top. Whatever is outside a modal dialog can be neither used nor heard, so messages and
 * announcements come inside the topmost.
 */
const open = $state({ layers: [] as readonly string[] });

/** From an effect of a dialog that is open; what it gives back ends it. */
export function raise(layer: string): () => void {
  open.layers = [...open.layers.filter((each) => each !== layer), layer];
  return () => {
    open.layers = open.layers.filter((each) => each !== layer);
  };
}

/** null: no dialog is open, the page itself is. */
export function top(): string | null {
  return open.layers.at(-1) ?? null;
}
