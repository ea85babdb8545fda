/** A step in progress: the position, the task, the outcome of the last attempt. */
import type { Decision } from '../games/types';
import { post, Refused } from '../net/api';
import type { Practised, Previewed, Problem } from '../protocol';
import { reducedMotion } from '../settings.svelte';
import { showError, dismiss, toasts } from '../ui/toasts.svelte';
import { LEARNER, type Course, type Step, type Task } from './course';
import { pointsAfter, reached } from './goal';

export interface Outcome {
  kind: 'done' | 'nudge';
  /** The number of the task, from 1. */
  task: number;
  /** Everybody's points before and after the move. */
  before: readonly number[];
  after: readonly number[];
  /** The service's refusal, if the task was to provoke one. */
  problem?: Problem;
}

/** Milliseconds between two moves of the script, so that each can be seen. */
const PAUSE = 700;

async function pause(): Promise<void> {
  await new Promise((next) => setTimeout(next, reducedMotion() ? 0 : PAUSE));
}

/** The request for the first position of a step. */
export function opening(game: string, course: Course, step: Step) {
  const { options, log } = course.games[step.game]!;
  return { game, options, seat: LEARNER, log: log.slice(0, step.line) };
}

export class Practice {
  readonly game: string;
  readonly step: Step;
  readonly options: Record<string, unknown>;
  readonly #log: string[];

  answer: Practised | null = $state.raw(null);
  /** How many tasks are done. */
  done = $state(0);
  /** The script is playing. */
  answering = $state(false);
  outcome: Outcome | null = $state.raw(null);
  /** The action that “Show me” points at. */
  hint: string | null = $state(null);
  failed: unknown = $state.raw(null);
  recent: readonly string[] = $state.raw([]);
  #left = false;
  /** Counts restarts: answers to earlier requests are dropped. */
  #run = 0;

  constructor(game: string, course: Course, step: Step) {
    this.game = game;
    this.step = step;
    const { options, log } = opening(game, course, step);
    this.options = options;
    this.#log = log;
    void this.restart();
  }

  get tasks(): readonly Task[] {
    return this.step.tasks ?? [];
  }

  get task(): Task | null {
    return this.tasks[this.done] ?? null;
  }

  /** All tasks are done and the script has ended. */
  get complete(): boolean {
    return this.answer !== null && this.task === null && !this.answering;
  }

  readonly decision: Decision | null = $derived.by(() => {
    const { answer, task } = this;
    if (!answer || !task || this.answering || !answer.position.owing.includes(LEARNER)) return null;
    return {
      seat: LEARNER,
      legal: answer.legal,
      product: answer.product,
      decided: [],
      preview: (action) => this.#preview(action),
      submit: (action) => this.#submit(action),
      retract: async () => {},
    };
  });

  async restart(): Promise<void> {
    const run = ++this.#run;
    this.answering = false;
    this.done = 0;
    this.outcome = null;
    this.hint = null;
    this.failed = null;
    this.recent = [];
    try {
      const answer = await this.#ask({ log: this.#log });
      if (run === this.#run) this.answer = answer;
    } catch (error) {
      if (run === this.#run) this.failed = error;
    }
  }

  /** Point at a move that reaches the goal; where the goal is a refusal, try the move. */
  async show(): Promise<void> {
    const { answer, task } = this;
    if (!answer || !task) return;
    if (task.goal.refused)
      await this.#preview(task.show[0]!).catch((error) => this.task === task && showError(error));
    else this.hint = task.show.find((action) => answer.legal.includes(action)) ?? null;
  }

  /** Stop the script and remove old error messages: the learner has left. */
  leave(): void {
    this.#left = true;
    for (const toast of toasts()) dismiss(toast.id);
  }

  #ask(more: { log: string[]; action?: string; preview?: boolean }): Promise<Practised> {
    const { game, options } = this;
    return post<Practised>('api/practice', { game, options, seat: LEARNER, ...more });
  }

  async #preview(action: string): Promise<Previewed> {
    try {
      const { standing, preview } = await this.#ask({
        log: this.answer!.log,
        action,
        preview: true,
      });
      return { type: 'previewed', id: 0, standing, preview: preview! };
    } catch (error) {
      if (error instanceof Refused) this.#refused(error.problem);
      throw error;
    }
  }

  #refused(problem: Problem): void {
    const clause = this.task?.goal.refused;
    if (!clause || !problem.clause) return;
    const points = this.answer!.standing;
    const kind = problem.clause === clause ? 'done' : 'nudge';
    this.outcome = { kind, task: this.done + 1, before: points, after: points, problem };
    if (kind === 'done') this.done += 1;
  }

  async #submit(action: string): Promise<void> {
    const run = this.#run;
    const before = this.answer!;
    const task = this.task!;
    let after: Practised;
    try {
      after = await this.#ask({ log: before.log, action });
    } catch (error) {
      if (error instanceof Refused) this.#refused(error.problem);
      throw showError(error);
    }
    if (run !== this.#run) return;
    const points = { before: before.standing, after: pointsAfter(before, after) };
    const hit = reached(task.goal, action, after);
    this.hint = null;
    this.answering = true;
    this.outcome = { kind: hit ? 'done' : 'nudge', task: this.done + 1, ...points };
    this.answer = after;
    this.recent = [`${LEARNER} ${action}`];
    if (hit) {
      const played = await this.#play(task.then ?? [], run);
      if (run !== this.#run) return;
      if (played) this.done += 1;
    } else {
      await pause(); // show the move before taking it back
      if (run !== this.#run) return;
      this.answer = before;
      this.recent = [];
    }
    this.answering = false;
  }

  /** Play the script; false if it was interrupted. */
  async #play(lines: readonly string[], run: number): Promise<boolean> {
    for (const line of lines) {
      await pause();
      if (this.#left || run !== this.#run) return false;
      try {
        const answer = await this.#ask({ log: [...this.answer!.log, line] });
        if (run !== this.#run) return false;
        this.answer = answer;
        this.recent = [...this.recent, line];
      } catch (error) {
        if (run === this.#run) this.failed = error;
        return false;
      }
    }
    return true;
  }
}
