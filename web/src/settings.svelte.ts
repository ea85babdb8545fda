/** What a person has set on this machine; kept in the browser, sent nowhere. */
import { keep, kept } from './kept';
import { LANGUAGES, type Language } from './i18n/languages';

export interface Settings {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  /** The name a guest gave last. */
  name: string;
  sounds: boolean;
  /** `auto` follows the system's wish for reduced motion. */
  motion: 'auto' | 'none';
  chat: boolean;
  notifications: boolean;
  /** Ask before a move is sent; otherwise the second tap sends it. */
  confirm: boolean;
  /** The board as text beside, or in place of, the drawn one. */
  textBoard: boolean;
  /** Show the count when a round is scored. */
  scoring: boolean;
  /** Friends at one screen: a curtain between their hands. */
  curtain: boolean;
}

function preferred(): Language {
  for (const each of navigator.languages ?? []) {
    const found = LANGUAGES.find((language) => each.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return 'en';
}

function read(): Settings {
  const fresh: Settings = {
    language: preferred(),
    theme: 'auto',
    name: '',
    sounds: false,
    motion: 'auto',
    chat: true,
    notifications: false,
    confirm: true,
    textBoard: false,
    scoring: true,
    curtain: true,
  };
  const found: Settings = { ...fresh, ...kept<Partial<Settings>>('settings') };
  if (!LANGUAGES.includes(found.language)) found.language = fresh.language; // of another version
  return found;
}

export const settings: Settings = $state(read());

/** Keeps every change and shows it on the page; once, from App. */
export function keepSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.motion = settings.motion;
    root.lang = settings.language;
    keep('settings', settings);
  });
}

export function reducedMotion(): boolean {
  return settings.motion === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
