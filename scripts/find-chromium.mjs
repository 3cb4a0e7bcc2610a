import { existsSync } from 'node:fs';
import { isDebianRoot } from './is-debian-root.mjs';
import { runStep } from './run-step.mjs';

const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The path of a Chromium for the end-to-end tests: `CHROME_PATH`, Playwright's own, or one of the usual places; installs
 * one when there is none. Resolves to `undefined` after one clear line on stderr when that fails too.
 */
export async function findChromium() {
  const found = await lookForChromium();
  if (found) return found;
  process.stderr.write('No Chromium found: installing one …\n');
  await installChromium();
  const installed = await lookForChromium();
  if (!installed) {
    process.stderr.write('The end-to-end tests need Chromium: install one and set CHROME_PATH to its executable.\n');
  }
  return installed;
}

async function lookForChromium() {
  const { chromium } = await import('@playwright/test');
  return [process.env.CHROME_PATH, chromium.executablePath(), ...KNOWN_PLACES].find((path) => path && existsSync(path));
}

async function installChromium() {
  const toStderr = { stdio: ['ignore', process.stderr, process.stderr] };
  if (isDebianRoot()) {
    await runStep('apt-get', ['update', '-qq'], toStderr);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runStep('apt-get', ['install', '-y', '-qq', 'chromium'], { ...toStderr, env });
  } else {
    await runStep(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], toStderr);
  }
}
