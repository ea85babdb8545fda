/** Views and previews of this game, which the pages pass on without knowing their type. */
import type { GameView, Previewed } from '../../protocol';
import type { TangramCityPreview, TangramCityView } from './protocol';

export const viewOf = (view: GameView) => view as unknown as TangramCityView;
export const previewOf = ({ preview }: Previewed) => preview as unknown as TangramCityPreview;
