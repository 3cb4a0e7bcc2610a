import { ALIASES } from '../../scripts/aliases.js';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { ROOT } from './read-imports.ts';

/** Bundles an entry for no platform in particular. */
async function bundle(entry: string) {
  const warnings: string[] = [];
  const bundled = await rolldown({
    input: `${ROOT}/${entry}`,
    platform: 'neutral',
    resolve: { alias: ALIASES },
    onLog: (_level, { message }) => warnings.push(message),
  });
  const { output } = await bundled.generate({ format: 'esm' });
  await bundled.close();
  const [chunk] = output;
  return { warnings, pieces: output.length, imports: chunk.imports, modules: chunk.moduleIds, code: chunk.code };
}

const SERVER = ['node_modules/fflate', 'node_modules/hono', 'packages/core', 'packages/share', 'server/src'];

test.each([
  ['packages/core/src/index.ts', ['packages/core']],
  ['packages/importers/src/index.ts', ['packages/core', 'packages/importers']],
  ['server/src/routes/portable-app.ts', SERVER],
  ['server/src/edge.ts', SERVER],
])('%s bundles for no platform in particular, with nothing left to resolve', async (entry, rooms) => {
  const { warnings, pieces, imports, modules } = await bundle(entry);
  expect([warnings, pieces, imports]).toStrictEqual([[], 1, []]);
  const packages = modules.map(
    (id) => /(?:node_modules\/(?:@[^/]+\/)?[^/]+|packages\/[^/]+|server\/src)(?=\/)/.exec(id)?.[0] ?? id,
  );
  expect([...new Set(packages)].sort()).toStrictEqual(rooms);
});

test.each([
  ['server/src/routes/portable-app.ts', ['generated', 'http', 'routes', 'shares']],
  ['server/src/edge.ts', ['edge', 'generated', 'http', 'routes', 'shares']],
])('no route that runs anything is compiled into %s', async (entry, rooms) => {
  const { modules } = await bundle(entry);
  const own = modules.flatMap((id) => /server\/src\/(\w+)\//.exec(id)?.[1] ?? []);
  expect([...new Set(own)].sort()).toStrictEqual(rooms);
});

test('the edge has no word of the routes that run something', async () => {
  const { code } = await bundle('server/src/edge.ts');
  expect(code).not.toMatch(/\/api\/v1\/(?:calls|tools|discoveries|audit|mcp|session)/);
});
