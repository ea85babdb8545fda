/** The tables that the buttons of the start page create. */
import { aboutOf } from '../games/ui';
import type { GameInfo, NewTable, SeatPlan } from '../protocol';
import { playersOf } from './controls';

/** How many play against bots: as the game recommends to newcomers, else the fewest, but not alone. */
export function usualPlayers(info: GameInfo): number {
  const counts = playersOf(info);
  const usual = aboutOf(info.id).players;
  if (usual !== undefined && counts.includes(usual)) return usual;
  return counts.find((count) => count > 1) ?? counts[0] ?? 1;
}

export function againstBots(game: string, bots: readonly string[]): NewTable {
  const others = bots.map((bot): SeatPlan => ({ kind: 'bot', bot }));
  const players = 1 + others.length;
  return { game, options: { players }, seats: [{ kind: 'me' }, ...others], chat: false };
}

export function withFriends(game: string, players: number, listed: boolean): NewTable {
  const open = Array.from({ length: players - 1 }, (): SeatPlan => ({ kind: 'open' }));
  return { game, options: { players }, seats: [{ kind: 'me' }, ...open], listed };
}

/** Everybody plays at this screen, with bots if wanted; nobody else can watch. */
export function atOneScreen(
  game: string,
  names: readonly string[],
  bots: readonly string[],
): NewTable {
  const people = names.map((name): SeatPlan => ({ kind: 'me', name }));
  const others = bots.map((bot): SeatPlan => ({ kind: 'bot', bot }));
  const seats = [...people, ...others];
  return { game, options: { players: seats.length }, seats, chat: false, watchable: false };
}
