/** Ask for the first position of every lesson once, so that the service worker keeps it. */
import { post } from '../net/api';
import { store, stored } from '../storage';
import { stepsOf } from './course';
import { opening } from './practice.svelte';
import type { Tutorial } from './tutorials';

/** Another build may have other lessons: its files have other names. */
const BUILD = import.meta.url;
/** Milliseconds between two requests, so that the learner's own come through. */
const PAUSE = 50;

export async function keepLessons(tutorials: readonly Tutorial[]): Promise<void> {
  if (!navigator.serviceWorker?.controller || stored('lessons') === BUILD) return;
  for (const { game, course } of tutorials)
    for (const step of stepsOf(course)) {
      await post('api/practice', opening(game, course, step));
      await new Promise((next) => setTimeout(next, PAUSE));
    }
  store('lessons', BUILD);
}
