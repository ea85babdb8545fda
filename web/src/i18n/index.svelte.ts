/**
 * Messages in the reader's language. A component that calls `t('table.your_turn')` updates when the
 * language changes. The tutorials' long texts are separate chunks.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from './languages';
import type { MessageKey } from './keys';

type Messages = Record<string, string>;
type Files = Record<string, () => Promise<Messages>>;
type Values = Record<string, string | number | boolean | Date | null | undefined>;

const CORE = import.meta.glob<Messages>(['./*/index.ts', '../games/*/i18n/??.json'], {
  import: 'default',
});
const LEARN = import.meta.glob<Messages>(['./*/learn.json', '../games/*/i18n/*.lessons.json'], {
  import: 'default',
});

const STUDY = import.meta.glob<Messages>(
  ['./*/study.json', './*/analysis.json', '../games/*/i18n/*.positions.json'],
  { import: 'default' },
);
const EXPLORER = import.meta.glob<Messages>(
  ['./*/explorer.json', '../games/*/i18n/*.explorer.json'],
  { import: 'default' },
);
const EDITOR = import.meta.glob<Messages>('../games/*/i18n/*.editor.json', { import: 'default' });
const PUZZLES = import.meta.glob<Messages>(['./*/puzzles.json', '../games/*/i18n/*.puzzles.json'], {
  import: 'default',
});
const ME = import.meta.glob<Messages>('./*/me.json', { import: 'default' });
const OPERATOR = import.meta.glob<Messages>('./*/operator.json', { import: 'default' });

const current = $state({ language: 'en' as Language, messages: {} as Messages });
let formats = new Map<string, IntlMessageFormat>();
/** Texts that are loaded with their pages. */
const extras = new Set<Files>();
/** The language requested last: an earlier request may be answered later. */
let wanted: Language = 'en';

async function load(files: Files, language: Language): Promise<Messages> {
  const paths = Object.keys(files).filter((path) => new RegExp(`/${language}[/.]`).test(path));
  return Object.assign({}, ...(await Promise.all(paths.map((path) => files[path]!()))));
}

export async function chooseLanguage(language: Language): Promise<void> {
  wanted = language;
  const files = [CORE, ...extras].map((each) => load(each, language));
  const messages: Messages = Object.assign({}, ...(await Promise.all(files)));
  if (language !== wanted) return;
  formats = new Map();
  current.messages = messages;
  current.language = language;
  document.documentElement.lang = language;
}

async function loadExtra(files: Files): Promise<void> {
  extras.add(files);
  const { language } = current;
  const messages = await load(files, language);
  if (language === current.language) current.messages = { ...current.messages, ...messages };
}

/** Load the texts of the tutorials. */
export const loadLearn = () => loadExtra(LEARN);
/** Load the texts of the study pages. */
export const loadStudy = () => loadExtra(STUDY);
/** Load the texts of the explorer. */
export const loadExplorer = () => loadExtra(EXPLORER);
/** Load the texts of the games' editors. */
export const loadEditor = () => loadExtra(EDITOR);
/** Load the texts of puzzles and trainer. */
export const loadPuzzles = () => loadExtra(PUZZLES);
/** Load the texts of one's own page. */
export const loadMe = () => loadExtra(ME);
/** Load the texts of the operator's page. */
export const loadOperator = () => loadExtra(OPERATOR);

export function language(): Language {
  return current.language;
}

/** A message in the reader's language; its key where there is none. */
export function t(key: MessageKey, values?: Values): string {
  return format(key, values) ?? key;
}

/** A message whose key is built from data, such as an error code, which may be newer than this page. */
export function tr(key: string, fallback: string, values?: Values): string {
  return format(key, values) ?? fallback;
}

function format(key: string, values: Values = {}): string | undefined {
  const text = current.messages[key];
  if (text === undefined) return undefined;
  let found = formats.get(key);
  if (!found) {
    found = new IntlMessageFormat(text, current.language, undefined, { ignoreTag: true });
    formats.set(key, found);
  }
  return found.format(values) as string;
}

/** Join names: “Ada, Grace and Alan”. */
export function list(items: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(current.language, { type }).format(items);
}

/** A number with its sign: +3, −2, ±0. */
export function signed(value: number): string {
  const number = new Intl.NumberFormat(current.language).format(Math.abs(value));
  return value > 0 ? `+${number}` : value < 0 ? `−${number}` : `±${number}`;
}

export function number(value: number): string {
  return new Intl.NumberFormat(current.language, { maximumFractionDigits: 1 }).format(value);
}

/** A text that begins a line: “build on C5” → “Build on C5”. */
export function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase(current.language) + text.slice(1);
}

/** A fraction as a percentage: 0.07 → 7 %. */
export function percent(share: number): string {
  return new Intl.NumberFormat(current.language, { style: 'percent' }).format(share);
}

/** A chance to win: never quite 0 or 1 while the game goes on, as “100 %” would call it decided. */
export function winChance(share: number, over = false): string {
  if (over) return percent(share);
  const rounded = Math.round(100 * share);
  if (rounded >= 100) return `>\u00a0${percent(0.99)}`;
  return rounded <= 0 ? `<\u00a0${percent(0.01)}` : percent(share);
}

export function signedPercent(share: number): string {
  const rounded = Math.round(100 * share) / 100;
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : '±'}${percent(Math.abs(rounded))}`;
}

/** How long ago: “2 minutes ago”. */
export function ago(milliseconds: number): string {
  const format = new Intl.RelativeTimeFormat(current.language);
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
}

/** The reader's language as written in their country: “11:24” in Britain, “11:24 AM” in America. */
function region(): string {
  const spoken = navigator.languages ?? [];
  return spoken.find((each) => each.split('-')[0] === current.language) ?? current.language;
}

export function dateTime(milliseconds: number): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(region(), style).format(milliseconds);
}

/** A day such as 2026-11-17, as the reader writes it. */
export function dateOf(day: string): string {
  const style = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(region(), style).format(Date.parse(day));
}

export function timeOfDay(milliseconds: number): string {
  return new Intl.DateTimeFormat(region(), { timeStyle: 'short' }).format(milliseconds);
}
