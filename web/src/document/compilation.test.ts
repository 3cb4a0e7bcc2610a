import type { Issue } from '@atip/core';
import { expect, test } from 'vitest';
import {
  type CompilationState,
  type CompileResponse,
  type CompileSource,
  type CompiledOutput,
  type Result,
  aboutOf,
  compilationOf,
  staleLine,
} from './compilation.ts';

const GIT = '{ "atip": "0.4", "name": "git", "commands": {} }';
const SOURCE: CompileSource = { text: GIT, provider: 'openai', strict: false, document: 'd1' };
const OUTPUT: CompiledOutput = {
  text: '[]',
  pointers: [],
  places: new Uint32Array(),
  flags: new Uint32Array(),
  tools: 0,
  losses: 0,
  commands: { total: 3, included: 3 },
  missing: 0,
};
const GOOD: CompileResponse = { issues: [], output: OUTPUT };
const RESULT: Result = { revision: 1, name: 'git', source: SOURCE, output: OUTPUT };
/** The same tool while it is edited. */
const BROKEN: CompileSource = { ...SOURCE, text: GIT.slice(0, -1) };
const ERROR: Issue = { code: 'x', severity: 'error', message: 'm', path: '' };
const DOUBT: Issue = { ...ERROR, severity: 'warning' };
const FAILING: CompileResponse = { issues: [ERROR] };
const ONCE: CompilationState = compilationOf(SOURCE, GOOD, RESULT);

test('what compiles has its result, and no problems before its remarks are there', () => {
  expect(ONCE).toStrictEqual({ issues: [], issuesOf: undefined, stale: false, result: RESULT });
  expect([staleLine(ONCE), aboutOf(ONCE), aboutOf({ ...ONCE, result: undefined })]).toStrictEqual([
    undefined,
    'd1 git',
    undefined,
  ]);
});

test('a tool that an edit breaks keeps its last good result, and says so', () => {
  const remarks = { question: SOURCE, answer: [DOUBT] };
  const broken = compilationOf(BROKEN, FAILING, RESULT, remarks);
  expect(broken).toStrictEqual({ issues: [ERROR], issuesOf: BROKEN.text, stale: true, result: RESULT });
  expect(staleLine(broken)).toBe('Last good version of git');
  const failed = { ...compilationOf(BROKEN, undefined, RESULT, remarks), failure: 'It took too long' };
  expect([failed.issues, staleLine(failed)]).toStrictEqual([[], 'Last good version of git. It took too long']);
});

test.each([
  ['another tool that does not parse', '{ "atip": "0.4", "name": "notes", '],
  ['an npm package of that name', '{ "name": "git", "version": "1.0.0" }'],
  ['another document of the same tool', BROKEN.text, 'd2'],
])('nothing of git stays beside %s, and Problems alone says why', (_name, text, document = 'd1') => {
  const other: CompileSource = { ...SOURCE, text, document };
  const broken = compilationOf(other, FAILING, RESULT, { question: SOURCE, answer: [DOUBT] });
  expect([broken.result, broken.stale, broken.issues, staleLine(broken)]).toStrictEqual([
    undefined,
    false,
    [ERROR],
    undefined,
  ]);
  const failed = compilationOf(other, undefined, RESULT);
  expect(staleLine({ ...failed, failure: 'The compiler stopped' })).toBe('The compiler stopped');
});

test.each([
  [1, '1 of 4 commands is left out'],
  [2, '2 of 5 commands are left out'],
])('a part of a document comes with the errors of the rest: %i', (missing, line) => {
  const output = { ...OUTPUT, missing };
  const part = compilationOf(BROKEN, { issues: [ERROR], output }, { ...RESULT, source: BROKEN, output });
  expect([part.issues, part.issuesOf, part.stale, staleLine(part)]).toStrictEqual([[ERROR], BROKEN.text, false, line]);
});

test('remarks follow their document, stay while it is edited, and are not another document’s', () => {
  const remarks = { question: SOURCE, answer: [DOUBT] };
  const remarked = compilationOf(SOURCE, GOOD, RESULT, remarks);
  expect([remarked.issues, remarked.issuesOf]).toStrictEqual([[DOUBT], GIT]);
  const edited = compilationOf({ ...SOURCE, text: `${GIT} ` }, GOOD, RESULT, remarks);
  expect([edited.issues, edited.issuesOf]).toStrictEqual([[DOUBT], GIT]);
  const other = compilationOf({ ...SOURCE, document: 'd2' }, GOOD, RESULT, remarks);
  expect([other.issues, other.issuesOf]).toStrictEqual([[], undefined]);
  // They come with the errors again.
  const part = compilationOf(SOURCE, FAILING, RESULT, { question: SOURCE, answer: [ERROR, DOUBT] });
  expect(part.issues).toStrictEqual([ERROR, DOUBT]);
});
