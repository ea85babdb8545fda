/** How a page says that it is somebody's turn to who does not look at it: title, icon, notification. */
import { address, href } from '../router.svelte';
import { settings } from '../settings.svelte';

export function setTitle(title: string): void {
  document.title = title;
}

export function setBadge(on: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = href(on ? 'icon-turn.svg' : 'icon.svg');
}

/** One at a time for each table, and only while the page is hidden. */
export function notify(table: string, title: string, text: string): void {
  if (!settings.notifications || !document.hidden || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  try {
    const note = new Notification(title, { body: text, tag: table, icon: address('icon.svg') });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones allow it to service workers only.
  }
}
