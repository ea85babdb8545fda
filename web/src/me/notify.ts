/** The browser's own notifications: asked for once, when somebody wants them. */
export const canNotify = (): boolean => 'Notification' in globalThis;

/** Whether they may be shown; asks if nobody has answered yet. */
export async function mayNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  if (Notification.permission === 'default') await Notification.requestPermission();
  return Notification.permission === 'granted';
}
