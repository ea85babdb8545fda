/** Writes a .gz and a .br beside every file that the service may send compressed. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const COMPRESSED = /\.(js|css|html|svg|json|webmanifest)$/;

export function compressed() {
  let folder = '';
  return {
    name: 'baumeister-compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    // not closeBundle: it comes after a build that failed too, and would hide why
    async writeBundle() {
      for (const name of await readdir(folder, { recursive: true })) {
        if (!COMPRESSED.test(name)) continue;
        const path = join(folder, name);
        const content = await readFile(path);
        await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
        await writeFile(`${path}.br`, brotliCompressSync(content)); // the highest quality by default
      }
    },
  };
}
