import { expect, test } from 'vitest';
import { ended } from '../testing/documents.ts';
import type { ExecutionResult } from '../types/execution.ts';
import { formatResult, maxOutputFor, timeoutFor } from './format-result.ts';

const result = (more: Partial<ExecutionResult>): ExecutionResult => ({
  ...ended(),
  success: true,
  command: ['tool'],
  toolCallId: '1',
  toolName: 'tool',
  ...more,
});

test.each<[string, Partial<ExecutionResult>, string]>([
  ['success', { stdout: 'done\n' }, 'done\n[Exit code: 0]'],
  ['silence', {}, '[Exit code: 0]'],
  [
    'failure starts with stderr',
    { success: false, exitCode: 1, stdout: 'half', stderr: 'broken' },
    'broken\nhalf\n[Exit code: 1]',
  ],
  ['success with a word on stderr', { stdout: 'done', stderr: 'note\n' }, 'done\n[stderr]\nnote\n[Exit code: 0]'],
  ['success only on stderr', { stderr: 'pushed\n' }, 'pushed\n[Exit code: 0]'],
  [
    'out of time',
    { success: false, exitCode: null, timedOut: true, duration: 600_012, stdout: 'part' },
    'part\n[TIMEOUT after 600s]',
  ],
  [
    'too much',
    { success: false, exitCode: null, truncated: true, stdout: 'part' },
    'part\n[TRUNCATED - output exceeded 1MB]\n[Ended by a signal]',
  ],
])('%s', (_name, more, content) => {
  expect(formatResult(result(more)).content).toBe(content);
});

test('output that a host does not have is none', () => {
  const { stdout: _out, stderr: _err, ...rest } = result({});
  for (const nothing of [{ stdout: null, stderr: null }, {}]) {
    // As a host without types, or JSON, may say it.
    expect(formatResult({ ...rest, ...nothing } as ExecutionResult).content).toBe('[Exit code: 0]');
  }
});

test.each([
  [{ timeout: 400, maxOutput: 65_536 }, 'part\n[TRUNCATED - output exceeded 64KB]\n[TIMEOUT after 400ms]'],
  [{ timeout: 60_000, maxOutput: 2_097_152 }, 'part\n[TRUNCATED - output exceeded 2MB]\n[TIMEOUT after 60s]'],
  [{ timeout: 1000, maxOutput: 1000 }, 'part\n[TRUNCATED - output exceeded 1000 bytes]\n[TIMEOUT after 1s]'],
])('the notices name the bounds that were passed: %j', (limits, content) => {
  const run = result({ success: false, exitCode: null, truncated: true, timedOut: true, stdout: 'part' });
  expect(formatResult(run, { limits }).content).toBe(content);
});

const numbers = (count: number): string => Array.from({ length: count }, (_, at) => `${at + 1}\n`).join('');

test.each<[string, Partial<ExecutionResult>, string, number]>([
  [
    'the middle of a long text',
    { stdout: numbers(100) },
    '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n[Lines 11 to 93 of 100 are left out here.]\n94\n95\n96\n97\n98\n99\n100\n[Exit code: 0]',
    100,
  ],
  [
    'of a failure the end of stdout, with lines counted from the first of stderr',
    { success: false, exitCode: 1, stderr: 'broken\n', stdout: numbers(50) },
    'broken\n1\n2\n3\n4\n5\n6\n7\n8\n9\n[Lines 11 to 45 of 51 are left out here.]\n45\n46\n47\n48\n49\n50\n[Exit code: 1]',
    100,
  ],
  [
    'a part of one long line',
    { stdout: 'x'.repeat(3000) },
    `${'x'.repeat(17)}\n[Characters 18 to 2984 of 3001 are left out here.]\n${'x'.repeat(16)}\n[Exit code: 0]`,
    100,
  ],
  [
    'both ends of both streams',
    { success: false, exitCode: 1, stderr: 'e\n'.repeat(30), stdout: 'o\n'.repeat(30) },
    'e\ne\ne\ne\n[Lines 5 to 26 of 30 are left out here.]\ne\ne\ne\ne\no\no\no\no\n[Lines 35 to 56 of 60 are left out here.]\no\no\no\no\n[Exit code: 1]',
    132,
  ],
])('leaves out %s', (_name, more, content, maxLength) => {
  expect(formatResult(result(more), { maxLength }).content).toBe(content);
});

