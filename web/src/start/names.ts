/** A name for who has not given one: friendly, in the reader's language. */
import { t } from '../i18n/index.svelte';

/** One of a list of names, by a number from 0 up to 1. */
export function pick(names: string, chance: number): string {
  const all = names.split('|').map((name) => name.trim());
  return all[Math.floor(chance * all.length)] ?? all[0]!;
}

export function friendlyName(): string {
  return pick(t('start.names'), Math.random());
}
