import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { mentionedNames } from './free-names.ts';
import { ROOT, readSources } from './read-imports.ts';

/** What would tie core to a platform, or make a stage depend on more than its input. */
const FORBIDDEN = new Set([
  ...['process', 'Buffer', 'globalThis', 'window', 'self', 'navigator', 'location', 'localStorage', 'fetch', 'require'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'console', 'performance', 'crypto', 'WebAssembly'],
  ...[
    'Intl',
    'Date',
    'URL',
    'TextEncoder',
    'TextDecoder',
    'AbortController',
    'Worker',
    'eval',
    'Function',
    'Math.random',
  ],
]);

function forbiddenIn(source: string): string[] {
  return mentionedNames(source).filter((name) => FORBIDDEN.has(name) || /^\w*\.toLocale/.test(name));
}

test('core names no platform global, clock, locale or source of chance', () => {
  const found = readSources('packages/core/src').flatMap(({ path, text }) =>
    forbiddenIn(text).map((name) => `${path}: ${name}`),
  );
  expect(found).toStrictEqual([]);
});

test.each([
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the source that is searched
  ['in a template', 'const a = `${Date.now()}`;', ['Date']],
  ['behind a pattern with a quote', 'const p = /["]/; const d = Date.now(); const s = "x";', ['Date']],
  ['in a conditional', 'const c = (ok: boolean) => (ok ? Date : 0);', ['Date']],
  ['as a type', 'let d: Date;', ['Date']],
  ['chance', 'const r = Math.random();', ['Math.random']],
  ['a locale', 'const t = text.toLocaleLowerCase();', ['text.toLocaleLowerCase']],
  ['by shorthand', 'const o = { process };', ['process']],
  [
    'not in prose, keys or members',
    '// process\nconst o = { URL: 1, "Date": `process` }; o.fetch; interface I { Date: 1 }',
    [],
  ],
])('the search sees through syntax: %s', (_name, source, names) => {
  expect(forbiddenIn(source)).toStrictEqual(names);
});

test('core type-checks with nothing but the language', { timeout: 60_000 }, () => {
  const args = ['node_modules/typescript/bin/tsc', '-p', 'packages/core', '--noEmit'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
