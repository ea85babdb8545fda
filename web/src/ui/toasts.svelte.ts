/** Toasts: errors, with the clause they cite, and confirmations. */
import { untrack } from 'svelte';
import { capitalised, language, t, tr } from '../i18n/index.svelte';
import { Refused } from '../net/api';
import type { MessageKey } from '../i18n/keys';

export interface Toast {
  id: number;
  kind: 'error' | 'info';
  text: string;
  /** The clause that forbids the action. */
  clause: string | null;
  /** A link to follow. */
  link: { href: string; text: string } | null;
}

const TIME = 7000;
const shown = $state({ toasts: [] as Toast[] });
let next = 1;

export function toasts(): Toast[] {
  return shown.toasts;
}

/** Untracked, so that an effect may call it without depending on earlier toasts. */
export function show(
  text: string,
  kind: Toast['kind'] = 'info',
  clause: string | null = null,
  link: Toast['link'] = null,
): void {
  const toast = { id: next++, kind, text, clause, link };
  untrack(() => {
    // One error at a time: the last attempt is the one that matters.
    const others = shown.toasts.filter(
      (each) => each.text !== text && (kind !== 'error' || each.kind !== 'error'),
    );
    shown.toasts = [...others, toast].slice(-3);
  });
  setTimeout(() => dismiss(toast.id), kind === 'error' ? 2 * TIME : TIME);
}

/** The number of the newest toast. */
export const newest = (): number => next - 1;

/** What was refused no longer matters once something was accepted that was asked for later. */
export function dismissErrors(until: number): void {
  shown.toasts = shown.toasts.filter((each) => each.kind !== 'error' || each.id > until);
}

export function dismiss(id: number): void {
  shown.toasts = shown.toasts.filter((each) => each.id !== id);
}

/** An error in the reader's language. */
export function errorText(error: unknown): string {
  if (!(error instanceof Refused)) return t('errors.unknown');
  const { code, reason, explained } = error.problem;
  if (explained) return sentence(reason);
  const general = tr(`errors.${code}`, reason);
  // Details exist in English only; shown where the code alone says little.
  const vague = ['bad-input', 'options', 'malformed', 'login', 'not-now', 'forbidden'].includes(
    code,
  );
  return vague && language() === 'en' ? sentence(reason) : general;
}

/** Reasons come without a capital and a full stop: the service puts them into sentences, too. */
function sentence(reason: string): string {
  const end = /[.!?…]$/.test(reason) ? '' : '.';
  return capitalised(reason) + end;
}

/** Show an error and return it, to be rethrown. */
export function showError(error: unknown): unknown {
  if (!(error instanceof Refused)) console.error(error);
  show(errorText(error), 'error', error instanceof Refused ? (error.problem.clause ?? null) : null);
  return error;
}

export function showMessage(key: MessageKey, values?: Parameters<typeof t>[1]): void {
  show(t(key, values));
}
