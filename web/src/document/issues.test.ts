import type { Issue } from '@atip/core';
import { expect, test } from 'vitest';
import { applyEdits, sortIssues } from './issues.ts';

const issue = (severity: Issue['severity'], offset?: number): Issue => ({
  code: `${severity}-${offset ?? 'none'}`,
  severity,
  message: '',
  path: '',
  ...(offset !== undefined && {
    range: { start: { line: 1, column: offset + 1, offset }, end: { line: 1, column: offset + 2, offset: offset + 1 } },
  }),
});

test('problems stand errors first, then by place', () => {
  const sorted = sortIssues([issue('info', 0), issue('error', 9), issue('warning', 1), issue('error', 2)]);
  expect(sorted.map(({ code }) => code)).toStrictEqual(['error-2', 'error-9', 'warning-1', 'info-0']);
});

test('edits apply from the end, so that offsets hold', () => {
  const at = (
    start: number,
    end: number,
    newText: string,
  ): { range: NonNullable<Issue['range']>; newText: string } => ({
    range: { start: { line: 1, column: start + 1, offset: start }, end: { line: 1, column: end + 1, offset: end } },
    newText,
  });
  expect(applyEdits('abcdef', [at(0, 1, 'XX'), at(4, 4, '-'), at(5, 6, '')])).toBe('XXbcd-e');
});
