/** What the explorer is asked, kept in the address: `explorer/GAME?by=opening&after=C5+3&players=4`. */
import type { ExplorerBody } from '../../protocol';

export const OPENING = 'opening';

export type Question = Required<
  Pick<ExplorerBody, 'game' | 'after' | 'players' | 'edition' | 'kind' | 'round' | 'won' | 'mine'>
> & { by: string };

const whole = (text: string | null): number | null => {
  const found = Number.parseInt(text ?? '', 10);
  return found > 0 ? found : null;
};

/** The question that an address asks; what it leaves out is not asked for. */
export function readQuestion(game: string, query: URLSearchParams): Question {
  const kind = query.get('kind');
  const by = query.get('by') ?? OPENING;
  return {
    game,
    by,
    after: by === OPENING ? query.getAll('after') : [],
    players: whole(query.get('players')),
    edition: query.get('edition'),
    kind: kind === 'person' || kind === 'bot' ? kind : null,
    round: by === OPENING ? null : whole(query.get('round')),
    won: query.has('won') ? true : null,
    mine: query.has('mine'),
  };
}

/** The address of a question. */
export function pathOf(question: Question): string {
  const query = new URLSearchParams();
  if (question.by !== OPENING) query.set('by', question.by);
  for (const step of question.after) query.append('after', step);
  for (const name of ['players', 'edition', 'kind', 'round'] as const)
    if (question[name] !== null) query.set(name, String(question[name]));
  if (question.won) query.set('won', '1');
  if (question.mine) query.set('mine', '1');
  return `explorer/${question.game}${query.size ? `?${query}` : ''}`;
}
