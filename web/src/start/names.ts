/** Friendly names in the reader's language for users without one. */
import { t } from '../i18n/index.svelte';

/** Pick from a list separated by bars with a number from 0 to 1. */
export function pick(names: string, chance: number): string {
  const all = names.split('|');
  return all[Math.floor(chance * all.length)] ?? all[0]!;
}

export function friendlyName(): string {
  return pick(t('start.names'), Math.random());
}

/** The other names of the list, in random order, if this one comes from it; none for a name of one's own. */
export function insteadOf(name: string): string[] {
  const all = t('start.names').split('|');
  if (!all.includes(name)) return [];
  const others = all.filter((each) => each !== name);
  for (let last = others.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [others[last], others[other]] = [others[other]!, others[last]!];
  }
  return others;
}
