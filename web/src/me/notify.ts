/** Permission for the browser's notifications, requested when they are switched on. */
export const canNotify = (): boolean => 'Notification' in globalThis;

/** Whether notifications may be shown; asks if that is still undecided. */
export async function mayNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  if (Notification.permission === 'default') await Notification.requestPermission();
  return Notification.permission === 'granted';
}
