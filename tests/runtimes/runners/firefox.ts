import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPage } from './open-page.ts';
import type { Runtime } from './runtime.ts';

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** A browser that asks nobody but the page: what Firefox looks up by itself would be the network. */
const PREFERENCES: Readonly<Record<string, string | boolean | number>> = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.type': 0,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.unified': false,
};

/** Firefox as the system has it: Playwright's own cannot be had everywhere. */
export const FIREFOX: Runtime = {
  name: 'Firefox',
  missing: () =>
    find() === undefined ? `no Firefox at ${PLACES.join(', ')}; on Debian: apt-get install firefox-esr` : undefined,
  run: (directory) => {
    const program = find();
    if (program === undefined) throw new Error('There is no Firefox.');
    return openPage(directory, async (url, give) => start(program, url, give));
  },
};

function find(): string | undefined {
  return [process.env['FIREFOX_PATH'], ...PLACES].find((path) => path !== undefined && existsSync(path));
}

/** @returns what ends it, with every process that it started */
function start(program: string, url: string, give: (error: Error) => void): () => Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'atip-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const env = { PATH: '/usr/bin:/bin', HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' };
  // A group of its own: Firefox has a process for each site, and the first does not wait for the others.
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, url], {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const ended = new Promise<void>((done) => {
    child.on('error', (error) => {
      give(error);
      done();
    });
    child.on('exit', (code) => {
      give(new Error(`Firefox ended with ${code}: ${said}`));
      done();
    });
  });
  return async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  };
}
