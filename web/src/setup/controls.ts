/** The controls of the set-up page, derived from the JSON Schema of a game's options. */
import type { Options } from '../games/types';
import type { GameInfo } from '../protocol';

export const GROUPS = ['game', 'edition', 'advanced', 'variants', 'house'] as const;
export type Group = (typeof GROUPS)[number];

type Value = string | number | boolean;

export interface OptionSchema {
  type?: string;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  items?: { enum?: string[] };
  /** The clause of the rules that the option is about. */
  'x-clause'?: string;
  'x-group'?: string;
  'x-control'?: string;
  /** The option is shown only if every option named here has, or contains, one of these values. */
  'x-needs'?: Record<string, Value | Value[]>;
  /** Options that are forgotten when this one changes. */
  'x-resets'?: string[];
}

export interface Control {
  name: string;
  /**
   * `flag`, `choice` (cards with a sentence each), `segments`, `number`, `several`, `seat`, `site` (a value,
   * or left to chance), `select`, `text` (JSON), or a control that the game brings (`GameSetup.controls`).
   */
  kind: string;
  group: Group;
  schema: OptionSchema;
}

const SEGMENTS = 6;

function kindOf(schema: OptionSchema): string {
  if (schema['x-control']) return schema['x-control'];
  if (schema.type === 'boolean') return 'flag';
  if (schema.items?.enum) return 'several';
  if (schema.enum?.every((value) => typeof value === 'number'))
    return schema.enum.length <= SEGMENTS ? 'segments' : 'select';
  if (schema.enum) return 'choice';
  return schema.type === 'integer' ? 'number' : 'text';
}

function groupOf(name: string, schema: OptionSchema): Group {
  const group = GROUPS.find((each) => each === schema['x-group']);
  return group ?? (name === 'players' ? 'game' : 'house');
}

function propertiesOf(info: GameInfo | undefined): Record<string, OptionSchema> {
  return (info?.options_schema.properties ?? {}) as Record<string, OptionSchema>;
}

/** A control for every option, in the order of the schema. */
export function controlsOf(info: GameInfo | undefined): Control[] {
  return Object.entries(propertiesOf(info)).map(([name, schema]) => ({
    name,
    kind: kindOf(schema),
    group: groupOf(name, schema),
    schema,
  }));
}

export function controlOf(info: GameInfo | undefined, name: string): Control | undefined {
  return controlsOf(info).find((control) => control.name === name);
}

/** Whether an option means anything, given the others. */
export function isNeeded({ schema }: Control, options: Readonly<Options>): boolean {
  return Object.entries(schema['x-needs'] ?? {}).every(([name, needed]) => {
    const wanted = [needed].flat();
    return [options[name]].flat().some((value) => wanted.includes(value as Value));
  });
}

/** The options chosen so far after one more choice; `undefined` takes a choice back. */
export function chosen(
  controls: readonly Control[],
  given: Readonly<Options>,
  name: string,
  value: unknown,
  defaults: Readonly<Options> = {},
): Options {
  const next: Options = { ...given, [name]: value };
  const control = controls.find((each) => each.name === name);
  for (const other of control?.schema['x-resets'] ?? []) delete next[other];
  if (value === undefined) delete next[name];
  for (const each of controls)
    if (!isNeeded(each, { ...defaults, ...next })) delete next[each.name];
  return next;
}

/** The choices that preset other options: the number of players and the edition. */
export function presets(controls: readonly Control[], given: Readonly<Options>): Options {
  const names = controls.filter(
    ({ group, schema }) => (group === 'game' || group === 'edition') && schema['x-resets'],
  );
  return Object.fromEntries(
    names.filter(({ name }) => given[name] !== undefined).map(({ name }) => [name, given[name]]),
  );
}

/** The possible numbers of players; none until the catalogue is here. */
export function playersOf(info: GameInfo | undefined): number[] {
  if (!info) return [];
  const { enum: values, minimum, maximum } = propertiesOf(info).players ?? {};
  if (values) return values as number[];
  const only = Number(info.defaults.players ?? 1);
  const from = minimum ?? only;
  return Array.from({ length: (maximum ?? only) - from + 1 }, (_, index) => from + index);
}
