/** Writes sw.js: the service worker with the list of the files it keeps, and their version. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Larger files, such as three.js, are kept once they have been used. */
const LARGEST = 200_000;

export function worker() {
  let root = '';
  return {
    name: 'baumeister-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const built = Object.values(bundle).map((each) => [
          each.fileName,
          each.code ?? each.source,
        ]);
        const added = readdirSync(join(root, 'public')).map((name) => [
          name,
          readFileSync(join(root, 'public', name)),
        ]);
        const code = readFileSync(join(root, 'worker', 'worker.js'), 'utf8');
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: filled(code, [...built, ...added]),
        });
      },
    },
  };
}

/** The worker for these files, given as names and contents. */
export function filled(code, files) {
  const kept = files.filter(([name, content]) => content.length <= LARGEST && !/\.map$/.test(name));
  const hash = createHash('sha256').update(code);
  for (const [name, content] of [...kept].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0`).update(content);
  const build = {
    version: hash.digest('hex').slice(0, 12),
    files: kept.map(([name]) => (name === 'index.html' ? './' : name)).sort(),
  };
  return code
    .replace('= BUILD;', `= ${JSON.stringify(build)};`)
    .replace('/* global BUILD */\n', '');
}
