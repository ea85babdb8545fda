/** Another language, at once and from now on. */
import { chooseLanguage } from './i18n/index.svelte';
import type { Language } from './i18n/languages';
import { connection } from './net/socket.svelte';
import { settings } from './settings.svelte';
import { complain } from './ui/toasts.svelte';

export async function speak(language: Language): Promise<void> {
  const before = settings.language;
  settings.language = language;
  try {
    await chooseLanguage(language);
    connection.renew(); // the service says errors in our language
  } catch (error) {
    complain(error); // its words could not be fetched
    settings.language = before;
  }
}
