/** Decides from the service's answer whether a move reached a lesson's goal. Knows no rules. */
import { scoredRounds } from '../games/view';
import type { Practised } from '../protocol';

export interface Goal {
  /** Patterns of actions, `*` for anything: one of them must match. */
  action?: string[];
  /** A value in the answer after the action. */
  where?: Condition;
  /** Instead of both: the service refuses an action, citing this clause. */
  refused?: string;
}

export interface Condition {
  /** Property names and list indices from `{view, standing}` on: `view.now.districts.B.colour`. */
  path: string;
  is?: number | string | null;
  least?: number;
  most?: number;
}

export function fits(pattern: string, action: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(action);
}

export function valueAt(path: string, from: unknown): unknown {
  return path
    .split('.')
    .reduce<unknown>((found, name) => (found as Record<string, unknown> | null)?.[name], from);
}

function holds({ path, is, least, most }: Condition, answer: Practised): boolean {
  const found = valueAt(path, { view: answer.position.view, standing: answer.standing }) ?? null;
  if (is !== undefined) return found === is;
  if (typeof found !== 'number') return false;
  return found >= (least ?? found) && found <= (most ?? found);
}

export function reached(goal: Goal, action: string, answer: Practised): boolean {
  if (goal.refused) return false;
  if (goal.action && !goal.action.some((pattern) => fits(pattern, action))) return false;
  return !goal.where || holds(goal.where, answer);
}

/** Everybody's points after a move; if it ended a round, as of that scoring. */
export function pointsAfter(before: Practised, after: Practised): readonly number[] {
  const ended = scoredRounds(after.position.view) > scoredRounds(before.position.view);
  return (ended && after.scored?.points) || after.standing;
}
