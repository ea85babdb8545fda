/** Log lines in words. */
import { list, t } from '../../i18n/index.svelte';
import type { Player, PlayProps } from '../types';
import { parse } from './actions';
import { colourName } from './options';
import { chosenWords, urbanName } from './words';

/** Choosing blocks begins a round. */
export function opensRound(line: string, before = ''): boolean {
  return line.includes(' choose ') && !before.includes(' choose ');
}

/** A log line in words; empty if it is not worth showing. */
export function describe(
  line: string,
  _options: Record<string, unknown>,
  players: readonly Player[],
): string {
  const [actor, ...rest] = line.split(' ');
  const name = (player: string | undefined) => players[Number(player)]?.name ?? String(player);
  if (actor === '*') return chance(rest, name);
  const who = name(actor);
  const action = parse(rest.join(' '));
  switch (action?.kind) {
    case 'build': {
      const { site, floors, colour } = action;
      return colour
        ? t('manhattan.said_build_colour', { who, site, floors, colour: colourName(colour) })
        : t('manhattan.said_build', { who, site, floors });
    }
    case 'forfeit': {
      const { card, floors, colour } = action;
      return colour
        ? t('manhattan.said_forfeit_colour', { who, card, floors, colour: colourName(colour) })
        : t('manhattan.said_forfeit', { who, card, floors });
    }
    case 'choose': {
      const secret = action.blocks.every((each) => each.floors.startsWith('?'));
      if (secret) return t('manhattan.said_choose_secret', { who });
      return t('manhattan.said_choose', { who, blocks: chosenWords(rest.join(' ')) });
    }
    default:
      return line; // from a newer service: show it as it is
  }
}

/** What an action caused: `taken B4 orange; monster C5 4 blue`. */
export function effect(text: string): string {
  return text.split('; ').map(caused).filter(Boolean).join('. ');
}

function caused(text: string): string {
  const [kind, site, floors, colour] = text.split(' ');
  if (kind === 'taken') return t('manhattan.said_taken', { colour: colourName(floors!) });
  if (kind !== 'monster') return ''; // from a newer service
  return floors && colour
    ? t('manhattan.said_monster_destroys', {
        site,
        floors: Number(floors),
        colour: colourName(colour),
      })
    : t('manhattan.said_monster_moves', { site });
}

/** The last of these lines that somebody decided, and what it caused; empty if there is none. */
export function lastWords({ recent, effects, options, players }: PlayProps): string {
  const at = recent.findLastIndex((line) => !line.startsWith('*'));
  if (at < 0) return '';
  const words = [describe(recent[at]!, options, players), effect(effects?.[at] ?? '')];
  return words.filter(Boolean).join('. ');
}

/** The sites where buildings of these colours were taken over. */
export function lostSites(
  effects: readonly (string | null)[],
  colours: readonly string[],
): string[] {
  return effects
    .flatMap((text) => text?.split('; ') ?? [])
    .map((text) => text.split(' '))
    .filter(([kind, , colour]) => kind === 'taken' && colours.includes(colour!))
    .map(([, site]) => site!);
}

/** The details of an action that a hint leaves out. */
export function detail(text: string): string {
  const action = parse(text);
  if (action?.kind !== 'build' && action?.kind !== 'forfeit') return '';
  const { card, floors, colour } = action;
  return colour
    ? t('manhattan.detail_colour', { card, floors, colour: colourName(colour) })
    : t('manhattan.detail', { card, floors });
}

function chance(words: string[], name: (player: string | undefined) => string): string {
  const [kind, first, second] = words;
  switch (kind) {
    case 'start':
      return t('manhattan.said_start', { who: name(first) });
    case 'deal':
      return second!.includes('?')
        ? t('manhattan.said_deal_hidden', { who: name(first), count: second!.length })
        : t('manhattan.said_deal', { who: name(first), cards: list([...second!]) });
    case 'draw':
      return second === '?'
        ? '' // happens after every turn: not worth showing
        : t('manhattan.said_draw', { who: name(first), card: second });
    case 'monster':
      return t('manhattan.said_monster', { site: first });
    case 'districts':
      return t('manhattan.said_districts', { order: [...first!].join(', ') });
    case 'urban':
      return t('manhattan.said_urban', { name: urbanName(first!) });
    case 'reshuffle':
      return t('manhattan.said_reshuffle');
    default:
      return words.join(' ');
  }
}
