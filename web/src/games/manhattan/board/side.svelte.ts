/** The side of the table at the lower edge of the screen: South, until somebody turns the board. */
import { store, stored } from '../../../storage';

const KEPT = 'manhattan.side';

let side = $state(Number(stored(KEPT) ?? 0) % 4 || 0);

export const boardSide = (): number => side;

/** Turn the board by a quarter; the browser remembers it. */
export function turnBoard(): void {
  side = (side + 1) % 4;
  store(KEPT, side);
}
