/** The tiles in a file: a list, or an object with a list as `tiles`; null if there are none. */
export function tilesIn(text: string): unknown[] | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (found && typeof found === 'object' && 'tiles' in found) found = found.tiles;
  return Array.isArray(found) ? found : null;
}
