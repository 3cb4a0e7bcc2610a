import { ExecutionError } from '@atip/core';
import { expect, test } from 'vitest';
import { checkCommand } from './check-command.ts';
import { executeCommand } from './execute-command.ts';

const TOGETHER = 'The arguments are together longer than a program can receive. Give fewer at a time.';

test.each([
  ['the longest argument', ['/bin/true', 'x'.repeat(131_071)], {}],
  ['as much as fits', ['/bin/true', ...Array.from({ length: 15 }, () => 'x'.repeat(130_000))], {}],
  ['many small ones', ['/bin/true', ...Array.from({ length: 100_000 }, () => 'x')], {}],
])('what passes the check can be started: %s', async (_name, argv, env) => {
  expect(checkCommand(argv, { env })).toBe('/bin/true');
  expect((await executeCommand(argv, { timeout: 10_000, maxOutput: 1_000, env })).exitCode).toBe(0);
});

test.each([
  ['characters count in UTF-8', ['/bin/true', 'ü'.repeat(65_536)], {}, /^Argument 1 has 131072 bytes/],
  ['many long ones', ['/bin/true', ...Array.from({ length: 16 }, () => 'x'.repeat(130_000))], {}, TOGETHER],
  ['many empty ones', ['/bin/true', ...Array.from({ length: 250_000 }, () => '')], {}, TOGETHER],
  [
    'the environment counts',
    ['/bin/true'],
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`V${i}`, 'x'.repeat(120_000)])),
    TOGETHER,
  ],
])('what is too long is refused before anything is started: %s', (_name, argv, env, message) => {
  expect(() => checkCommand(argv, { env })).toThrow(ExecutionError);
  expect(() => checkCommand(argv, { env })).toThrow(message);
});
