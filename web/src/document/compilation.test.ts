import type { Issue } from '@atip/core';
import { expect, test } from 'vitest';
import {
  type CompileResponse,
  type CompileSource,
  type CompiledOutput,
  NOT_COMPILED,
  applyFailure,
  applyRemarks,
  applyResponse,
  staleLine,
} from './compilation.ts';

const SOURCE: CompileSource = { text: '{}', provider: 'openai', strict: false };
const OUTPUT: CompiledOutput = {
  provider: 'openai',
  strict: false,
  text: '[]',
  tools: 0,
  maxTools: 128,
  bytes: 2,
  losses: 0,
  commands: { total: 0, included: 0 },
};
const GOOD: CompileResponse = { issues: [], parses: true, output: OUTPUT };

/** Comes in after a document that compiled. */
const BROKEN: CompileSource = { ...SOURCE, text: '{' };

const issueAt = (line: number, severity: Issue['severity'] = 'error'): Issue => ({
  code: 'x',
  severity,
  message: 'm',
  path: '',
  range: { start: { line, column: 1, offset: 0 }, end: { line, column: 2, offset: 1 } },
});

test('every compilation that works is a new revision', () => {
  const once = applyResponse(NOT_COMPILED, GOOD, SOURCE);
  expect(once).toStrictEqual({
    issues: [],
    parses: true,
    revision: 1,
    stale: false,
    result: { revision: 1, source: SOURCE, output: OUTPUT },
  });
  expect(applyResponse(once, GOOD, SOURCE).result?.revision).toBe(2);
  expect(staleLine(once)).toBeUndefined();
});

test('a broken document keeps the last result and its revision', () => {
  const broken = applyResponse(
    applyResponse(NOT_COMPILED, GOOD, SOURCE),
    { issues: [issueAt(12)], parses: false },
    BROKEN,
  );
  expect(broken).toStrictEqual({
    issues: [issueAt(12)],
    issuesOf: '{',
    parses: false,
    revision: 1,
    stale: true,
    result: { revision: 1, source: SOURCE, output: OUTPUT },
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
    expect(staleLine(applyResponse(applyResponse(NOT_COMPILED, GOOD, SOURCE), { issues, parses }, BROKEN))).toBe(line);
  },
);

test('a broken worker is said until it answers again', () => {
  const failed = applyFailure(applyResponse(NOT_COMPILED, GOOD, SOURCE), 'the compiler stopped', BROKEN);
  expect(staleLine(failed)).toBe('showing revision 1 for OpenAI; the compiler stopped');
  expect(staleLine(applyResponse(failed, GOOD, SOURCE))).toBeUndefined();
});

test('what one document was compiled to is not shown for another that is broken', () => {
  const other = { ...BROKEN, document: 'd2' };
  const good = applyResponse(NOT_COMPILED, GOOD, { ...SOURCE, document: 'd1' });
  const broken = applyResponse(good, { issues: [issueAt(1)], parses: false }, other);
  expect([broken.result, staleLine(broken)]).toStrictEqual([undefined, 'line 1 does not parse']);
  expect(applyResponse(broken, GOOD, { ...other, text: '{}' }).result?.revision).toBe(2);
  const failed = applyFailure(good, 'the compiler stopped', other);
  expect([failed.result, failed.issues, staleLine(failed)]).toStrictEqual([undefined, [], 'the compiler stopped']);
});

test('remarks follow their document, stay while it is edited, and are not another document’s', () => {
  const doubt = issueAt(3, 'warning');
  const once = applyResponse(NOT_COMPILED, GOOD, SOURCE);
  const remarked = applyRemarks(once, [doubt], SOURCE);
  expect([remarked.issues, remarked.issuesOf]).toStrictEqual([[doubt], '{}']);
  const edited = applyResponse(remarked, GOOD, { ...SOURCE, text: '{ }' });
  expect([edited.issues, edited.issuesOf]).toStrictEqual([[doubt], '{}']);
  expect(applyRemarks(edited, [], SOURCE)).toBe(edited);
  const other = applyResponse(remarked, GOOD, { ...SOURCE, document: 'd2' });
  expect([other.issues, other.issuesOf]).toStrictEqual([[], undefined]);
});

test('remarks that come after a document broke are not about it', () => {
  const once = applyResponse(NOT_COMPILED, GOOD, SOURCE);
  const broken = applyResponse(once, { issues: [issueAt(1)], parses: false }, BROKEN);
  expect(applyRemarks(broken, [], SOURCE)).toBe(broken);
  expect(applyResponse(broken, GOOD, SOURCE).issues).toStrictEqual([]);
});
