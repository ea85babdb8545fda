/** Announces, plays and notifies what happens at a table; called once, by Playing. */
import { untrack } from 'svelte';
import { gameTitle } from '../../net/games.svelte';
import { t } from '../../i18n/index.svelte';
import { me } from '../../net/me.svelte';
import { settings } from '../../settings.svelte';
import { announce } from '../../ui/announce.svelte';
import { show } from '../../ui/toasts.svelte';
import { notify, setBadge, setTitle } from './attention';
import { unread } from '../chat/chat';
import type { Screen } from '../screen.svelte';
import { play } from './sounds';
import { actorOf, entriesOf, type Told } from '../log/story';
import { turnWords } from '../words';

/** Run `changed` when a value changes; not for the first value. */
function onChange<T>(value: () => T, changed: (now: T, before: T) => void): void {
  let before: T | undefined;
  let first = true;
  $effect(() => {
    const now = value();
    if (!first && now !== before) {
      const was = before as T;
      untrack(() => changed(now, was));
    }
    first = false;
    before = now;
  });
}

export function follow(screen: Screen): void {
  const { table } = screen;
  const say = (line: string) => screen.ui.describe(line, screen.info.options, screen.players);
  /** The others' actions, and what any action caused. */
  const heard = ({ text, effect }: Told) => [
    screen.own.includes(actorOf(text) ?? -1) ? '' : say(text),
    (effect && screen.ui.effect?.(effect)) || '',
  ];
  const mine = () =>
    screen.info.status === 'playing' && screen.own.some((seat) => table.owing.includes(seat));

  onChange(
    () => table.lines,
    (lines, before) => {
      screen.release();
      if (lines.length < before.length) return screen.look.forget();
      const words = entriesOf(table.story)
        .filter((entry): entry is Told => entry.kind === 'line')
        .filter((entry) => !entry.undone && entry.line > before.length)
        .flatMap(heard)
        .filter(Boolean);
      if (words.length) announce(words.join('. '));
      if (lines.length > before.length) play('move');
    },
  );
  onChange(
    () => screen.state,
    (now, before) => {
      if (now?.seat === before?.seat && now?.version !== before?.version) screen.release();
    },
  );
  onChange(
    () => `${turnWords(screen)} ${table.lines.length}`,
    () => {
      if (screen.turn.state === 'yours') announce(turnWords(screen));
    },
  );
  onChange(mine, (now) => {
    if (!now) return;
    play('turn');
    notify(table.table, t('table.your_turn'), gameTitle(screen.info.game));
  });
  onChange(
    () => table.chat.at(-1)?.n ?? 0,
    (_, before) => {
      if (settings.chat && unread(table.chat, before, me()?.id)) play('chat');
    },
  );
  onChange(
    () => screen.info.status,
    (status) => {
      if (status !== 'over') return;
      play('end');
      announce(turnWords(screen));
      screen.look.forget();
      table.reload(); // hidden cards have been revealed
    },
  );

  onChange(
    () => screen.info.rematch,
    () => show(t('table.rematch_asked')),
  );

  $effect(() => screen.presence.follow());
  $effect(() => {
    const game = gameTitle(screen.info.game);
    const turn = mine();
    setTitle(turn ? `● ${t('table.your_turn')} – ${game}` : `${game} – Baumeister`);
    setBadge(turn);
  });
  $effect(() => () => {
    setTitle('Baumeister');
    setBadge(false);
  });
}
