/** The keys, for the help. */
import { t } from '../../i18n/index.svelte';

export function keys(): readonly (readonly [string, string])[] {
  return [
    ['← ↑ → ↓', t('tangram-city.keys_move')],
    ['R', t('tangram-city.keys_turn')],
    ['F', t('tangram-city.keys_flip')],
    [t('tangram-city.keys_space'), t('tangram-city.keys_next')],
    ['Enter', t('tangram-city.keys_place')],
    ['D', t('tangram-city.keys_decline')],
    ['Esc', t('tangram-city.keys_back')],
    [t('tangram-city.keys_wheel'), t('tangram-city.keys_wheel_turns')],
  ];
}
