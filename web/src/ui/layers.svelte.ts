/**
 * The topmost dialog. Nothing outside a modal dialog can be used or read by a screen reader, so toasts and
 * announcements are rendered inside it.
 */
const open = $state({ layers: [] as readonly string[] });

/** Register an open dialog, in an effect; returns the function that removes it. */
export function raise(layer: string): () => void {
  open.layers = [...open.layers.filter((each) => each !== layer), layer];
  return () => {
    open.layers = open.layers.filter((each) => each !== layer);
  };
}

/** The id of the topmost dialog; null: none is open. */
export function top(): string | null {
  return open.layers.at(-1) ?? null;
}

/**
 * Whether a modal dialog takes the keys. The document knows it first: a dialog that Escape closed is
 * still one of the layers until its event has come.
 */
export function covered(): boolean {
  return document.querySelector('dialog:modal') !== null;
}
