/**
 * Checks the messages: every language has the keys and placeholders of English, every key used in the
 * sources exists, and every existing key is used. Wrong messages fail the build.
 */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const LANGUAGES = ['en', 'de', 'nl', 'fr'];

/** The files of a language with the area that their keys begin with: the file's name, or the game's folder. */
function filesOf(root, language) {
  const pages = join(root, 'src', 'i18n', language);
  const games = join(root, 'src', 'games');
  const named = readdirSync(pages)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.slice(0, -'.json'.length), join(pages, name)]);
  const own = gamesIn(root).flatMap((game) =>
    readdirSync(join(games, game, 'i18n'))
      .filter((name) => name.startsWith(`${language}.`) && name.endsWith('.json'))
      .map((name) => [game, join(games, game, 'i18n', name)]),
  );
  return [...named, ...own];
}

/** The folders of games with messages of their own. */
function gamesIn(root) {
  const folder = join(root, 'src', 'games');
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'i18n')));
}

/** All messages of a language; a key begins with its area and a dot. */
function read(root, language, problems) {
  const found = {};
  for (const [area, path] of filesOf(root, language)) {
    const file = relative(join(root, 'src'), path);
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(path, 'utf8')))) {
      if (!key.startsWith(`${area}.`)) problems.push(`${file}: ${key} does not begin with ${area}`);
      if (typeof text !== 'string' || !text.trim()) problems.push(`${file}: ${key} is empty`);
      found[key] = text;
    }
  }
  return found;
}

/** The placeholders of a message with their types. */
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

/**
 * Keys written out in the sources, and beginnings of keys that are built: `errors.${code}`, or for any game
 * `${game}.option_${name}`.
 */
function uses(files, keys, games) {
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
    for (const [, start] of text.matchAll(/`\$\{(?:game|id)\}\.([a-z0-9_.-]+)/gi))
      for (const game of games) beginnings.add(`${game}.${start}`);
  }
  return { used, beginnings, unknown };
}

export function problemsOf(root) {
  const problems = [];
  const english = read(root, 'en', problems);
  const shapes = Object.fromEntries(
    Object.entries(english).map(([key, text]) => [key, parsed('en', key, text, problems)]),
  );
  for (const language of LANGUAGES.slice(1)) {
    const messages = read(root, language, problems);
    for (const key of Object.keys(english)) {
      if (!(key in messages)) problems.push(`${language}: ${key} is missing`);
      else if (parsed(language, key, messages[key], problems) !== shapes[key])
        problems.push(`${language}: ${key} has other placeholders than English`);
    }
    for (const key of Object.keys(messages)) {
      if (!(key in english)) problems.push(`${language}: ${key} is not in English`);
    }
  }
  const { used, beginnings, unknown } = uses(sources(join(root, 'src')), english, gamesIn(root));
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
