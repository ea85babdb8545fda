/** The scoring of a round in steps: the rectangle's fields, then buildings, then green. */
import type { CityScoring } from './protocol';
import { marked } from './board/city';
import { SIZE } from './board/shapes';

export type Stage = 'rectangle' | 'buildings' | 'green';
export const STAGES: readonly Stage[] = ['rectangle', 'buildings', 'green'];

/** The fields that count in a stage, in the order they are counted. */
export function counted(scoring: CityScoring, stage: Stage): number[] {
  if (stage !== 'rectangle')
    return marked(stage === 'buildings' ? scoring.building_fields : scoring.green_fields);
  if (!scoring.rectangle) return [];
  const [left, top, width, height] = scoring.rectangle;
  return Array.from(
    { length: width * height },
    (_, i) => (top + Math.floor(i / width)) * SIZE + left + (i % width),
  );
}

/** The steps of a stage: as many as the city with most fields needs. */
export function steps(cities: readonly CityScoring[], stage: Stage): number {
  return Math.max(0, ...cities.map((city) => counted(city, stage).length));
}
