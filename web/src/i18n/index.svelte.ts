/**
 * Messages in the reader's language. `t('table.your_turn')` anywhere in a component is said anew when the
 * language changes. A language is one chunk; the long texts of `learn` are a chunk of their own.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from './languages';
import type { MessageKey } from './keys';

type Messages = Record<string, string>;
type Values = Record<string, string | number | boolean | Date | null | undefined>;

const CORE = import.meta.glob<Messages>('./*/index.ts', { import: 'default' });
const LEARN = import.meta.glob<Messages>('./*/learn.json', { import: 'default' });

const current = $state({ language: 'en' as Language, messages: {} as Messages });
let formats = new Map<string, IntlMessageFormat>();
let withLearn = false;
/** The language that was asked for last: an older one may arrive later. */
let wanted: Language = 'en';

function load(
  files: Record<string, () => Promise<Messages>>,
  language: Language,
): Promise<Messages> {
  const path = Object.keys(files).find((each) => each.startsWith(`./${language}/`));
  return files[path!]!();
}

export async function chooseLanguage(language: Language): Promise<void> {
  wanted = language;
  const core = load(CORE, language);
  const learn = withLearn ? load(LEARN, language) : {};
  const messages = { ...(await core), ...(await learn) };
  if (language !== wanted) return;
  formats = new Map();
  current.messages = messages;
  current.language = language;
  document.documentElement.lang = language;
}

/** The texts of the tutorials; before the first of them is shown. */
export async function loadLearn(): Promise<void> {
  withLearn = true;
  const { language } = current;
  const messages = await load(LEARN, language);
  if (language === current.language) current.messages = { ...current.messages, ...messages };
}

export function language(): Language {
  return current.language;
}

/** A message of ours. */
export function t(key: MessageKey, values?: Values): string {
  return said(key, values) ?? key;
}

/** A message for a code that comes from the service, which may be newer than this page. */
export function tr(key: string, fallback: string, values?: Values): string {
  return said(key, values) ?? fallback;
}

function said(key: string, values: Values = {}): string | undefined {
  const text = current.messages[key];
  if (text === undefined) return undefined;
  let format = formats.get(key);
  if (!format) {
    format = new IntlMessageFormat(text, current.language, undefined, { ignoreTag: true });
    formats.set(key, format);
  }
  return format.format(values) as string;
}

/** Names in a row: “Ada, Grace and Alan”. */
export function list(items: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(current.language, { type }).format(items);
}

/** With its sign: +3, −2, ±0. */
export function signed(value: number): string {
  const number = new Intl.NumberFormat(current.language).format(Math.abs(value));
  return value > 0 ? `+${number}` : value < 0 ? `−${number}` : `±${number}`;
}

export function number(value: number): string {
  return new Intl.NumberFormat(current.language, { maximumFractionDigits: 1 }).format(value);
}

/** A share of one: 0.07 → 7 %. */
export function percent(share: number): string {
  return new Intl.NumberFormat(current.language, { style: 'percent' }).format(share);
}

export function signedPercent(share: number): string {
  const rounded = Math.round(100 * share) / 100;
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : '±'}${percent(Math.abs(rounded))}`;
}

export function dateTime(milliseconds: number): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(current.language, style).format(milliseconds);
}
