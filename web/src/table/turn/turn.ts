/** Whose turn it is, and which of the players sharing this screen should be at it. */

/** The state of the turn; `seats` are the players concerned. */
export type Turn =
  | { state: 'over' | 'paused' | 'wait' }
  | { state: 'yours' | 'handed' | 'thinking' | 'decided'; seats: number[] };

interface Now {
  status: string;
  paused: boolean;
  owing: readonly number[];
  /** The seats played on this screen. */
  own: readonly number[];
  /** The seat whose view is shown. */
  seat: number | null;
  /** Whether that seat has decided and is waiting for others. */
  decided: boolean;
}

export function turnOf({ status, paused, owing, own, seat, decided }: Now): Turn {
  if (status === 'over') return { state: 'over' };
  if (paused) return { state: 'paused' };
  if (!owing.length) return { state: 'wait' };
  if (seat !== null && owing.includes(seat))
    return { state: own.length > 1 ? 'handed' : 'yours', seats: [seat] };
  return { state: decided ? 'decided' : 'thinking', seats: [...owing] };
}

/** The seat that should be at the screen: one that has to decide, else the one already there. */
export function atScreen(
  own: readonly number[],
  owing: readonly number[],
  now: number | null,
): number | null {
  const there = now !== null && own.includes(now) ? now : null;
  if (there !== null && owing.includes(there)) return there;
  return own.find((seat) => owing.includes(seat)) ?? there ?? own[0] ?? null;
}
