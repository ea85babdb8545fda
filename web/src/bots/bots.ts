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

/** Whether the bot is one of the operator's, offered beside the levels. */
const isHouse = ({ code }: BotInfo): boolean => code.startsWith('house:');

/**
 * The bots to choose from, weakest first: those with a level, then the operator's; all in a game
 * without levels.
 */
export function offered(bots: readonly BotInfo[]): BotInfo[] {
  const levels = bots.filter((bot) => bot.level > 0);
  levels.sort((a, b) => a.level - b.level);
  return levels.length ? [...levels, ...bots.filter(isHouse)] : [...bots];
}

/** “Ada (level 3)”; just the name of a bot without a level. */
export function botLabel({ name, level }: BotInfo): string {
  return level ? t('setup.bot_level', { name, level }) : name;
}

/** The bot that gives hints and analyses. */
export function strongestBot(game: string): string {
  const bots = games().find(({ id }) => id === game)?.bots ?? [];
  return offered(bots).findLast((bot) => !isHouse(bot))?.code ?? '';
}

/**
 * Different opponents: the chosen one, then those whose levels are closest to it, the weaker first. Bots
 * without levels cannot be compared: all are like the chosen one.
 */
export function opponents(bots: readonly BotInfo[], chosen: string, count: number): string[] {
  const level = bots.find((bot) => bot.code === chosen)?.level ?? 0;
  const others = offered(bots).filter((bot) => level > 0 && bot.level > 0 && bot.code !== chosen);
  others.sort((a, b) => Math.abs(a.level - level) - Math.abs(b.level - level));
  const found = [chosen, ...others.map((bot) => bot.code)];
  return Array.from({ length: count }, (_, index) => found[index % found.length]!);
}

/** The preselected bot: the one chosen on the start page last time, else one for newcomers. */
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

/**
 * The name of each seat: a bot's character, `short` without the trade. A name that repeats is numbered, as in
 * server/wire/names.py.
 */
export function seatNames(seats: readonly Seat[], short = false): string[] {
  const names: string[] = [];
  for (const seat of seats) {
    const character = seat.kind === 'bot' && seat.bot && !seat.gone ? known(seat.bot) : undefined;
    const plain = character?.[short ? 'short' : 'name'] ?? (seat.name || seat.bot || '');
    if (seat.kind === 'open') names.push(t('setup.seat_open'));
    else names.push(distinct(plain, names));
  }
  return names;
}

function distinct(name: string, taken: readonly string[]): string {
  let found = name;
  for (let number = 2; taken.includes(found); number++) found = `${name} ${number}`;
  return found;
}
