/** Casts views and previews to this game's types; the pages handle them untyped. */
import type { GameView, Previewed } from '../../protocol';
import type { ManhattanPreview, ManhattanView } from './protocol';

export const viewOf = (view: GameView) => view as unknown as ManhattanView;
export const previewOf = ({ preview }: Previewed) => preview as unknown as ManhattanPreview;
