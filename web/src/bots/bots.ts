/** The bots by name: the service says who they are, in the reader's language. */
import type { GameId } from '../games/names';
import { t } from '../i18n/index.svelte';
import { keep, kept } from '../kept';
import { games } from '../net/games.svelte';
import type { BotInfo } from '../protocol';

/** For who has never chosen: it loses to people who know the rules. */
const USUAL = 2;

function known(code: string): BotInfo | undefined {
  for (const game of games()) {
    const found = game.bots.find((bot) => bot.code === code);
    if (found) return found;
  }
  return undefined;
}

/** A code that nobody has told us about stands for itself. */
export const botName = (code: string): string => known(code)?.name ?? code;
export const botAbout = (code: string): string => known(code)?.about ?? '';

/** Those to choose from, the weakest first; old tables have others, too. */
export function offered(bots: readonly BotInfo[]): BotInfo[] {
  return bots.filter((bot) => bot.level > 0).sort((a, b) => a.level - b.level);
}

/** Who plays if nobody is chosen: who did last time, else one for newcomers. */
export function usualBot(game: GameId, bots: readonly BotInfo[]): string {
  const there = offered(bots);
  const last = kept<string>(`bot.${game}`);
  const usual = there.find((bot) => bot.code === last) ?? there.find((bot) => bot.level === USUAL);
  return (usual ?? there[0] ?? bots[0])?.code ?? `${game}:${USUAL}`;
}

export function rememberBot(game: GameId, code: string): void {
  keep(`bot.${game}`, code);
}

interface Seat {
  kind: string;
  name?: string | null;
  bot?: string | null;
  /** Why a bot plays for the person whose name it is. */
  gone?: string | null;
}

/** What to call each seat: bots by their characters, twins with a number. */
export function seatNames(seats: readonly Seat[]): string[] {
  const met = new Map<string, number>();
  return seats.map((seat) => {
    if (seat.kind === 'open') return t('setup.seat_open');
    const character = seat.kind === 'bot' && seat.bot && !seat.gone ? known(seat.bot) : undefined;
    if (!character) return seat.name || seat.bot || '';
    const count = (met.get(character.code) ?? 0) + 1;
    met.set(character.code, count);
    return count === 1 ? character.name : `${character.name} ${count}`;
  });
}
