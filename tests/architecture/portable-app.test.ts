import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { mentionedNames } from './free-names.ts';
import { ROOT } from './read-imports.ts';

/** What only some runtimes have. */
const FORBIDDEN = new Set(['process', 'Buffer', 'require', '__dirname', 'Deno', 'Bun', 'window', 'setImmediate']);

const ENTRIES: readonly string[] = ['portable/create-portable-app.ts', 'edge.ts'];

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
    resolve: {
      alias: {
        '@atip/core': `${ROOT}/packages/core/src/index.ts`,
        '@atip/share': `${ROOT}/packages/share/src/index.ts`,
      },
    },
    onLog: (_level, { message }) => warnings.push(message),
  });
  const { output } = await bundled.generate({ format: 'esm' });
  await bundled.close();
  const [chunk] = output;
  return { warnings, imports: chunk.imports, modules: chunk.moduleIds, code: chunk.code };
}

test.each(ENTRIES)('%s bundles for no platform in particular, and reaches none', { timeout: 60_000 }, async (entry) => {
  const { warnings, imports, modules, code } = await bundle(entry);
  expect(warnings).toStrictEqual([]);
  expect(imports).toStrictEqual([]);
  expect(mentionedNames(code).filter((name) => FORBIDDEN.has(name))).toStrictEqual([]);
  const packages = modules.map(
    (id) => /(?:node_modules\/(?:@[^/]+\/)?[^/]+|packages\/[^/]+|server\/src)(?=\/)/.exec(id)?.[0] ?? id,
  );
  expect([...new Set(packages)].sort()).toStrictEqual([
    'node_modules/@cfworker/json-schema',
    'node_modules/fflate',
    'node_modules/hono',
    'packages/core',
    'packages/share',
    'server/src',
  ]);
});

test.each([
  ['portable/create-portable-app.ts', ['http', 'openapi', 'portable', 'schemas']],
  ['edge.ts', ['edge', 'guard', 'http', 'openapi', 'portable', 'schemas']],
])('no route that runs anything is compiled into %s', { timeout: 60_000 }, async (entry, rooms) => {
  const { modules } = await bundle(entry);
  const own = modules.flatMap((id) => /server\/src\/(\w+)\//.exec(id)?.[1] ?? []);
  expect([...new Set(own)].sort()).toStrictEqual(rooms);
});

test('the edge has nothing of the guard but its bucket, and no word of the routes that run something', async () => {
  const { modules, code } = await bundle('edge.ts');
  expect(modules.filter((id) => id.includes('/guard/')).map((id) => id.split('/').at(-1))).toStrictEqual([
    'create-bucket.ts',
  ]);
  expect(code).not.toMatch(/\/api\/v1\/(?:calls|tools|discoveries|audit|mcp|session)/);
});
