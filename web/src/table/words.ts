/** Texts about a table that several components show. */
import { ago, list, t } from '../i18n/index.svelte';
import type { Screen } from './screen.svelte';

/** Whose turn it is, and what this screen has to do: “Your turn: choose a tile”. */
export function turnWords(screen: Screen): string {
  const turn = whoseTurn(screen);
  return screen.task ? t('table.turn_task', { turn, task: screen.task }) : turn;
}

function whoseTurn(screen: Screen): string {
  const { turn } = screen;
  switch (turn.state) {
    case 'over':
      return winners(screen);
    case 'paused':
      return t('table.paused');
    case 'wait':
      return t('table.one_moment');
    case 'yours':
      return t('table.your_turn');
    case 'handed':
      return t('table.turn_of', { name: screen.name(turn.seats[0]!) });
    case 'decided':
    case 'thinking': {
      const names = turn.seats.map((seat) => screen.name(seat));
      const said = { names: list(names), count: names.length };
      return turn.state === 'decided' ? t('table.waiting_for', said) : t('table.thinking', said);
    }
  }
}

/** “Ada left 2 minutes ago”; null for somebody who is there. */
export function leftWords(name: string, since: number | null): string | null {
  if (since === null) return null;
  return since < 60_000
    ? t('table.left_now', { name })
    : t('table.left_ago', { name, ago: ago(since) });
}

/** The same beside the name: “left 2 minutes ago”. */
export function leftAlone(since: number | null): string | null {
  if (since === null) return null;
  return since < 60_000
    ? t('table.left_now_alone')
    : t('table.left_ago_alone', { ago: ago(since) });
}

/** The winners: “You win!”, “Ada wins”, “Ada and Grace share the win”. */
export function winners(screen: Screen): string {
  const { result } = screen.info;
  if (!result) return t('table.over');
  const first = screen.players.filter((player) => result.ranks[player.seat] === 1);
  if (screen.players.length === 1) return t('table.solo_end', { points: result.scores[0] });
  const you = screen.own.length === 1 && first.some((player) => player.you);
  if (you && first.length === 1) return t('table.you_win');
  return t('table.wins', {
    names: list(first.map((player) => player.name)),
    count: first.length,
  });
}
