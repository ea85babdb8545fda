import type en from './en.json';

type Messages = typeof en;

declare module '../../../i18n/keys' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface GameMessages extends Messages {}
}
