/** Short messages that come and go: what went wrong, with the clause; what was done. */
import { untrack } from 'svelte';
import { language, t, tr } from '../i18n/index.svelte';
import { Refused } from '../net/api';
import type { MessageKey } from '../i18n/keys';

export interface Toast {
  id: number;
  kind: 'error' | 'info';
  text: string;
  /** The clause that forbids it, to be looked up. */
  clause: string | null;
  /** Where it leads. */
  link: { href: string; text: string } | null;
}

const TIME = 7000;
const shown = $state({ toasts: [] as Toast[] });
let next = 1;

export function toasts(): Toast[] {
  return shown.toasts;
}

/** Also from an effect, which must not run again because of what was shown before. */
export function show(
  text: string,
  kind: Toast['kind'] = 'info',
  clause: string | null = null,
  link: Toast['link'] = null,
): void {
  const toast = { id: next++, kind, text, clause, link };
  untrack(() => {
    shown.toasts = [...shown.toasts.filter((each) => each.text !== text), toast].slice(-3);
  });
  setTimeout(() => dismiss(toast.id), kind === 'error' ? 2 * TIME : TIME);
}

export function dismiss(id: number): void {
  shown.toasts = shown.toasts.filter((each) => each.id !== id);
}

/** What went wrong, in the reader's language. */
export function words(error: unknown): string {
  if (!(error instanceof Refused)) return t('errors.unknown');
  const { code, reason, clause } = error.problem;
  if (clause && code !== 'options') return reason; // the service says it in our language
  const general = tr(`errors.${code}`, reason);
  // Details are in English only; better than nothing where the code alone says little.
  const vague = ['bad-input', 'options', 'malformed', 'login', 'not-now', 'forbidden'].includes(
    code,
  );
  return vague && language() === 'en' ? reason : general;
}

/** Shows an error; gives it back, so that it can be thrown on. */
export function complain(error: unknown): unknown {
  if (!(error instanceof Refused)) console.error(error);
  show(words(error), 'error', error instanceof Refused ? (error.problem.clause ?? null) : null);
  return error;
}

export function tell(key: MessageKey, values?: Parameters<typeof t>[1]): void {
  show(t(key, values));
}
