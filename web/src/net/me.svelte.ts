/** The user of this browser: nobody yet, a guest, or an account. */
import type { Person } from '../protocol';
import { settings } from '../settings.svelte';
import { insteadOf } from '../start/names';
import { get, post } from './api';
import { connection } from './socket.svelte';

const current = $state({ person: undefined as Person | null | undefined });

/** undefined: not loaded yet; null: nobody. */
export function me(): Person | null | undefined {
  return current.person;
}

const AGAIN = 5000;

/** Load the user, retrying until there is an answer; called once, by App. */
export async function identify(): Promise<void> {
  while (current.person === undefined)
    await loadMe().catch(() => new Promise((again) => setTimeout(again, AGAIN)));
}

export async function loadMe(): Promise<Person | null> {
  current.person = await get<Person | null>('api/me');
  return current.person;
}

export function setMe(person: Person | null): void {
  const changed = current.person?.id !== person?.id;
  current.person = person;
  if (person) settings.name = person.name;
  if (changed) connection.renew({ somebodyElse: true });
}

let coming: Promise<Person> | null = null;

/**
 * Register as a guest unless there is a user; concurrent calls share one request. A suggested name that a
 * recent visitor has is replaced by another one.
 */
export function ensureUser(name: string): Promise<Person> {
  coming ??= enter(name).finally(() => (coming = null));
  return coming;
}

async function enter(name: string): Promise<Person> {
  if (current.person === undefined) await loadMe();
  if (current.person) return current.person;
  const person = await post<Person>('api/people', { name, otherwise: insteadOf(name) });
  setMe(person);
  return person;
}
