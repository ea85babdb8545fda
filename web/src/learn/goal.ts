/** Whether a move reached what a lesson asks for, judged by what the service answered. No rules here. */
import type { Practised } from '../protocol';

export interface Goal {
  /** Texts of actions, `*` for anything: one of them must fit. */
  action?: string[];
  /** A value in the answer after the action. */
  where?: Condition;
  /** Instead: the service refuses an action by this clause. */
  refused?: string;
}

export interface Condition {
  /** Names and places in lists, from `{view, standing}` on: `view.now.districts.B.colour`. */
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

/** What everybody has after a move; if it ended the round, with that round and not yet the next. */
export function pointsAfter(before: Practised, after: Practised): readonly number[] {
  const ended = after.position.view.rounds.length > before.position.view.rounds.length;
  return (ended && after.scored?.points) || after.standing;
}
