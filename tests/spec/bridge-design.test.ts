// Decisions of the bridge's design, by the rows of bridge-design.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AtipCommand, type AtipEffects, type AtipTool, toAnthropic, toOpenAI } from '@atip/core';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const WORST: AtipEffects = { destructive: true, reversible: false, idempotent: false, cost: { billable: true } };
const FLAGS = '[⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT | 💰 BILLABLE]';

/** A tool of one command, `t_x`; `root` may hold what is wrong. */
function toolWith(command: Partial<AtipCommand>, root: object = {}): AtipTool {
  const commands = { x: { description: 'D', ...command } };
  return Object.assign({ atip: '0.4', name: 't', version: '1', description: 'T', commands }, root);
}

/** As the design prints it. */
function buildDescription(text: string, suffix: string): string {
  const maxTextLength = 1024 - suffix.length - 1;
  const kept = text.length > maxTextLength ? `${text.slice(0, maxTextLength - 3)}...` : text;
  return suffix ? `${kept} ${suffix}` : kept;
}

test.each([1, 900, 940, 941, 942, 943, 944, 945, 950, 1024, 2000])(
  'BD-priority-2 the printed function and ours agree on %i characters',
  (length) => {
    const text = 'abcdefghi '.repeat(300).slice(0, length);
    const [tool] = toOpenAI(toolWith({ description: text, effects: WORST }));
    expect(tool?.function.description).toBe(buildDescription(text, FLAGS));
  },
);

test.each([
  ['homepage', { homepage: 5 }],
  ['trust', { trust: 'native' }],
  ['authentication', { authentication: 'yes' }],
  ['patterns', { patterns: 5 }],
  ['an extension', { 'x-anything': { at: 'all' } }],
])('BD-errors-2 BD-errors-3 %s of another type, and extensions, change nothing', (_field, root) => {
  expect(toAnthropic(toolWith({}, root))).toStrictEqual(toAnthropic(toolWith({})));
});

test('BD-exports-1 one function can be taken without the rest, and nothing comes with the package', () => {
  const { dependencies, sideEffects, type } = JSON.parse(
    readFileSync(join(ROOT, 'packages/core/package.json'), 'utf8'),
  );
  expect({ dependencies, sideEffects, type }).toStrictEqual({
    dependencies: undefined,
    sideEffects: false,
    type: 'module',
  });
});
