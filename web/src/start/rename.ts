/** The name under which the user plays. */
import { patch } from '../net/api';
import { me, setMe } from '../net/me.svelte';
import type { Person } from '../protocol';
import { settings } from '../settings.svelte';
import { showError } from '../ui/toasts.svelte';
import { friendlyName } from './names';

/** The user's name; users without one get a random one. */
export function myName(): string {
  settings.name ||= friendlyName();
  return me()?.name ?? settings.name;
}

/** Change the name; tables keep the one their seat was taken with. */
export async function rename(name: string): Promise<boolean> {
  const wanted = name.trim();
  if (!wanted) return false;
  if (!me()) {
    settings.name = wanted;
    return true;
  }
  if (wanted === me()?.name) return true;
  try {
    setMe(await patch<Person>('api/me', { name: wanted }));
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
