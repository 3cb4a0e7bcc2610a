// Shared by the parts of `npm run prove`: the table of steps, a browser, one test file, sizes.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, load, ROOT, run } from '../repository.mjs';

await install();
await install('tests');
/** Keeps the image of the machine, and the logs. */
export const PLACE = process.env.ATIP_PROVE ?? '/var/tmp/atip-prove';
export const needs = await load('tests/needs.ts');
const required = createRequire(join(ROOT, 'tests/package.json'));
/** A module that is installed for the tests. */
export const fromTests = (name) => import(pathToFileURL(required.resolve(name)).href);
/** Finished steps: `[what, result, seconds]`. */
export const rows = [];

/** Does one step and writes its row. A step that throws has failed, and so has what needs it. @returns whether it worked */
export async function step(what, action) {
  process.stdout.write(`── ${what} …\n`);
  const started = Date.now();
  let result;
  try {
    result = await action();
  } catch (error) {
    result = `FAILED: ${error instanceof Error ? error.message.trim().split('\n').slice(-3).join(' / ') : error}`;
    process.exitCode = 1;
  }
  rows.push([what, result, ((Date.now() - started) / 1000).toFixed(1)]);
  process.stdout.write(`   ${rows.at(-1).slice(1).join(', ')} s\n`);
  return !result.startsWith('FAILED');
}

export async function inBrowser(action) {
  const { default: playwright } = await fromTests('playwright-core');
  const browser = await playwright.chromium.launch({
    executablePath: needs.findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    // For machines under load.
    page.setDefaultTimeout(120_000);
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const result = await action(page);
    if (errors.length > 0) throw new Error(errors.join(' / '));
    return result;
  } finally {
    await browser.close();
  }
}

/** @returns the report of one test file */
export async function vitest(file, env = {}) {
  const report = join(PLACE, 'vitest.json');
  const args = ['run', file, '--maxWorkers=1', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const options = { env: { ...process.env, ...env } };
  await run(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], options);
  return JSON.parse(readFileSync(report, 'utf8'));
}

export function summary({ success, numPassedTests, numFailedTests, numPendingTests }) {
  if (!success) process.exitCode = 1;
  return `${success ? '' : 'FAILED: '}${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`;
}

export function megabytes(path) {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
