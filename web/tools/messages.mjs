/**
 * Holds the messages together: every language has the keys and placeholders of English, every key
 * used in the sources exists, and every key that exists is used. Wrong messages fail the build.
 */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LANGUAGES = ['en', 'de', 'nl', 'fr'];

/** All messages of a language; a key begins with the name of its file, then a dot. */
function read(folder, language, problems) {
  const found = {};
  for (const file of readdirSync(join(folder, language)).filter((name) => name.endsWith('.json'))) {
    const area = file.slice(0, -'.json'.length);
    const messages = JSON.parse(readFileSync(join(folder, language, file), 'utf8'));
    for (const [key, text] of Object.entries(messages)) {
      if (!key.startsWith(`${area}.`))
        problems.push(`${language}/${file}: ${key} is not of ${area}`);
      if (typeof text !== 'string' || !text.trim())
        problems.push(`${language}/${file}: ${key} is empty`);
      found[key] = text;
    }
  }
  return found;
}

/** The placeholders of a message, with their kinds, in any order. */
function placeholders(elements, found = new Set()) {
  for (const each of elements) {
    if (each.type === TYPE.literal || each.type === TYPE.pound) continue;
    found.add(`${each.value}:${each.type}`);
    for (const option of Object.values(each.options ?? {})) placeholders(option.value, found);
    if (each.children) placeholders(each.children, found);
  }
  return found;
}

function parsed(language, key, text, problems) {
  try {
    return [...placeholders(parse(text))].sort().join(' ');
  } catch (error) {
    problems.push(`${language}: ${key}: ${error.message}`);
    return null;
  }
}

function sources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('protocol.ts'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

/** Keys written out in the sources, and beginnings of keys that are put together: `error.${code}`. */
function uses(files, keys) {
  const areas = new Set(Object.keys(keys).map((key) => key.split('.')[0]));
  const used = new Set();
  const beginnings = new Set();
  const unknown = [];
  for (const [name, text] of files) {
    for (const [, key] of text.matchAll(/['"`]([a-z][a-z-]*\.[a-z0-9][a-z0-9_.-]*)['"`]/gi)) {
      if (!areas.has(key.split('.')[0])) continue;
      used.add(key);
      if (!(key in keys) && new RegExp(`\\b(t|tr)\\(\\s*['"\`]${key}['"\`]`).test(text))
        unknown.push(`${name}: there is no message ${key}`);
    }
    for (const [, start] of text.matchAll(/`([a-z][a-z-]*\.[a-z0-9_.-]*)\$\{/gi))
      beginnings.add(start);
  }
  return { used, beginnings, unknown };
}

export function problemsOf(root) {
  const problems = [];
  const folder = join(root, 'src', 'i18n');
  const english = read(folder, 'en', problems);
  const shapes = Object.fromEntries(
    Object.entries(english).map(([key, text]) => [key, parsed('en', key, text, problems)]),
  );
  for (const language of LANGUAGES.slice(1)) {
    const messages = read(folder, language, problems);
    for (const key of Object.keys(english)) {
      if (!(key in messages)) problems.push(`${language}: ${key} is missing`);
      else if (parsed(language, key, messages[key], problems) !== shapes[key])
        problems.push(`${language}: ${key} has other placeholders than English`);
    }
    for (const key of Object.keys(messages)) {
      if (!(key in english)) problems.push(`${language}: ${key} is not in English`);
    }
  }
  const { used, beginnings, unknown } = uses(sources(join(root, 'src')), english);
  problems.push(...unknown);
  for (const key of Object.keys(english)) {
    const built = [...beginnings].some((start) => key.startsWith(start));
    if (!used.has(key) && !built) problems.push(`en: ${key} is used nowhere`);
  }
  return problems;
}

export function checkedMessages() {
  let root = '';
  return {
    name: 'baumeister-messages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      const problems = problemsOf(root);
      if (problems.length) this.error(`messages:\n  ${problems.join('\n  ')}`);
    },
  };
}
