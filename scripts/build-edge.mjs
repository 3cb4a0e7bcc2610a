// `node scripts/build-edge.mjs [PAGE]`: builds the edge Worker as one module, and its static assets beside the built page.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { bundle, fail, ROOT } from './repository.mjs';

const page = resolve(process.argv[2] ?? join(ROOT, 'web/dist'));
const { version } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8'));

if (!existsSync(join(page, 'index.html'))) fail(`There is no page in ${page}. Run first: npm run build`);
write(join(ROOT, 'server/dist/edge/worker.js'), await bundleForWorker('server/src/edge.ts'));
const assetFiles = await bundleForWorker('server/src/edge/asset-files.ts');
const module = await import(`data:text/javascript;base64,${Buffer.from(assetFiles).toString('base64')}`);
for (const [name, content] of Object.entries(module.assetFiles())) write(join(page, name), content);

/** Built from the sources, so that no stale output gets in. */
async function bundleForWorker(entry) {
  const { code, imports } = await bundle(entry, {
    platform: 'neutral',
    transform: { define: { ATIP_VERSION: JSON.stringify(version) } },
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
  });
  if (imports.length > 0) throw new Error(`${entry} imports what a Worker does not have: ${imports.join(', ')}`);
  return code;
}

/** Atomic, because tests that run side by side write the same files. */
function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, path);
}
