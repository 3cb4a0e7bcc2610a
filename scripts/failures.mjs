// Collects what failed in `npm test`, so that its last lines name it: CI shows only those.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './repository.mjs';

/** Lines of a step's output that are repeated at the end. */
const MAX_LINES = 15;
const MAX_MESSAGE = 300;

/** Vitest reporter. Writes `[{ file, name, message }]` to `ATIP_UNIT_FAILURES`: the JSON reporter has no hooks and no unhandled errors. */
export default class FailureReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const path = process.env.ATIP_UNIT_FAILURES;
    if (path !== undefined) writeFileSync(path, JSON.stringify(unitFailures(modules, unhandledErrors)));
  }
}

export function unitFailures(modules, unhandledErrors) {
  const found = unhandledErrors.map((error) => ({ file: '', name: 'unhandled error', message: firstLine(error) }));
  for (const module of modules) {
    const file = relative(ROOT, module.moduleId);
    // A file that cannot be loaded, and a beforeAll or afterAll that throws: their tests count as skipped.
    for (const error of module.errors()) found.push({ file, name: 'the file or its hooks', message: firstLine(error) });
    for (const suite of module.children.allSuites())
      for (const error of suite.errors()) found.push({ file, name: suite.fullName, message: firstLine(error) });
    for (const test of module.children.allTests('failed'))
      found.push({ file, name: test.fullName, message: firstLine(test.result().errors?.[0]) });
  }
  return found;
}

/** The failures of a Playwright report: tests, and errors outside of them. */
export function e2eFailures({ suites = [], errors = [] }) {
  const outside = errors.map((error) => ({
    file: error.location?.file ?? '',
    name: 'error',
    message: firstLine(error),
  }));
  const failed = suites.flatMap(specsIn).filter(({ status }) => status === 'unexpected');
  return [
    ...outside,
    ...failed.map(({ file, title, results }) => ({
      file: `tests/e2e/${file}`,
      name: title,
      message: firstLine(results.find(({ error }) => error !== undefined)?.error),
    })),
  ];
}

/** Every test of a Playwright suite, with the title and file of its specification. */
export function specsIn({ specs: own = [], suites: inner = [] }) {
  const tests = own.flatMap(({ title, file, tests: runs }) => runs.map((test) => ({ ...test, title, file })));
  return [...tests, ...inner.flatMap(specsIn)];
}

/** The failures that Vitest's reporter wrote; a runner that died wrote none. */
export function readUnitFailures(path) {
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  return [{ file: '', name: 'unit tests', message: 'Vitest ended before it wrote its report.' }];
}

/** The last lines that a step printed, without colours. */
export function lastLines(text) {
  return stripVTControlCharacters(text).trimEnd().split('\n').slice(-MAX_LINES);
}

function firstLine(error) {
  const text = stripVTControlCharacters(String(error?.message ?? error ?? 'no message')).trim();
  return text.split('\n').slice(0, 3).join(' ').slice(0, MAX_MESSAGE);
}
