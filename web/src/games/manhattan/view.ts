/** Views and previews of this game, which the pages pass on without knowing their type. */
import type { GameView, Previewed } from '../../protocol';
import type { ManhattanPreview, ManhattanView } from './protocol';

export const viewOf = (view: GameView) => view as unknown as ManhattanView;
export const previewOf = ({ preview }: Previewed) => preview as unknown as ManhattanPreview;
