/** From 127.0.0.1 to localhost, where passkeys work, with the session and all that is kept here. */
import { get, post } from '../net/api';
import type { Move, Person } from '../protocol';
import { adopt, everything } from '../storage';

interface Luggage {
  token: string;
  kept: Record<string, string>;
}

export const NAME = 'localhost';

/** Whether the page was opened at 127.0.0.1 or the like: passkeys belong to names, not to addresses. */
export const isLoopbackAddress = /^(127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Called at the start for `?move` and `#move=…`; the page that it leads to is loaded afresh. */
export async function move(): Promise<void> {
  if (location.hash.startsWith('#move=')) return arrive(location.hash.slice('#move='.length));
  if (isLoopbackAddress) return leave(new URL(document.baseURI).pathname);
}

/** Go to a page at localhost as the same player. */
export async function leave(path: string): Promise<void> {
  const me = await get<Person | null>('api/me').catch(() => null);
  const begun = me && (await post<Move>('api/move').catch(() => null));
  const luggage: Luggage = { token: begun?.token ?? '', kept: everything() };
  const there = new URL(path, location.origin);
  there.hostname = NAME;
  there.hash = `move=${encodeURIComponent(JSON.stringify(luggage))}`;
  location.replace(there);
  await new Promise(() => {}); // until the page is left
}

async function arrive(text: string): Promise<void> {
  history.replaceState(null, '', location.pathname + location.search);
  if (location.hostname !== NAME) return;
  try {
    const { token, kept } = JSON.parse(decodeURIComponent(text)) as Luggage;
    adopt(kept);
    if (token) await post('api/move/finish', { token });
  } catch {
    // A link that has been used or was cut short: stay who we are here.
  }
  location.reload();
  await new Promise(() => {});
}
