import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { mentionedNames } from './free-names.ts';
import { ROOT } from './read-imports.ts';

/** What only some runtimes have. */
const FORBIDDEN = new Set(['process', 'Buffer', 'require', '__dirname', 'Deno', 'Bun', 'window', 'setImmediate']);

async function bundle(): Promise<{
  readonly warnings: string[];
  readonly imports: string[];
  readonly modules: string[];
  readonly code: string;
}> {
  const warnings: string[] = [];
  const bundled = await rolldown({
    input: `${ROOT}/server/src/portable/create-portable-app.ts`,
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
  const [entry] = output;
  return { warnings, imports: entry.imports, modules: entry.moduleIds, code: entry.code };
}

test('the portable app bundles for no platform in particular, and reaches none', { timeout: 60_000 }, async () => {
  const { warnings, imports, modules, code } = await bundle();
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

test('no route that runs anything is compiled in', { timeout: 60_000 }, async () => {
  const { modules } = await bundle();
  const own = modules.flatMap((id) => /server\/src\/(\w+)\//.exec(id)?.[1] ?? []);
  expect([...new Set(own)].sort()).toStrictEqual(['http', 'openapi', 'portable', 'schemas']);
});
