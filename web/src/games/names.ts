/** The games there are; their names are the same in every language. */
const NAMES = { manhattan: 'Manhattan', 'tangram-city': 'Tangram City' } as const;

export type GameId = keyof typeof NAMES;
export const GAMES = Object.keys(NAMES) as GameId[];

export function isGame(text: string | undefined): text is GameId {
  return text !== undefined && Object.hasOwn(NAMES, text);
}

export function gameName(id: string): string {
  return isGame(id) ? NAMES[id] : id;
}
