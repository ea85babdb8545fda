/** The texts of a lesson; their keys are built from its ids. */
import { tr } from '../i18n/index.svelte';
import type { Step } from './course';

export function stepText(game: string, step: Step, part: string): string {
  return tr(`${game}.step.${step.id}.${part}`, '');
}

export function chapterTitle(game: string, chapter: string): string {
  return tr(`${game}.chapter.${chapter}`, '');
}

/** Each line of a text is a paragraph. */
export function paragraphs(text: string): string[] {
  return text.split('\n').filter(Boolean);
}
