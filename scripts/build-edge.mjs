// `node scripts/build-edge.mjs [PAGE]`: the edge Worker as one module, and what its static assets need beside the built page.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from './write-or-check.mjs';

const page = resolve(process.argv[2] ?? join(ROOT, 'web/dist'));
const { version } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8'));

if (existsSync(join(page, 'index.html'))) {
  write(join(ROOT, 'server/dist/edge/worker.js'), await bundle('server/src/edge.ts'));
  const assetFiles = await bundle('server/src/edge/asset-files.ts');
  const module = await import(`data:text/javascript;base64,${Buffer.from(assetFiles).toString('base64')}`);
  for (const [name, content] of Object.entries(module.assetFiles())) write(join(page, name), content);
} else {
  process.stderr.write(`There is no page in ${page}. Run first: npm run build\n`);
  process.exitCode = 1;
}

/** From the sources, so that nothing older can get in. */
async function bundle(entry) {
  const build = await rolldown({
    input: join(ROOT, entry),
    platform: 'neutral',
    resolve: {
      alias: {
        '@atip/core': join(ROOT, 'packages/core/src/index.ts'),
        '@atip/share': join(ROOT, 'packages/share/src/index.ts'),
      },
    },
    transform: { define: { ATIP_VERSION: JSON.stringify(version) } },
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const [{ code, imports }] = output;
  if (imports.length > 0) throw new Error(`${entry} imports what a Worker does not have: ${imports.join(', ')}`);
  return code;
}

/** At once, since tests that run side by side write the same files. */
function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, path);
}
