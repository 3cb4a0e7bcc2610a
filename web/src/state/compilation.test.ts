import type { AtipTool, Issue } from '@atip/core';
import { expect, test } from 'vitest';
import type { CompileResponse } from '../worker/protocol.ts';
import { applyFailure, applyResponse, NOT_COMPILED, staleLine } from './compilation.ts';

const TOOL: AtipTool = { atip: '0.3', name: 'x', version: '1', description: 'X' };
const OUTPUT = { provider: 'openai', strict: false, text: '[]', tools: 0, bytes: 2, losses: 0 } as const;
const GOOD: CompileResponse = { id: 1, issues: [], parses: true, tool: TOOL, output: OUTPUT };

const issueAt = (line: number, severity: Issue['severity'] = 'error'): Issue => ({
  code: 'x',
  severity,
  message: 'm',
  path: '',
  range: { start: { line, column: 1, offset: 0 }, end: { line, column: 2, offset: 1 } },
});

test('every compilation that works is a new revision', () => {
  const once = applyResponse(NOT_COMPILED, GOOD);
  expect(once).toStrictEqual({
    issues: [],
    parses: true,
    stale: false,
    result: { revision: 1, tool: TOOL, output: OUTPUT },
  });
  expect(applyResponse(once, GOOD).result?.revision).toBe(2);
  expect(staleLine(once)).toBeUndefined();
});

test('a broken document keeps the last result and its revision', () => {
  const broken = applyResponse(applyResponse(NOT_COMPILED, GOOD), { id: 2, issues: [issueAt(12)], parses: false });
  expect(broken).toStrictEqual({
    issues: [issueAt(12)],
    parses: false,
    stale: true,
    result: { revision: 1, tool: TOOL, output: OUTPUT },
  });
});

test.each([
  ['syntax', [issueAt(12)], false, 'showing revision 1 for OpenAI; line 12 does not parse'],
  ['one error', [issueAt(3)], true, 'showing revision 1 for OpenAI; line 3 has an error'],
  [
    'the first error, not the first issue',
    [issueAt(1, 'info'), issueAt(4), issueAt(5)],
    true,
    'showing revision 1 for OpenAI; line 4 has an error, and 1 more',
  ],
  [
    'an error without a place',
    [{ code: 'x', severity: 'error', message: 'm', path: '' }],
    true,
    'showing revision 1 for OpenAI; the document has an error',
  ],
] satisfies [string, Issue[], boolean, string][])(
  'says why the output is behind: %s',
  (_name, issues, parses, line) => {
    expect(staleLine(applyResponse(applyResponse(NOT_COMPILED, GOOD), { id: 2, issues, parses }))).toBe(line);
  },
);

test('without any result only the reason is said', () => {
  expect(staleLine(applyResponse(NOT_COMPILED, { id: 1, issues: [issueAt(2)], parses: false }))).toBe(
    'line 2 does not parse',
  );
});

test('a broken worker is said until it answers again', () => {
  const failed = applyFailure(applyResponse(NOT_COMPILED, GOOD), 'the compiler stopped');
  expect(staleLine(failed)).toBe('showing revision 1 for OpenAI; the compiler stopped');
  expect(staleLine(applyResponse(failed, GOOD))).toBeUndefined();
});
