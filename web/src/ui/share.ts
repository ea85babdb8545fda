/** A link for others: by the phone's own list of ways, else copied, else shown to be copied by hand. */
import { tell } from './toasts.svelte';

export async function share(url: string, title: string): Promise<void> {
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches)
      return await navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    tell('common.copied');
  } catch (error) {
    // Whoever closes the list of ways to share has changed their mind: nothing is wrong.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    prompt(title, url); // neither is allowed here
  }
}
