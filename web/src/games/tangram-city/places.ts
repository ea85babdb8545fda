/** The fields of the large city, for marks drawn over it: columns a–g, rows 1–7. */
import type { BoardPlaces } from '../types';
import { UNIT } from './board/palette';
import { SIZE } from './board/shapes';

const COLUMNS = 'abcdefg';

function drawing(root: HTMLElement): SVGSVGElement | null {
  return root.querySelector<SVGSVGElement>('[data-test="city"] svg');
}

export const places: BoardPlaces = {
  find(root, name) {
    const [column, row] = [COLUMNS.indexOf(name[0] ?? '-'), Number(name.slice(1)) - 1];
    const matrix = drawing(root)?.getScreenCTM();
    if (!matrix || column < 0 || !(row >= 0 && row < SIZE)) return null;
    const corner = new DOMPoint(column * UNIT, row * UNIT).matrixTransform(matrix);
    return new DOMRect(corner.x, corner.y, UNIT * matrix.a, UNIT * matrix.d);
  },
  at(root, x, y) {
    const matrix = drawing(root)?.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const [column, row] = [Math.floor(at.x / UNIT), Math.floor(at.y / UNIT)];
    const inside = column >= 0 && column < SIZE && row >= 0 && row < SIZE;
    return inside ? `${COLUMNS[column]}${row + 1}` : null;
  },
};
