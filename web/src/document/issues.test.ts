import type { Issue } from '@atip/core';
import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { RULES } from '../../../packages/core/src/compile/lint-rules.ts';
import { SCHEMA_TABLE } from '../../../packages/core/src/document/generated/schema-table.ts';
import { applyEdits, sectionHref, sortIssues } from './issues.ts';

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

test('every section that an issue can name has its place in the rules', () => {
  const page = readFileSync(new URL('../../public/rules.html', import.meta.url), 'utf8');
  const ids = new Set([...page.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id));
  // Beside the tables: JSON itself is 3.1, the limits of commands and providers 3.3 and 8.2.
  const sections = ['3.1', '3.3', '8.2', ...Object.values(RULES).map(([, section]) => section)];
  for (const { section = '' } of Object.values(SCHEMA_TABLE)) if (section !== '') sections.push(section);
  for (const section of sections) expect(ids).toContain(sectionHref(section).split('#')[1]);
  expect(ids.size).toBe(12);
  expect(page).not.toMatch(/<script|\son\w+=|https?:/);
});
