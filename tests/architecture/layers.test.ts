import { expect, test } from 'vitest';
import { readSources, resolveImport } from './read-imports.ts';

/** Rows of packages/core/src, docs/architecture.md: a folder imports only from folders with a lower number. */
const ROWS: Readonly<Record<string, number>> = {
  types: 0,
  errors: 1,
  json: 1,
  metadata: 2,
  effects: 2,
  commands: 3,
  schema: 3,
  'providers/openai': 4,
  'providers/gemini': 4,
  'providers/openai-responses': 4,
  'providers/anthropic': 4,
  'providers/mcp': 4,
  'providers/bedrock': 4,
  policy: 4,
  input: 4,
  argv: 4,
  redact: 4,
  prompt: 4,
  lint: 4,
  compile: 5,
  calls: 5,
  execute: 5,
  canonical: 5,
};

/** What each package may import by name, besides itself. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'packages/core': [],
  'packages/share': ['fflate'],
  'packages/node': ['@atip/core', 'execa', 'node:'],
  server: ['@atip/core', '@atip/node', 'hono', '@hono/node-server', 'node:'],
  web: ['@atip/core', '@atip/share', 'hono/client', 'monaco-editor', 'react', 'react-dom', 'react-resizable-panels'],
};

/** web knows the companion's types and nothing of its code. */
const TYPE_ONLY: Readonly<Record<string, readonly string[]>> = { web: ['@atip/companion'] };

function folderOf(path: string): string {
  const [first = '', second = ''] = path.replace('packages/core/src/', '').split('/');
  return first === 'providers' ? `${first}/${second}` : first;
}

test('every folder of core has a row', () => {
  const folders = readSources('packages/core/src').map(({ path }) => folderOf(path));
  const unknown = [...new Set(folders)].filter((folder) => folder !== 'index.ts' && ROWS[folder] === undefined);
  expect(unknown).toStrictEqual([]);
});

test('core imports only downwards, never sideways, types included', () => {
  const violations = readSources('packages/core/src').flatMap(({ path, imports }) => {
    const from = folderOf(path);
    return imports.flatMap((specifier) => {
      const to = folderOf(resolveImport(path, specifier));
      const allowed = from === 'index.ts' || from === to || (ROWS[to] ?? 99) < (ROWS[from] ?? -1);
      return allowed ? [] : [`${path} imports ${specifier}`];
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

test('only the file that names the public surface is an index', () => {
  const indexes = readSources('packages/core/src').filter(({ path }) => path.endsWith('/index.ts'));
  expect(indexes.map(({ path }) => path)).toStrictEqual(['packages/core/src/index.ts']);
  for (const { text } of indexes) expect(text).not.toMatch(/export \*/);
});
