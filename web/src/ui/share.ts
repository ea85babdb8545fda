/** Sharing links and copying texts. */
import { t } from '../i18n/index.svelte';
import type { MessageKey } from '../i18n/keys';
import { showMessage } from './toasts.svelte';

/** Share a link: by the system's dialog, else by copying it, else by showing it. */
export async function share(url: string, title: string): Promise<void> {
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches)
      return await navigator.share({ title, url });
  } catch (error) {
    // Closing the share dialog is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return;
  }
  await copy(url, title, 'common.copied');
}

/** Copy a text and confirm it; where copying is not allowed, show the text in a prompt. */
export async function copy(text: string, title: string, copied: MessageKey): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showMessage(copied);
  } catch {
    prompt(title, text);
  }
}

export const copyPositionText = (text: string) =>
  copy(text, t('replay.copy_text'), 'replay.text_copied');
