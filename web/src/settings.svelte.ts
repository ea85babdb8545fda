/** Settings, kept in the browser and never sent. */
import { store, stored } from './storage';
import { LANGUAGES, type Language } from './i18n/languages';

export interface Settings {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  /** The last name used as a guest. */
  name: string;
  sounds: boolean;
  /** `auto` follows the system's preference for reduced motion. */
  motion: 'auto' | 'none';
  chat: boolean;
  notifications: boolean;
  /** Preview a move and ask before submitting it; otherwise the second tap submits it. */
  confirm: boolean;
  /** Show the text board in place of the drawn one. */
  textBoard: boolean;
  /** Show the scoring when a round ends. */
  scoring: boolean;
  /** Hide hands between players who share this screen. */
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
  const found: Settings = { ...fresh, ...stored<Partial<Settings>>('settings') };
  if (!LANGUAGES.includes(found.language)) found.language = fresh.language; // saved by another version
  return found;
}

export const settings: Settings = $state(read());

/** Save and apply every change; called once, by App. */
export function keepSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.motion = settings.motion;
    root.lang = settings.language;
    store('settings', settings);
  });
}

export function reducedMotion(): boolean {
  return settings.motion === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
