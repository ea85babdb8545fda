/** Buildings, blocks and scoring steps in words. */
import { list, t, tr } from '../../i18n/index.svelte';
import type { ManhattanView } from './protocol';
import type { Player } from '../types';
import { parse } from './actions';
import type { Step } from './count';
import { summarise, type Blocks } from './board/building';
import { urbanRule } from './info';
import { colourName, type Options } from './options';

interface Marks {
  lit?: boolean;
  takeover?: boolean;
  chosen?: boolean;
  monster?: boolean;
}

/** “C5: 7 floors, orange on top: orange 4, blue 3; can be built on”. */
export function siteWords(
  site: string,
  blocks: Blocks,
  options: Options,
  marks: Marks = {},
): string {
  const { height, owner, floors } = summarise(blocks);
  const words = [
    owner === null
      ? t('manhattan.site_empty', { site })
      : t('manhattan.site_built', {
          site,
          height,
          owner: colourName(options.colours[owner]!),
          floors: floors
            .map((each) => `${colourName(options.colours[each.colour]!)} ${each.floors}`)
            .join(', '),
        }),
  ];
  if (marks.monster) words.push(t('manhattan.site_monster'));
  if (marks.chosen) words.push(t('manhattan.site_chosen'));
  else if (marks.lit)
    words.push(t(marks.takeover ? 'manhattan.site_takeover' : 'manhattan.site_possible'));
  return words.reduce((one, other) => t('common.also', { one, other }));
}

/** A choice of blocks: “4 + 4 + 2 + 1”, of two colours with their names. */
export function chosenWords(choice: string): string {
  const action = parse(choice);
  if (action?.kind !== 'choose') return choice;
  return list(
    action.blocks.map(({ colour, floors }) => {
      const sizes = [...floors].join(' + ');
      return colour ? `${colourName(colour)} ${sizes}` : sizes;
    }),
  );
}

/** The state of the game while others decide. */
export function waitingWords(
  view: ManhattanView,
  owing: readonly number[],
  players: readonly Player[],
): string {
  if (view.phase === 'over') return t('manhattan.over');
  if (!owing.length) return ''; // a lesson that is done, a pause
  const who = list(owing.map((seat) => players[seat]?.name ?? ''));
  const many = owing.length;
  return view.phase === 'choose'
    ? t('manhattan.wait_choose', { who, many })
    : t('manhattan.wait_build', { who });
}

export function urbanName(name: string): string {
  return urbanRule(name).title;
}

/** An urban card's rule in one sentence; the whole clause for a card without one. */
export function urbanSummary(name: string): string {
  return tr(`manhattan.rule_${name}`, urbanRule(name).text);
}

/** “Urban card: Villa”. */
export function urbanWords(name: string): string {
  return t('common.pair', { name: t('manhattan.urban_card'), value: urbanName(name) });
}

/** A step of the scoring in words. */
export function stepWords(step: Step, options: Options): string {
  if (step.kind === 'urban') return urbanWords(step.name);
  if (step.kind === 'monster') {
    const { site, floors } = step;
    return floors
      ? t('manhattan.step_monster_destroys', { site, floors, sites: list(step.sites) })
      : t('manhattan.step_monster_stands', { site });
  }
  const who = step.colour === null ? null : colourName(options.colours[step.colour]!);
  if (step.kind === 'district') {
    const { district } = step;
    return who
      ? t('manhattan.step_majority', { district, who })
      : t('manhattan.step_no_majority', { district });
  }
  const { height } = step;
  const sites = list(step.sites);
  return who
    ? t('manhattan.step_highest', { sites, height, who })
    : t('manhattan.step_no_highest', { sites, height });
}
