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
    { success: false, exitCode: null, timedOut: true, duration: 30_012, stdout: 'part' },
    'part\n[TIMEOUT after 30s]',
  ],
  [
    'too much',
    { success: false, exitCode: null, truncated: true, stdout: 'part' },
    'part\n[TRUNCATED - output exceeded 1MB]\n[Ended by a signal]',
  ],
])('%s', (_name, more, content) => {
  expect(formatResult(result(more)).content).toBe(content);
});

test.each([
  [{ timeout: 400, maxOutput: 65_536 }, 'part\n[TRUNCATED - output exceeded 64KB]\n[TIMEOUT after 400ms]'],
  [{ timeout: 60_000, maxOutput: 2_097_152 }, 'part\n[TRUNCATED - output exceeded 2MB]\n[TIMEOUT after 60s]'],
  [{ timeout: 1000, maxOutput: 1000 }, 'part\n[TRUNCATED - output exceeded 1000 bytes]\n[TIMEOUT after 1s]'],
])('the notices name the bounds that were passed: %j', (limits, content) => {
  const run = result({ success: false, exitCode: null, truncated: true, timedOut: true, stdout: 'part' });
  expect(formatResult(run, { limits }).content).toBe(content);
});

test('secrets go before the text is cut, so that no half of one stays', () => {
  const secret = `ghp_${'a'.repeat(36)}`;
  const formatted = formatResult(result({ stdout: `${'x'.repeat(90)} ${secret}` }), { maxLength: 100 });
  expect(formatted.content).not.toContain('ghp_');
  expect(formatted.content.endsWith('[Exit code: 0]')).toBe(true);
  expect(formatted.raw.stdout).toContain(secret);
});

test.each([
  [undefined, undefined, 30_000],
  ['60s', undefined, 60_000],
  ['5m', undefined, 300_000],
  ['1.5s', undefined, 1500],
  ['250ms', undefined, 250],
  ['2h', undefined, 600_000],
  ['soon', undefined, 30_000],
  ['0s', undefined, 30_000],
  ['60s', 1000, 1000],
  [undefined, 3_600_000, 600_000],
  [undefined, -1, 30_000],
  [undefined, Number.NaN, 30_000],
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
  expect(timeoutFor({}, host as unknown as number)).toBe(30_000);
  expect(maxOutputFor(host as unknown as number)).toBe(1_048_576);
});
