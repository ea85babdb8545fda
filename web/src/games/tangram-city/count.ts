/** The scoring of a round in steps: the rectangle's fields, buildings, green; at the end the bonuses. */
import type { City, CityScoring } from './protocol';
import { fullFields, marked } from './board/city';
import { SIZE } from './board/shapes';

export type Counted = 'rectangle' | 'buildings' | 'green';
export type Bonus = 'planning' | 'harmony';
export type Stage = Counted | Bonus;

const COUNTED: readonly Counted[] = ['rectangle', 'buildings', 'green'];
const BONUSES: readonly Bonus[] = ['planning', 'harmony'];

export const isBonus = (stage: Stage): stage is Bonus => BONUSES.includes(stage as Bonus);

/** The steps of a round; the last one ends with the bonuses. */
export function stagesOf(last: boolean): readonly Stage[] {
  return last ? [...COUNTED, ...BONUSES] : COUNTED;
}

/** The fields to number in a stage, by what they count as. */
export function marks(
  city: City,
  scoring: CityScoring,
  stage: Stage,
): { as: Counted; fields: number[] }[] {
  if (stage === 'planning') return [{ as: 'rectangle', fields: fullFields(city) }];
  if (!isBonus(stage)) return [{ as: stage, fields: counted(scoring, stage) }];
  return (['buildings', 'green'] as const).map((as) => ({ as, fields: counted(scoring, as) }));
}

/** The fields that count in a stage, in the order they are counted. */
export function counted(scoring: CityScoring, stage: Counted): number[] {
  if (stage !== 'rectangle')
    return marked(stage === 'buildings' ? scoring.building_fields : scoring.green_fields);
  if (!scoring.rectangle) return [];
  const [left, top, width, height] = scoring.rectangle;
  return Array.from(
    { length: width * height },
    (_, i) => (top + Math.floor(i / width)) * SIZE + left + (i % width),
  );
}

/** The steps of a stage: as many as the city with most fields needs; a bonus is one step. */
export function steps(cities: readonly CityScoring[], stage: Stage): number {
  if (isBonus(stage)) return 1;
  return Math.max(0, ...cities.map((city) => counted(city, stage).length));
}
