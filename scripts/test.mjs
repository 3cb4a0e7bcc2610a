// `npm test`: installs what is missing and runs every check; ends with the number of tests that passed and failed.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder } from './ensure-folder.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { ensurePrograms } from './ensure-programs.mjs';
import { findChromium } from './find-chromium.mjs';
import { runNpm, runStep } from './run-step.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
for (const folder of ['examples', 'tests/runtimes', 'tests/release', 'docs']) await ensureFolder(folder);
await ensurePrograms();
const results = join(ROOT, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const unitReport = join(results, 'unit.json');
const e2eReport = join(results, 'e2e.json');

const steps = [
  ['format', () => runNpm(['run', '--silent', 'format:check'])],
  ['lint', () => runNpm(['run', '--silent', 'lint'])],
  ['generated files', () => runNpm(['run', '--silent', 'generate:check'])],
  ['types', () => runNpm(['run', '--silent', 'types'])],
  ['build', () => runNpm(['run', '--silent', 'build'])],
  ['docs', () => runNpm(['run', '--silent', 'docs'])],
  ['unit and architecture', () => runVitest()],
  ['end to end', () => runPlaywright()],
];

const failed = [];
for (const [name, run] of steps) {
  process.stdout.write(`\n── ${name}\n`);
  const started = Date.now();
  const code = await run();
  process.stdout.write(
    `── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`,
  );
  if (code !== 0) failed.push(name);
}

const counts = [countUnit(), countEndToEnd()];
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
for (const reason of leftOut()) process.stdout.write(`\nLeft out: ${reason}\n`);
for (const title of secondAttempts()) process.stdout.write(`\nPassed at the second attempt only: ${title}\n`);
process.stdout.write(failed.length === 0 ? '\nEverything passed.\n' : `\nFailed: ${failed.join(', ')}\n`);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function runVitest() {
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${unitReport}`];
  return runStep(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters]);
}

async function runPlaywright() {
  const chromium = await findChromium();
  if (!chromium) return 1;
  const env = { ...process.env, CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport };
  return runStep(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], { env });
}

function countUnit() {
  const { numPassedTests, numFailedTests, numPendingTests } = readReport(unitReport);
  return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 };
}

function countEndToEnd() {
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = readReport(e2eReport).stats ?? {};
  return { passed: expected + flaky, failed: unexpected, skipped };
}

/** Each skipped end-to-end test with the reason it gave. */
function leftOut() {
  return endToEndTests('skipped').map(
    ({ title, annotations }) => `${title}: ${annotations.map(({ description }) => description).join(' ')}`,
  );
}

/** End-to-end tests that failed once: something to look into, and said so that nobody overlooks it. */
function secondAttempts() {
  return endToEndTests('flaky').map(({ title }) => title);
}

function endToEndTests(wanted) {
  const testsIn = (suite) => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test }))),
    ...(suite.suites ?? []).flatMap(testsIn),
  ];
  return testsIn(readReport(e2eReport)).filter(({ status }) => status === wanted);
}

/** A runner that died left no report; its step has failed already, so there is nothing to count. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    process.stderr.write(`${path} cannot be read: ${error.message}\n`);
    return {};
  }
}
