/** What all modal dialogs do: open and close by a value, and be the layer that messages come on. */
import { untrack } from 'svelte';
import { raise } from './layers.svelte';

/** Once in the component of a dialog. */
export function modal(
  dialog: () => HTMLDialogElement | undefined,
  open: () => boolean,
  layer: string,
): void {
  $effect(() => {
    const element = dialog();
    if (!element) return;
    if (open() && !element.open) element.showModal();
    if (!open() && element.open) element.close();
  });
  $effect(() => {
    if (open()) return untrack(() => raise(layer));
  });
}
