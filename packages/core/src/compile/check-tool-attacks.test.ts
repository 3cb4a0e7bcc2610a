import { expect, test } from 'vitest';
import { parseTool } from '../document/parse-tool.ts';
import type { Issue } from '../types/issue.ts';
import { checkTool } from './lint-document.ts';

const ROOT = {
  atip: '0.4',
  name: 'demo',
  version: '1',
  description: 'Shows how it works',
  effects: { network: false },
};

/** Any value at all, as foreign code may hand it over. */
function check(value: unknown, source?: string): Issue[] {
  // This shows that the type need not be true.
  return checkTool(value as Parameters<typeof checkTool>[0], source);
}

const cyclic: Record<string, unknown> = { ...ROOT };
cyclic['commands'] = { a: cyclic };
let deep: Record<string, unknown> = { description: 'd' };
for (let level = 0; level < 5000; level++) deep = { description: 'd', commands: { a: deep } };

test('lists a thousand of many issues, the grave ones first of all', () => {
  const options = Array.from({ length: 5000 }, (_, index) => ({
    name: `o${index}`,
    flags: [`-o${index}`],
    type: 'string',
    description: 'TODO',
  }));
  const issues = check({ ...ROOT, commands: { run: { description: 'Runs th\u0456 thing', options } } });
  expect(issues.length).toBe(1001);
  expect(issues.filter(({ severity }) => severity === 'warning').map(({ code }) => code)).toContain('mixed-alphabets');
  expect(issues.at(-1)?.code).toBe('too-many-problems');
});

const many = <T>(length: number, make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`c${index}`, make(index)]));
const flags = Array.from({ length: 100_000 }, () => '-a');

/** Each would take minutes if anything were looked through once for every command, flag, value or quote. */
test.each<[string, object]>([
  [
    'a long list of effects above many commands',
    {
      effects: { creates: Array.from({ length: 60_000 }, (_, index) => `c${index}`), filesystem: { paths: flags } },
      commands: many(40_000, () => ({ description: 'd', effects: {} })),
    },
  ],
  [
    'one flag a hundred thousand times',
    {
      commands: {
        a: { description: 'd', options: [{ name: 'a', flags, type: 'enum', enum: flags, description: '' }] },
      },
    },
  ],
  ['quotes in an example', { commands: { a: { description: 'd', examples: [`demo ${`"'`.repeat(1_000_000)}`] } } }],
  [
    'braces in a pattern',
    { patterns: [{ name: 'p', description: 'd', steps: [{ command: '{a'.repeat(1_000_000) }] }] },
  ],
])('%s ends soon', (_name, fields) => {
  const value = { ...ROOT, ...fields };
  const text = JSON.stringify(value);
  expect(parseTool(text).tool).not.toBe(undefined);
  expect(check(value, text).length).toBeLessThanOrEqual(1001);
});
