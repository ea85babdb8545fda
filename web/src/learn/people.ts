/** The players at the tables of the lessons. */
import type { Player } from '../games/types';
import { settings } from '../settings.svelte';
import { t } from '../i18n/index.svelte';
import { LEARNER } from './course';

const OTHERS = ['Ada', 'Max'];

/** `plays`: whether the learner has something to do in the lesson. */
export function people(count: number, plays: boolean): Player[] {
  return Array.from({ length: count }, (_, seat) =>
    seat === LEARNER
      ? { seat, name: settings.name || t('learn.you'), kind: 'human', you: plays }
      : { seat, name: OTHERS[seat - 1]!, kind: 'bot', you: false },
  );
}
