import { expect, test } from 'vitest';
import { readSources } from './read-imports.ts';

const CHECK = 'packages/core/src/call/check-call.ts';
const RUN = 'packages/node/src/run/run-call.ts';
/** Makes of a shell line what `checkCall` makes of a call. */
const LINE = 'packages/node/src/run/run-line.ts';

/**
 * The stages of a call, each with the only modules that may call it besides the one that defines it. A second module that puts
 * stages together drifts from the first, and the gap is where a call gets through: call `checkCall` or `runCall` instead.
 */
const STAGES: Readonly<Record<string, readonly string[]>> = {
  // Stages of `checkCall`.
  resolveAction: [CHECK],
  validateToolCall: [CHECK],
  withCallEffects: [CHECK, 'packages/core/src/policy/check-policy.ts'],
  // A rule is offered only where it would change the decision.
  decideCall: [CHECK, 'packages/node/src/configuration/offer-rules.ts'],
  checkPolicy: [],
  checkEffects: [CHECK],
  sandboxModeFor: [CHECK, LINE],
  buildCommandArray: [CHECK],
  // Stages of `runCall`; the executor of core, for hosts that only have `run`, ends in the same one.
  openRun: [RUN, 'packages/core/src/call/create-executor.ts'],
  // The question about a call, and a check that runs nothing, are plans, too.
  planCall: [RUN, 'packages/node/src/run/create-executor.ts', 'server/src/routes/check-request.ts'],
  approve: [RUN],
  runPlan: [RUN],
  createCallRecord: [RUN],
  approvalHash: [RUN],
  // Of the programs of a line, for `runCall`. Shown by `atip check` and by `POST /calls/check`, which run nothing.
  locateProgram: [
    RUN,
    'packages/node/src/run/locate-program.ts',
    'packages/cli/src/calls/examine-call.ts',
    'server/src/routes/check-request.ts',
  ],
};

const SOURCES = [
  'packages/core/src',
  'packages/node/src',
  'packages/mcp/src',
  'packages/cli/src',
  'server/src',
  'web/src',
].flatMap(readSources);

test.each(Object.entries(STAGES))('%s is called by the pipeline alone', (stage, callers) => {
  // A method of that name, as the executor has `checkPolicy`, is a definition.
  const call = new RegExp(`(?<![\\w.])${stage}\\((?![^)]*\\)\\s*[:{])`);
  const definition = new RegExp(`function ${stage}\\(`);
  const found = SOURCES.filter(({ text }) => call.test(withoutComments(text)) && !definition.test(text));
  expect(found.map(({ path }) => path).sort()).toStrictEqual(
    [...callers].filter((path) => path !== definedIn(stage)).sort(),
  );
});

test('one module writes what happened to a call on record', () => {
  const event = /event: '(?:decision|execution)',\n/;
  const writers = SOURCES.filter(({ text }) => event.test(text)).map(({ path }) => path);
  expect(writers).toStrictEqual(['packages/node/src/run/record-call.ts']);
});

test('no surface of the product runs calls that are not validated', () => {
  const surfaces = ['packages/agents/src', 'packages/mcp/src', 'packages/cli/src', 'server/src', 'web/src'];
  const found = [...surfaces.flatMap(readSources), ...readSources('packages/node/src')]
    .filter(({ text }) => /\bskipValidation\b(?!')/.test(withoutComments(text)))
    .map(({ path }) => path);
  expect(found).toStrictEqual([]);
});

test('one module words what is wrong with a program', () => {
  const words = /was replaced (?:since|after|while)/;
  // Why a tool is left out of a list is another matter, and said where the list is made.
  const isList = /^packages\/node\/src\/discover\/|packages\/cli\/src\/tools\/known-tools/;
  const found = SOURCES.filter(({ path, text }) => !isList.test(path) && words.test(withoutComments(text))).map(
    ({ path }) => path,
  );
  expect(found).toStrictEqual(['packages/node/src/run/locate-program.ts']);
});

function definedIn(stage: string): string | undefined {
  return SOURCES.find(({ text }) => text.includes(`function ${stage}(`))?.path;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
