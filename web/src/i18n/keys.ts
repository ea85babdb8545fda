/** The keys of all messages: any other key is a type error. */
import type analysis from './en/analysis.json';
import type common from './en/common.json';
import type errors from './en/errors.json';
import type explorer from './en/explorer.json';
import type learn from './en/learn.json';
import type me from './en/me.json';
import type network from './en/network.json';
import type operator from './en/operator.json';
import type puzzles from './en/puzzles.json';
import type replay from './en/replay.json';
import type rules from './en/rules.json';
import type setup from './en/setup.json';
import type start from './en/start.json';
import type study from './en/study.json';
import type table from './en/table.json';

/** Each game adds its own by declaration merging (games/FOLDER/i18n/keys.ts). */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface GameMessages {}

export type MessageKey =
  | keyof typeof analysis
  | keyof typeof common
  | keyof typeof errors
  | keyof typeof explorer
  | keyof typeof learn
  | keyof typeof me
  | keyof typeof network
  | keyof typeof operator
  | keyof typeof puzzles
  | keyof typeof replay
  | keyof typeof rules
  | keyof typeof setup
  | keyof typeof start
  | keyof typeof study
  | keyof typeof table
  | keyof GameMessages;
