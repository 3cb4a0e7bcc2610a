import type { Issue } from '@atip/core';
import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { RULES } from '../../../packages/core/src/compile/lint-rules.ts';
import { SCHEMA_TABLE } from '../../../packages/core/src/document/generated/schema-table.ts';
import { sectionHref, sortIssues } from './issues.ts';

test('problems stand errors first, then by place; the version of the protocol before all', () => {
  const issue = (severity: Issue['severity'], offset: number, path = ''): Issue => {
    const start = { line: 1, column: offset + 1, offset };
    return { code: `${severity}-${offset}`, severity, message: '', path, range: { start, end: start } };
  };
  const version = issue('warning', 5, '/atip/version');
  const sorted = sortIssues([issue('info', 0), issue('error', 9), issue('warning', 1), issue('error', 2), version]);
  expect(sorted.map(({ code }) => code)).toStrictEqual(['warning-5', 'error-2', 'error-9', 'warning-1', 'info-0']);
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
