/** Names of games are the same in every language. */
const NAMES: Record<string, string> = { manhattan: 'Manhattan', 'tangram-city': 'Tangram City' };

export function gameName(id: string): string {
  return NAMES[id] ?? id;
}
