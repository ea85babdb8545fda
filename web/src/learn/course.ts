/**
 * Tutorials are data (JSON): positions as logs, and goals as small conditions on the service's answer.
 * tests/test_lessons.py checks them against the rules.
 */
import type { Goal } from './goal';

export interface Task {
  goal: Goal;
  /** Moves that reach the goal: “Show me” points at the first legal one. */
  show: string[];
  /** What chance and the other players do afterwards. */
  then?: string[];
}

export interface Step {
  id: string;
  /** Which of the course's games, and after how many of its log lines. */
  game: string;
  line: number;
  /** The clauses of the rules that the step is about. */
  clauses: string[];
  /** Absent where there is only something to look at. */
  tasks?: Task[];
  /** Once the tasks are done, show how the round that has just ended was scored. */
  count?: boolean;
}

export interface Chapter {
  id: string;
  steps: Step[];
}

export interface Course {
  games: Record<string, { options: Record<string, unknown>; log: string[] }>;
  chapters: Chapter[];
}

/** The learner's seat in every lesson. */
export const LEARNER = 0;

export function stepsOf(course: Course): Step[] {
  return course.chapters.flatMap((chapter) => chapter.steps);
}
