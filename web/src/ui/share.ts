/** Share a link: by the system's dialog, else by copying it, else by showing it. */
import { showMessage } from './toasts.svelte';

export async function share(url: string, title: string): Promise<void> {
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches)
      return await navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    showMessage('common.copied');
  } catch (error) {
    // Closing the share dialog is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    prompt(title, url); // neither sharing nor copying is allowed here
  }
}