test('JSON stays JSON, as it was written, with words for what was left out', () => {
  const items = Array.from({ length: 500 }, (_, at) => `    { "id": 1234567890123456${at + 1000}.0 }`);
  const stdout = `{\n  "items": [\n${items.join(',\n')}\n  ],\n  "log": ${JSON.stringify('ab'.repeat(400))},\n  "next": null\n}\n`;
  const { content } = formatResult(result({ stdout }), { maxLength: 360 });
  expect(content).toBe(`{
  "items": [
    { "id": 12345678901234561000.0 },
    { "id": 12345678901234561001.0 },
    "[498 more items left out]"
  ],
  "log": "${'ab'.repeat(24)}[704 characters left out]${'ab'.repeat(24)}",
  "next": null
}
[The JSON above is shortened, and says where.]
[Exit code: 0]`);
});

test.each([
  [60, '[Lines 1 to 100 of 100 are left out here.]\n[Exit code: 0]'],
  [40, '[TRUNCATED]\n[Exit code: 0]'],
  [20, '[Exit code: 0]'],
  [5, '[Exit'],
])('of %s characters the end of the run is what stays', (maxLength, content) => {
  expect(formatResult(result({ stdout: numbers(100) }), { maxLength }).content).toBe(content);
});

test('25,000 tokens by default, as they are estimated', () => {
  const { content } = formatResult(result({ stdout: 'four\n'.repeat(100_000) }));
  expect(content.match(/\[Lines .*\]/)?.[0]).toBe('[Lines 10001 to 90000 of 100000 are left out here.]');
  const whole = 'four\n'.repeat(20_000);
  expect(formatResult(result({ stdout: whole })).content).toBe(`${whole}[Exit code: 0]`);
});

test('secrets go before the text is cut, so that no half of one stays', () => {
  const secret = `ghp_${'a'.repeat(36)}`;
  expect(formatResult(result({ stdout: secret })).content).toBe('[REDACTED]\n[Exit code: 0]');
  const formatted = formatResult(result({ stdout: `${'x'.repeat(90)} ${secret}` }), { maxLength: 100 });
  expect(formatted.content).not.toContain('ghp_');
  expect(formatted.content.endsWith('[Exit code: 0]')).toBe(true);
  expect(formatted.raw.stdout).toContain(secret);
});

test.each([
  [undefined, undefined, 600_000],
  ['60s', undefined, 60_000],
  ['5m', undefined, 300_000],
  ['1.5s', undefined, 1500],
  ['250ms', undefined, 250],
  ['2h', undefined, 7_200_000],
  ['soon', undefined, 600_000],
  ['0s', undefined, 600_000],
  ['60s', 1000, 1000],
  [undefined, 3_600_000, 3_600_000],
  [undefined, 1e9, 86_400_000],
  [undefined, -1, 600_000],
  [undefined, Number.NaN, 600_000],
])('declared %s, host %s: %s ms', (timeout, host, ms) => {
  expect(timeoutFor(timeout === undefined ? {} : { duration: { timeout } }, host)).toBe(ms);
});

test.each([
  [undefined, 1_048_576],
  [1000, 1000],
  [1e9, 10_485_760],
  [0, 1_048_576],
])('host output %s: %s bytes', (host, bytes) => {
  expect(maxOutputFor(host)).toBe(bytes);
});

test.each(['5000', 5n, Symbol('5'), [5], null, {}])('what is no number sets nothing', (host) => {
  // As it may come from a configuration.
  expect(timeoutFor({}, host as unknown as number)).toBe(600_000);
  expect(maxOutputFor(host as unknown as number)).toBe(1_048_576);
});
