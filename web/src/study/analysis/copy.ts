/** Copy a position text; where that is not allowed, show it. */
import { t } from '../../i18n/index.svelte';
import { show } from '../../ui/toasts.svelte';

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    show(t('replay.text_copied'));
  } catch {
    prompt(t('replay.copy_text'), text);
  }
}
