import type { Issue } from '@atip/core';
import { expect, test } from 'vitest';
import {
  type CompilationState,
  type CompileResponse,
  type CompileSource,
  type CompiledOutput,
  NOT_COMPILED,
  aboutOf,
  applyFailure,
  applyRemarks,
  applyResponse,
  applyWaiting,
  missingLine,
  staleLine,
} from './compilation.ts';

const GIT = '{ "atip": "0.4", "name": "git", "commands": {} }';
const SOURCE: CompileSource = { text: GIT, provider: 'openai', strict: false, document: 'd1' };
const OUTPUT: CompiledOutput = {
  provider: 'openai',
  strict: false,
  text: '[]',
  tools: 0,
  maxTools: 128,
  losses: 0,
  commands: { total: 0, included: 0 },
};
const GOOD: CompileResponse = { issues: [], parses: true, output: OUTPUT };

/** The same tool while it is edited. */
const BROKEN: CompileSource = { ...SOURCE, text: GIT.slice(0, -1) };

const issueAt = (line: number, severity: Issue['severity'] = 'error'): Issue => ({
  code: 'x',
  severity,
  message: 'm',
  path: '',
  range: { start: { line, column: 1, offset: 0 }, end: { line, column: 2, offset: 1 } },
});

/** CompilationState of `git`. */
const ONCE: CompilationState = applyResponse(NOT_COMPILED, GOOD, SOURCE);
const failing = (line: number, parses = false): CompileResponse => ({ issues: [issueAt(line)], parses });

test('every compilation that works is a new revision, of the tool that the text names', () => {
  expect(ONCE).toStrictEqual({
    issues: [],
    issuesOf: undefined,
    parses: true,
    revision: 1,
    stale: false,
    result: { revision: 1, name: 'git', source: SOURCE, output: OUTPUT },
  });
  expect(applyResponse(ONCE, GOOD, SOURCE).result?.revision).toBe(2);
  expect([staleLine(ONCE), aboutOf(ONCE), aboutOf(NOT_COMPILED)]).toStrictEqual([undefined, 'd1 git', undefined]);
});

test('a tool that an edit breaks keeps its last good result, and says so', () => {
  const broken = applyResponse(ONCE, failing(12), BROKEN);
  expect(broken).toStrictEqual({
    ...ONCE,
    issues: [issueAt(12)],
    issuesOf: BROKEN.text,
    parses: false,
    stale: true,
  });
  expect(staleLine(broken)).toBe('Last good version of git');
  const failed = applyFailure(ONCE, 'It took too long', BROKEN);
  expect(staleLine(failed)).toBe('Last good version of git. It took too long');
  expect(applyResponse(broken, GOOD, SOURCE)).toMatchObject({ stale: false, revision: 2 });
});

test.each([
  ['another tool that does not parse', '{ "atip": "0.4", "name": "notes", '],
  ['an npm package of that name', '{ "name": "git", "version": "1.0.0" }'],
  ['an OpenAPI document', '{ "openapi": "3.1.0", "info": { "title": "git" } }'],
  ['another document of the same tool', BROKEN.text, 'd2'],
])('nothing of git stays beside %s', (_name, text, document = 'd1') => {
  const other: CompileSource = { ...SOURCE, text, document };
  const broken = applyResponse(ONCE, failing(1), other);
  expect([broken.result, broken.stale, staleLine(broken)]).toStrictEqual([
    undefined,
    false,
    'Line 1 is not valid JSON',
  ]);
  const failed = applyFailure(ONCE, 'The compiler stopped', other);
  expect([failed.result, failed.issues, staleLine(failed)]).toStrictEqual([undefined, [], 'The compiler stopped']);
  expect(applyWaiting(ONCE, other).result).toBeUndefined();
  expect(applyResponse(broken, GOOD, SOURCE).revision).toBe(2);
});

test('who waits for the same tool goes on seeing it', () => {
  expect(applyWaiting(ONCE, BROKEN)).toBe(ONCE);
  expect(applyWaiting(NOT_COMPILED, BROKEN)).toBe(NOT_COMPILED);
});

test.each<[string, Issue[], string]>([
  [
    'the first error, not the first issue',
    [issueAt(1, 'info'), issueAt(4), issueAt(5)],
    'Line 4 has an error, and 1 more',
  ],
  ['an error without a place', [{ code: 'x', severity: 'error', message: 'm', path: '' }], 'The document has an error'],
])('without a result it says why: %s', (_name, issues, line) => {
  expect(staleLine(applyResponse(NOT_COMPILED, { issues, parses: true }, SOURCE))).toBe(line);
});

test('a part of a document comes with the errors of the rest', () => {
  const output: CompiledOutput = {
    ...OUTPUT,
    commands: { total: 3, included: 3 },
    missing: { count: 1, pointers: ['/commands/a'] },
  };
  const part = applyResponse(ONCE, { issues: [issueAt(3)], parses: true, output }, BROKEN);
  expect([part.issues, part.issuesOf, part.stale]).toStrictEqual([[issueAt(3)], BROKEN.text, false]);
  expect(staleLine(part)).toBe(missingLine(output));
  expect([missingLine(output), missingLine(OUTPUT)]).toStrictEqual([
    '1 of 4 commands has an error and is left out',
    undefined,
  ]);
  expect(missingLine({ ...output, missing: { count: 2, pointers: [] } })).toBe(
    '2 of 5 commands have errors and are left out',
  );
});

test('remarks follow their document, stay while it is edited, and are not another document’s', () => {
  const doubt = issueAt(3, 'warning');
  const once = applyResponse(NOT_COMPILED, GOOD, SOURCE);
  const remarked = applyRemarks(once, [doubt], SOURCE);
  expect([remarked.issues, remarked.issuesOf]).toStrictEqual([[doubt], GIT]);
  const edited = applyResponse(remarked, GOOD, { ...SOURCE, text: `${GIT} ` });
  expect([edited.issues, edited.issuesOf]).toStrictEqual([[doubt], GIT]);
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
