/** Views and previews of this game, which the pages pass on without knowing their type. */
import type { GameView, Previewed } from '../../protocol';
import type { TangramCityPreview, TangramCityView } from './protocol';

export const viewOf = (view: GameView) => view as unknown as TangramCityView;

export const ROUNDS = 6;

/** Whether the last round is played: tiles in any order, and the bonuses are scored with it (T2.5, T5). */
export const isLast = ({ round, phase }: TangramCityView) => round === ROUNDS && phase !== 'over';

export const previewOf = ({ preview }: Previewed) => preview as unknown as TangramCityPreview;
