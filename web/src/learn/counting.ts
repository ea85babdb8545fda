/** A lesson's game as the service counted it: the explained rounds, and the result at its end. */
import type { GameId, Player } from '../games/face';
import { post } from '../net/api';
import type { Replayed, RoundScored } from '../protocol';
import { LEARNER } from './courses';

export interface Counted {
  round: RoundScored | null;
  result: Record<string, unknown> | null;
}

export async function counted(
  game: GameId,
  options: Record<string, unknown>,
  players: readonly Player[],
  log: readonly string[],
  round?: number,
): Promise<Counted> {
  const record = {
    format: 'baumeister-record/1',
    game,
    rules_version: 1,
    options,
    players: players.map(({ seat, name }) => ({ seat, name, kind: 'human' })),
    log,
  };
  const replayed = await post<Replayed>('api/replay', { record, every: true, seat: LEARNER });
  const scored = replayed.rounds.find((each) => each.round === round);
  const at = scored && replayed.positions?.[scored.line];
  return {
    round: scored && at ? { ...scored, view: at.view, standing: at.standing } : null,
    result: replayed.result,
  };
}
