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
