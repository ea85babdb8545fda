import type en from './en.json';
import type explorer from './en.explorer.json';
import type positions from './en.positions.json';

type Messages = typeof en & typeof explorer & typeof positions;

declare module '../../../i18n/keys' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface GameMessages extends Messages {}
}
