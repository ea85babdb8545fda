/** Switch to another language and remember it. */
import { chooseLanguage } from './i18n/index.svelte';
import type { Language } from './i18n/languages';
import { connection } from './net/socket.svelte';
import { settings } from './settings.svelte';
import { showError } from './ui/toasts.svelte';

export async function changeLanguage(language: Language): Promise<void> {
  const before = settings.language;
  settings.language = language;
  try {
    await chooseLanguage(language);
    connection.renew(); // so that the service translates its errors
  } catch (error) {
    showError(error); // its messages could not be loaded
    settings.language = before;
  }
}
