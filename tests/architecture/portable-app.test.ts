import { ALIASES } from '../../scripts/aliases.js';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { ROOT } from './read-imports.ts';

const ENTRIES: readonly string[] = ['routes/portable-app.ts', 'edge.ts'];

async function bundle(entry: string): Promise<{
  readonly warnings: string[];
  readonly imports: string[];
  readonly modules: string[];
  readonly code: string;
}> {
  const warnings: string[] = [];
  const bundled = await rolldown({
    input: `${ROOT}/server/src/${entry}`,
    platform: 'neutral',
    resolve: { alias: ALIASES },
    onLog: (_level, { message }) => warnings.push(message),
  });
  const { output } = await bundled.generate({ format: 'esm' });
  await bundled.close();
  const [chunk] = output;
  return { warnings, imports: chunk.imports, modules: chunk.moduleIds, code: chunk.code };
}

test.each(ENTRIES)('%s bundles for no platform in particular', { timeout: 60_000 }, async (entry) => {
  const { warnings, imports, modules } = await bundle(entry);
  expect(warnings).toStrictEqual([]);
  expect(imports).toStrictEqual([]);
  const packages = modules.map(
    (id) => /(?:node_modules\/(?:@[^/]+\/)?[^/]+|packages\/[^/]+|server\/src)(?=\/)/.exec(id)?.[0] ?? id,
  );
  expect([...new Set(packages)].sort()).toStrictEqual([
    'node_modules/fflate',
    'node_modules/hono',
    'packages/core',
    'packages/share',
    'server/src',
  ]);
});

test.each([
  ['routes/portable-app.ts', ['generated', 'http', 'routes', 'shares']],
  ['edge.ts', ['edge', 'generated', 'http', 'routes', 'shares']],
])('no route that runs anything is compiled into %s', { timeout: 60_000 }, async (entry, rooms) => {
  const { modules } = await bundle(entry);
  const own = modules.flatMap((id) => /server\/src\/(\w+)\//.exec(id)?.[1] ?? []);
  expect([...new Set(own)].sort()).toStrictEqual(rooms);
});

test('the edge has no word of the routes that run something', async () => {
  const { code } = await bundle('edge.ts');
  expect(code).not.toMatch(/\/api\/v1\/(?:calls|tools|discoveries|audit|mcp|session)/);
});
