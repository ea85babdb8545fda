/** What a person has set on this machine; kept in the browser, sent nowhere. */
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

const KEPT = 'baumeister.settings';

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
  try {
    const kept: Settings = { ...fresh, ...JSON.parse(localStorage.getItem(KEPT) ?? '{}') };
    if (!LANGUAGES.includes(kept.language)) kept.language = fresh.language; // of another version
    return kept;
  } catch {
    return fresh; // storage is forbidden, or holds something else
  }
}

export const settings: Settings = $state(read());

/** Keeps every change and shows it on the page; once, from App. */
export function keepSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.motion = settings.motion;
    root.lang = settings.language;
    try {
      localStorage.setItem(KEPT, JSON.stringify(settings));
    } catch {
      // Then they hold until the page is closed.
    }
  });
}

export function reducedMotion(): boolean {
  return settings.motion === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
