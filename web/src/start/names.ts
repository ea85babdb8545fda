/** Friendly names in the reader's language for users without one. */
import { t } from '../i18n/index.svelte';

/** Pick from a list separated by bars with a number from 0 to 1. */
export function pick(names: string, chance: number): string {
  const all = names.split('|').map((name) => name.trim());
  return all[Math.floor(chance * all.length)] ?? all[0]!;
}

export function friendlyName(): string {
  return pick(t('start.names'), Math.random());
}
