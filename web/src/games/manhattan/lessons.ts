import type { Course } from '../../learn/course';
import type { GameLessons } from '../types';
import Cover from './Cover.svelte';
import course from './lessons.json';

export const lessons: GameLessons = { course: course as unknown as Course, Cover };
