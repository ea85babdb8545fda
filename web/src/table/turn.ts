/** Whose turn it is, and who of those at one screen should be sitting before it. */

/** What the line at the top says; `seats` are those it names. */
export type Turn =
  | { state: 'over' | 'paused' | 'wait' }
  | { state: 'yours' | 'handed' | 'thinking' | 'decided'; seats: number[] };

interface Now {
  status: string;
  paused: boolean;
  owing: readonly number[];
  /** The seats of this screen. */
  own: readonly number[];
  /** The seat that is shown. */
  seat: number | null;
  /** Whether that seat has decided and waits for others. */
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

/** Who should be at the screen: whoever there owes a decision; else whoever is there already. */
export function atScreen(
  own: readonly number[],
  owing: readonly number[],
  now: number | null,
): number | null {
  const there = now !== null && own.includes(now) ? now : null;
  if (there !== null && owing.includes(there)) return there;
  return own.find((seat) => owing.includes(seat)) ?? there ?? own[0] ?? null;
}
