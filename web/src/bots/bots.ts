/** Names of bots, from the catalogue in the reader's language, and the choice of one. */
import { t } from '../i18n/index.svelte';
import { store, stored } from '../storage';
import { games } from '../net/games.svelte';
import type { BotInfo } from '../protocol';

/** The level for newcomers: it loses to people who know the rules. */
const USUAL = 2;

function known(code: string): BotInfo | undefined {
  for (const game of games()) {
    const found = game.bots.find((bot) => bot.code === code);
    if (found) return found;
  }
  return undefined;
}

/** Its code, for a bot that the catalogue does not have. */
export const botName = (code: string): string => known(code)?.name ?? code;
export const botAbout = (code: string): string => known(code)?.about ?? '';

/** The bots to choose from, weakest first: those with a level, or all in a game without levels. */
export function offered(bots: readonly BotInfo[]): BotInfo[] {
  const levels = bots.filter((bot) => bot.level > 0);
  return levels.length ? levels.sort((a, b) => a.level - b.level) : [...bots];
}

/** “Ada (level 3)”; just the name of a bot without a level. */
export function botLabel({ name, level }: BotInfo): string {
  return level ? t('setup.bot_level', { name, level }) : name;
}

/** The bot that gives hints and analyses. */
export function strongestBot(game: string): string {
  const bots = games().find(({ id }) => id === game)?.bots ?? [];
  return offered(bots).at(-1)?.code ?? '';
}

/** The preselected bot: the one chosen last time, else one for newcomers. */
export function usualBot(game: string, bots: readonly BotInfo[]): string {
  const there = offered(bots);
  const last = stored<string>(`bot.${game}`);
  const usual = there.find((bot) => bot.code === last) ?? there.find((bot) => bot.level === USUAL);
  return (usual ?? there[0])?.code ?? '';
}

export function rememberBot(game: string, code: string): void {
  store(`bot.${game}`, code);
}

interface Seat {
  kind: string;
  name?: string | null;
  bot?: string | null;
  /** Why a bot plays for a person; the seat keeps that person's name. */
  gone?: string | null;
}

/** The name of each seat: a bot's character, numbered where it sits twice. */
export function seatNames(seats: readonly Seat[]): string[] {
  const seen = new Map<string, number>();
  return seats.map((seat) => {
    if (seat.kind === 'open') return t('setup.seat_open');
    const character = seat.kind === 'bot' && seat.bot && !seat.gone ? known(seat.bot) : undefined;
    if (!character) return seat.name || seat.bot || '';
    const count = (seen.get(character.code) ?? 0) + 1;
    seen.set(character.code, count);
    return count === 1 ? character.name : `${character.name} ${count}`;
  });
}
