/** A file with tiles of one's own: a list of tiles, or a record or set that holds one as `tiles`. */
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
