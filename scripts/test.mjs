// `npm test`: installs what the tests need, runs every check, and ends with what passed, failed and was left out.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { e2eFailures, lastLines, readUnitFailures, specsIn } from './failures.mjs';
import { install, load, ROOT, run, runKeeping } from './repository.mjs';

const RESULTS = join(ROOT, 'test-results');
const [unitReport, e2eReport] = [join(RESULTS, 'unit.json'), join(RESULTS, 'e2e.json')];
const unitFailures = join(RESULTS, 'unit-failures.json');
const npmRun = (name) => runKeeping('npm', ['run', '--silent', name]);

for (const folder of ['.', 'tests', 'examples']) await install(folder);
const needs = await load('tests/needs.ts');
const mustRun = process.env.CI === 'true' || needs.isDebianRoot();
await installPrograms();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const leftOut = needs.leftOut();
const chromium = needs.findChromium();

const failed = [];
// The one works on one core for as long as the others together.
await Promise.all([
  step('generated files', () => npmRun('generate:check')),
  step('format', () => npmRun('format:check'))
    .then(() => step('lint', () => npmRun('lint')))
    .then(() => step('types', () => npmRun('types:all')))
    .then(() => step('build', () => npmRun('build'))),
]);
await step('unit', unitTests);
if (chromium !== undefined || mustRun) await step('end to end', () => endToEnd(chromium));

const unit = readReport(unitReport);
const e2e = readReport(e2eReport);
const { stats, suites = [] } = e2e;
const specs = suites.flatMap(specsIn);
for (const title of titlesOf(specs, 'flaky')) process.stdout.write(`\nPassed at the second attempt only: ${title}\n`);
for (const title of titlesOf(specs, 'skipped')) process.stdout.write(`\nSkipped: ${title}\n`);
tellLeftOut();
const passed = (unit.numPassedTests ?? 0) + (stats?.expected ?? 0) + (stats?.flaky ?? 0);
const skipped = (unit.numPendingTests ?? 0) + (stats?.skipped ?? 0);
const failures = [...readUnitFailures(unitFailures), ...e2eFailures(e2e)];
tellFailures();
process.stdout.write(failed.length === 0 ? '\nEverything passed.\n' : `\nFailed: ${failed.map(nameOf).join(', ')}\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed, `);
process.stdout.write(`${skipped} skipped, ${leftOut.length} files left out\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function step(name, action) {
  process.stdout.write(`\n── ${name} …\n`);
  const started = Date.now();
  const { code, output = '' } = await action();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`);
  if (code !== 0) failed.push({ name, output });
}

function nameOf({ name }) {
  return name;
}

/** Names what failed; of a step that is no test, the end of its output. */
function tellFailures() {
  for (const { name, output } of failed)
    if (output !== '') process.stdout.write(`\n${name} ended with:\n${lastLines(output).join('\n')}\n`);
  for (const { file, name, message } of failures) process.stdout.write(`\n✗ ${file} › ${name}\n  ${message}\n`);
}

/** As root on Debian: whatever is missing. Anybody else is told at the end. */
async function installPrograms() {
  const missing = needs.missingPrograms().map((program) => needs.PACKAGES[program]);
  if (missing.length === 0 || !needs.isDebianRoot()) return;
  process.stderr.write(`Installing ${missing.join(', ')} …\n`);
  const options = {
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  await run('apt-get', ['update', '-qq'], options);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], options);
}

async function unitTests() {
  const env = { ...process.env, ATIP_UNIT_FAILURES: unitFailures };
  const reporters = ['dot', './scripts/failures.mjs', 'json'].map((name) => `--reporter=${name}`);
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, `--outputFile.json=${unitReport}`];
  return { code: await run(process.execPath, args, { env }) };
}

async function endToEnd(path = '') {
  const env = { ...process.env, CHROME_PATH: path, PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport };
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=dot,json'];
  return { code: await run(process.execPath, args, { env }) };
}

function tellLeftOut() {
  if (leftOut.length === 0) return;
  const byNeed = new Map();
  for (const { file, missing } of leftOut)
    for (const need of missing) byNeed.set(need, [...(byNeed.get(need) ?? []), file]);
  process.stdout.write(`\n${leftOut.length} test files were left out, because this machine lacks what they need:\n`);
  for (const [need, files] of byNeed) process.stdout.write(`  ${need}: ${files.length} files, such as ${files[0]}\n`);
  const programs = [...byNeed.keys()].filter((need) => Object.hasOwn(needs.PACKAGES, need));
  const packages = programs.map((program) => needs.PACKAGES[program]);
  if (packages.length > 0) process.stdout.write(`To run them: sudo apt-get install ${packages.join(' ')}\n`);
  if (byNeed.has('root')) process.stdout.write('Those that need root run in a container, as in CI.\n');
}

function titlesOf(tests, status) {
  const found = tests.filter((test) => test.status === status);
  return found.map(({ title, annotations = [] }) =>
    [title, ...annotations.map(({ description }) => description)].filter(Boolean).join(': '),
  );
}

/** A runner that died left no report; its step has failed already. */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}
