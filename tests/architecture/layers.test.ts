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
  diff: 5,
  calls: 5,
  execute: 5,
  canonical: 5,
  importers: 5,
};

/** Rows of packages/node/src. */
const NODE_ROWS: Readonly<Record<string, number>> = {
  files: 0,
  environment: 0,
  confirmation: 0,
  process: 1,
  documents: 1,
  executables: 2,
  sandbox: 2,
  registry: 2,
  audit: 2,
  remote: 3,
  screening: 3,
  discovery: 4,
  execute: 5,
  describe: 5,
};

/** What each package may import by name, besides itself. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'packages/core': [],
  'packages/share': ['fflate'],
  'packages/shims': [],
  'packages/node': ['@atip/core', '@atip/shims', 'execa', 'node:'],
  'packages/mcp': ['@atip/core', '@atip/node', '@modelcontextprotocol/sdk'],
  'packages/cli': [
    '@atip/core',
    '@atip/node',
    '@atip/share',
    '@atip/mcp',
    '@atip/companion',
    '@modelcontextprotocol/sdk',
    'commander',
    'yaml',
    'node:',
  ],
  server: [
    '@atip/core',
    '@atip/share',
    '@atip/node',
    '@atip/mcp',
    '@cfworker/json-schema',
    'hono',
    '@hono/node-server',
    'node:',
  ],
  web: [
    '@atip/core',
    '@atip/share',
    '@atip/shims',
    '@base-ui/react',
    '@xterm/addon-fit',
    '@xterm/xterm',
    'd3-hierarchy',
    'gpt-tokenizer',
    'hono/client',
    'idb',
    'monaco-editor',
    'react',
    'react-dom',
    'react-resizable-panels',
    'yaml',
  ],
};

/** web knows the companion's types and nothing of its code; shims are data of core's types. */
const TYPE_ONLY: Readonly<Record<string, readonly string[]>> = {
  'packages/shims': ['@atip/core'],
  web: ['@atip/companion'],
};

const LAYERED: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
  ['packages/core/src', ROWS],
  ['packages/node/src', NODE_ROWS],
];

function folderOf(root: string, path: string): string {
  const [first = '', second = ''] = path.replace(`${root}/`, '').split('/');
  return first === 'providers' ? `${first}/${second}` : first;
}

test.each(LAYERED)('every folder of %s has a row', (root, rows) => {
  const folders = readSources(root).map(({ path }) => folderOf(root, path));
  const unknown = [...new Set(folders)].filter((folder) => folder !== 'index.ts' && rows[folder] === undefined);
  expect(unknown).toStrictEqual([]);
});

test.each(LAYERED)('%s imports only downwards, never sideways, types included', (root, rows) => {
  const violations = readSources(root).flatMap(({ path, imports }) => {
    const from = folderOf(root, path);
    return imports
      .filter((specifier) => root === 'packages/core/src' || specifier.startsWith('.'))
      .flatMap((specifier) => {
        const to = folderOf(root, resolveImport(path, specifier));
        const allowed = from === 'index.ts' || from === to || (rows[to] ?? 99) < (rows[from] ?? -1);
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

test('only the files that name the public surface are an index', () => {
  const indexes = readSources('packages/core/src').filter(({ path }) => path.endsWith('/index.ts'));
  expect(indexes.map(({ path }) => path).sort()).toStrictEqual([
    'packages/core/src/importers/index.ts',
    'packages/core/src/index.ts',
  ]);
  for (const { text } of indexes) expect(text).not.toMatch(/export \*/);
});
