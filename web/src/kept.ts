/** Choices that this browser remembers, each by a name; they are sent nowhere. */
const PREFIX = 'baumeister.kept.';

export function kept<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as T | null;
  } catch {
    return null; // storage is forbidden, or holds something else
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Then it holds until the page is closed.
  }
}
