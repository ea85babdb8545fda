/**
 * The courses are data (JSON): positions as logs, and goals as small conditions on what the service
 * answers. tests/test_lessons.py holds them against the rules.
 */
import type { GameId } from '../games/names';
import type { Goal } from './goal';
import manhattan from '../games/manhattan/lessons.json';
import tangramCity from '../games/tangram-city/lessons.json';

export interface Task {
  goal: Goal;
  /** Moves that reach it: the first that is possible is shown to who asks. */
  show: string[];
  /** What chance and the others do after it. */
  then?: string[];
}

export interface Step {
  id: string;
  /** Which of the course's games, and after how many of its lines. */
  game: string;
  line: number;
  /** Where the rules say more. */
  clauses: string[];
  /** None: there is something to look at. */
  tasks?: Task[];
  /** Once the tasks are done, show how the round was scored that has just ended. */
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

/** Where the learner sits in every lesson. */
export const LEARNER = 0;

export const COURSES: Record<GameId, Course> = {
  manhattan: manhattan as unknown as Course,
  'tangram-city': tangramCity as unknown as Course,
};

export function stepsOf(game: GameId): Step[] {
  return COURSES[game].chapters.flatMap((chapter) => chapter.steps);
}
