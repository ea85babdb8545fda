/** The bots by name: the service knows codes and levels, people know characters. */
import { t, tr } from '../i18n/index.svelte';
import type { BotInfo } from '../protocol';

/** A code that is newer than this page stands for itself. */
export function botName(code: string): string {
  return tr(`setup.bot_${code}_name`, code);
}

export function botAbout(code: string): string {
  return tr(`setup.bot_${code}_about`, '');
}

/** Who plays if nobody was chosen; the service lists the weakest first. */
export function usualBot(bots: readonly BotInfo[]): string {
  const usual = bots.find((each) => each.code === 'greedy') ?? bots.at(-1);
  return usual?.code ?? 'greedy';
}

interface Seat {
  kind: string;
  name?: string | null;
  bot?: string | null;
}

/** What to call each seat: bots by their characters, twins with a number. */
export function seatNames(seats: readonly Seat[]): string[] {
  const met = new Map<string, number>();
  return seats.map((seat) => {
    if (seat.kind === 'open') return t('setup.seat_open');
    if (seat.kind !== 'bot' || !seat.bot) return seat.name ?? '';
    const count = (met.get(seat.bot) ?? 0) + 1;
    met.set(seat.bot, count);
    return count === 1 ? botName(seat.bot) : `${botName(seat.bot)} ${count}`;
  });
}
