/** The catalogue of games in the reader's language, requested once per language. */
import { language } from '../i18n/index.svelte';
import type { Language } from '../i18n/languages';
import type { ClauseInfo, GameInfo } from '../protocol';
import { get } from './api';

const known = $state({ games: {} as Partial<Record<Language, GameInfo[]>> });
const requested = new Map<Language, Promise<GameInfo[]>>();

const RETRY = 5000;

export function loadGames(): Promise<GameInfo[]> {
  const wanted = language();
  let found = requested.get(wanted);
  if (!found) {
    found = get<GameInfo[]>(`api/games?language=${wanted}`);
    requested.set(wanted, found);
    found.then(
      (games) => {
        known.games[wanted] = games;
      },
      () => {
        requested.delete(wanted);
        setTimeout(games, RETRY);
      },
    );
  }
  return found;
}

/** The games loaded so far; requests them if there are none. */
export function games(): GameInfo[] {
  const found = known.games[language()];
  if (!found) void loadGames().catch(() => {});
  return found ?? Object.values(known.games)[0] ?? []; // another language's until then
}

export function game(id: string): GameInfo | undefined {
  return games().find((each) => each.id === id);
}

/** A game's entry, waiting for the catalogue; undefined if the service has no such game or cannot be reached. */
export async function loadGame(id: string): Promise<GameInfo | undefined> {
  const all = await loadGames().catch(() => []);
  return all.find((each) => each.id === id);
}

/** A game's name as players know it. */
export function gameTitle(id: string): string {
  return game(id)?.title ?? inWords(id);
}

/** `two-words` → “Two Words”, until the catalogue is here. */
function inWords(id: string): string {
  return id.replace(
    /(^|-)(\p{L})/gu,
    (_, hyphen, letter) => (hyphen && ' ') + letter.toUpperCase(),
  );
}

export function clause(id: string): ClauseInfo | undefined {
  for (const each of games()) {
    const found = each.clauses.find((known) => known.id === id);
    if (found) return found;
  }
  return undefined;
}
