/** The keys, for the help. */
import { t } from '../../i18n/index.svelte';
import type { Options } from '../types';
import { hasTwoColours, optionsOf } from './options';

export function keys(options: Options): readonly (readonly [string, string])[] {
  const two = hasTwoColours(optionsOf(options));
  return [
    ['← ↑ → ↓', t('manhattan.keys_arrows')],
    ['N', t('manhattan.keys_next')],
    ['1 – 9', t('manhattan.keys_cards')],
    ['Q W E R', t('manhattan.keys_blocks')],
    ...(two ? [['A S D F', t('manhattan.keys_second')] as const] : []),
    ['Enter', t('manhattan.keys_enter')],
    ['Esc', t('manhattan.keys_escape')],
  ];
}
