/** What can be played here, in the reader's language; asked for once a language. */
import { language } from '../i18n/index.svelte';
import type { Language } from '../i18n/languages';
import type { ClauseInfo, GameInfo } from '../protocol';
import { get } from './api';

const known = $state({ games: {} as Partial<Record<Language, GameInfo[]>> });
const asked = new Map<Language, Promise<GameInfo[]>>();

const AGAIN = 5000;

function loadGames(): Promise<GameInfo[]> {
  const wanted = language();
  let found = asked.get(wanted);
  if (!found) {
    found = get<GameInfo[]>(`api/games?language=${wanted}`);
    asked.set(wanted, found);
    found.then(
      (games) => {
        known.games[wanted] = games;
      },
      () => {
        asked.delete(wanted);
        setTimeout(games, AGAIN); // somebody waits for them
      },
    );
  }
  return found;
}

/** The games as far as they have been loaded; asks for them if they have not. */
export function games(): GameInfo[] {
  const found = known.games[language()];
  if (!found) void loadGames().catch(() => {});
  return found ?? Object.values(known.games)[0] ?? []; // the words of another language till then
}

export function game(id: string): GameInfo | undefined {
  return games().find((each) => each.id === id);
}

export function clause(id: string): ClauseInfo | undefined {
  for (const each of games()) {
    const found = each.clauses.find((known) => known.id === id);
    if (found) return found;
  }
  return undefined;
}
