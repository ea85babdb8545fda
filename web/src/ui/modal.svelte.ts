/** Behaviour of all modal dialogs: open and close by a value, and carry toasts while on top. */
import { untrack } from 'svelte';
import { raise } from './layers.svelte';

/** Call once in a dialog's component. */
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
