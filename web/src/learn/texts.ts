/** The words of a lesson; their keys follow from its names. */
import type { GameId } from '../games/names';
import { tr } from '../i18n/index.svelte';
import type { Step } from './courses';

export function stepText(game: GameId, step: Step, part: string): string {
  return tr(`learn.step.${game}.${step.id}.${part}`, '');
}

export function chapterTitle(game: GameId, chapter: string): string {
  return tr(`learn.chapter.${game}.${chapter}`, '');
}

/** Paragraphs are lines. */
export function paragraphs(text: string): string[] {
  return text.split('\n').filter(Boolean);
}
