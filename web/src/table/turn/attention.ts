/** Draws attention to a turn while the page is in the background: title, icon, notification. */
import { href } from '../../router.svelte';
import { settings } from '../../settings.svelte';

export function setTitle(title: string): void {
  document.title = title;
}

export function setBadge(on: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = href(on ? 'icon-turn.svg' : 'icon.svg');
}

/** One notification per table, and only while the page is hidden. */
export function notify(table: string, title: string, text: string): void {
  if (!settings.notifications || !document.hidden || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  try {
    const note = new Notification(title, { body: text, tag: table, icon: href('icon.svg') });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones allow notifications from service workers only.
  }
}
