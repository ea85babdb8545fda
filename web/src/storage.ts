/** Values kept in the browser's local storage by name; never sent. */
const PREFIX = 'baumeister.kept.';

export function stored<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as T | null;
  } catch {
    return null; // storage is blocked, or holds something else
  }
}

export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is blocked: the value lasts until the page is closed.
  }
}

/** Everything kept, as text, to take it to another name of this machine. */
export function everything(): Record<string, string> {
  try {
    const kept = Object.entries(localStorage).filter(([name]) => name.startsWith(PREFIX));
    return Object.fromEntries(kept.map(([name, text]) => [name.slice(PREFIX.length), text]));
  } catch {
    return {};
  }
}

/** Keep values that are not here yet. */
export function adopt(kept: Record<string, string>): void {
  for (const [name, text] of Object.entries(kept)) {
    if (stored(name) === null) store(name, JSON.parse(text));
  }
}
