/** Tables to be made, as plain values: what the buttons of the start page ask the service for. */
import type { GameId } from '../games/names';
import type { NewTable, SeatPlan } from '../protocol';

/** How many play if nothing is said: as the box recommends for who is new. */
const USUAL: Record<GameId, number> = { manhattan: 4, 'tangram-city': 2 };

export function againstBots(game: GameId, bot: string): NewTable {
  const players = USUAL[game];
  const bots = Array.from({ length: players - 1 }, (): SeatPlan => ({ kind: 'bot', bot }));
  return { game, options: { players }, seats: [{ kind: 'me' }, ...bots], chat: false };
}

export function withFriends(game: GameId, players: number, listed: boolean): NewTable {
  const open = Array.from({ length: players - 1 }, (): SeatPlan => ({ kind: 'open' }));
  return { game, options: { players }, seats: [{ kind: 'me' }, ...open], listed };
}

/** Everybody at this screen, and bots if wanted; the table is nobody else's. */
export function atOneScreen(
  game: GameId,
  names: readonly string[],
  bots: number,
  bot: string,
): NewTable {
  const people = names.map((name): SeatPlan => ({ kind: 'me', name }));
  const others = Array.from({ length: bots }, (): SeatPlan => ({ kind: 'bot', bot }));
  const seats = [...people, ...others];
  return { game, options: { players: seats.length }, seats, chat: false, watchable: false };
}
