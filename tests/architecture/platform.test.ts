import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { codeOnly, ROOT, readSources } from './read-imports.ts';

/** What would tie core to a platform, or make a stage depend on more than its input. */
const FORBIDDEN =
  /(?<![.\w$'"])(process|Buffer|globalThis|window|navigator|fetch|require|setTimeout|setInterval|queueMicrotask|console|performance|crypto|Intl|Date|URL|TextEncoder|TextDecoder|eval)\b(?!\s*:)|\bMath\.random\b|\bnew Function\b|\.toLocale\w+/g;

test('core names no platform global, clock, locale or source of chance', () => {
  const found = readSources('packages/core/src').flatMap(({ path, text }) =>
    [...codeOnly(text).matchAll(FORBIDDEN)].map((match) => `${path}: ${match[0]}`),
  );
  expect(found).toStrictEqual([]);
});

test('core type-checks with nothing but the language', { timeout: 60_000 }, () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', 'packages/core', '--noEmit'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
