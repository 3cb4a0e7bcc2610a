import { expect, test } from 'vitest';
import { readSources, resolveImport } from './read-imports.ts';
import { ROOMS, roomOf } from './rooms.ts';

/** The packages that each package may import by name. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'packages/core': [],
  'packages/importers': ['@atip/core'],
  'packages/share': ['fflate'],
  'packages/shell': ['@atip/core', '@lezer/python', 'acorn', 'unbash'],
  // Where files cannot be read, modules replace the one that reads them.
  'packages/catalog': ['@atip/core', '#documents', 'node:fs'],
  'packages/node': [
    '@atip/core',
    '@atip/emit',
    '@atip/importers',
    '@atip/shell',
    '@atip/catalog',
    '@sigstore/bundle',
    '@sigstore/protobuf-specs',
    '@sigstore/verify',
    'execa',
    'signal-exit',
    'node:',
  ],
  'packages/agents': ['@atip/core', '@atip/node', '@atip/catalog', 'node:'],
  'packages/emit': ['@atip/core', 'node:'],
  'packages/mcp': ['@atip/core', '@atip/importers', '@atip/node', '@atip/agents', '@modelcontextprotocol/sdk'],
  'packages/cli': [
    '@atip/core',
    '@atip/emit',
    '@atip/importers',
    '@atip/node',
    '@atip/share',
    '@atip/shell',
    '@atip/mcp',
    '@atip/companion',
    '@modelcontextprotocol/sdk',
    'commander',
    'node:',
  ],
  server: ['@atip/core', '@atip/share', '@atip/shell', '@atip/node', '@atip/mcp', 'hono', '@hono/node-server', 'node:'],
  web: [
    '@atip/core',
    '@atip/importers',
    '@atip/share',
    '@atip/shell',
    '@atip/catalog',
    '@base-ui/react',
    'diff',
    'eventsource-parser',
    'hono/client',
    'match-sorter',
    'monaco-editor',
    'react',
    'react-dom',
  ],
};

/** web knows the companion's types and nothing of its code. */
const TYPE_ONLY: Readonly<Record<string, readonly string[]>> = {
  web: ['@atip/companion'],
};

test.each(Object.keys(ROOMS))('every folder of %s has a row', (root) => {
  const rooms = readSources(root).flatMap(({ path }) => roomOf(root, path) ?? []);
  expect([...new Set(rooms)].sort()).toStrictEqual(Object.keys(ROOMS[root] ?? {}).sort());
});

/** For the person whose import was refused: the rule with both rows, and what to do. */
function whyNot(rows: Readonly<Record<string, number>>, from: string, to: string): string {
  return `${from} (row ${rows[from]}) imports only from rows below it, and ${to} has row ${rows[to]}. Move what both need down; tests/architecture/rooms.ts has the rows, docs/architecture.md the reason.`;
}

test.each(Object.entries(ROOMS))('%s imports only downwards, never sideways, types included', (root, rows) => {
  const violations = readSources(root).flatMap(({ path, imports }) => {
    const from = roomOf(root, path);
    if (from === undefined) return [];
    return imports
      .map((specifier) => ({ specifier, target: resolveImport(path, specifier) }))
      .filter(({ specifier, target }) => specifier.startsWith('.') && target.startsWith(`${root}/`))
      .flatMap(({ specifier, target }) => {
        // The types of what a page asks its workers: the features answer, and the askers are below them.
        if (target === 'web/src/questions.ts') return [];
        const to = roomOf(root, target) ?? '';
        const isBelow = from === to || (rows[to] ?? 99) < (rows[from] ?? -1);
        return isBelow ? [] : [`${path} imports ${specifier}: ${whyNot(rows, from, to)}`];
      });
  });
  expect(violations).toStrictEqual([]);
});

test.each(Object.keys(PACKAGES))('%s imports only what it may', (folder) => {
  const violations = readSources(`${folder}/src`).flatMap(({ path, text, imports }) =>
    imports.flatMap((specifier) => {
      if (specifier.startsWith('.')) {
        const target = resolveImport(path, specifier);
        const inside = target.startsWith(`${folder}/`) || (folder === 'web' && /^schema\/[\d.]+\.json$/.test(target));
        return inside ? [] : [`${path} leaves its package: ${specifier}`];
      }
      const isAllowed = (name: string): boolean =>
        specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`);
      if (PACKAGES[folder]?.some(isAllowed)) return [];
      const escaped = specifier.replaceAll('/', '\\/');
      const onlyTypes = !new RegExp(`(import|export) (?!type )[^;]*from '${escaped}'`).test(text);
      if (onlyTypes && TYPE_ONLY[folder]?.some(isAllowed)) return [];
      return [`${path} imports ${specifier}`];
    }),
  );
  expect(violations).toStrictEqual([]);
});

test('only the files that name the public surface are an index', () => {
  const indexes = readSources('packages/core/src').filter(({ path }) => path.endsWith('/index.ts'));
  expect(indexes.map(({ path }) => path)).toStrictEqual(['packages/core/src/index.ts']);
  for (const { text } of indexes) expect(text).not.toMatch(/export \*/);
});

test('core uses no chance and no locale: the same input gives the same output everywhere', () => {
  const found = readSources('packages/core/src').flatMap(({ path, text }) =>
    (text.match(/\bMath\.random\b|\.toLocale\w*/g) ?? []).map((name) => `${path}: ${name}`),
  );
  expect(found).toStrictEqual([]);
});
