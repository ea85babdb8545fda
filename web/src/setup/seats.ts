/** The seats of a table to be created. */
import type { SeatPlan } from '../protocol';

/** One seat per player: present seats stay, a new one is open like the last or gets the next of `bots`. */
export function fitted(
  seats: readonly SeatPlan[],
  players: number,
  bots: readonly string[],
): SeatPlan[] {
  const found = seats.slice(0, players);
  while (found.length < players) {
    const last = found.at(-1);
    if (!last) found.push({ kind: 'me' });
    else if (last.kind === 'open') found.push({ kind: 'open' });
    else {
      const seated = found.map((seat) => seat.bot);
      found.push({ kind: 'bot', bot: bots.find((bot) => !seated.includes(bot)) ?? bots[0] ?? '' });
    }
  }
  return found;
}

/** Replace bots that the service does not have (any more). */
export function possible(
  seats: readonly SeatPlan[],
  bots: readonly string[],
  bot: string,
): SeatPlan[] {
  return seats.map((seat) =>
    seat.kind === 'bot' && !bots.includes(seat.bot ?? '') ? { kind: 'bot', bot } : seat,
  );
}

/** Whether several people play at this screen, and need names. */
export function shared(seats: readonly SeatPlan[]): boolean {
  return seats.filter((seat) => seat.kind === 'me').length > 1;
}

export function complete(seats: readonly SeatPlan[]): boolean {
  return seats.every((seat) => seat.kind !== 'open');
}
