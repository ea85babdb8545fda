/** By what name somebody plays. */
import { patch } from '../net/api';
import { me, setMe } from '../net/me.svelte';
import type { Person } from '../protocol';
import { settings } from '../settings.svelte';
import { complain } from '../ui/toasts.svelte';
import { friendlyName } from './names';

/** What this person is called here; who has given no name gets one. */
export function myName(): string {
  settings.name ||= friendlyName();
  return me()?.name ?? settings.name;
}

/** Another name from now on; tables keep the one they sat down with. */
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
    complain(error);
    return false;
  }
}
