import { defineConfig } from '@playwright/test';
import { findChromium, leftOut } from './tests/needs.ts';

const executablePath = findChromium() ?? '/usr/bin/chromium';

/** Each worker starts a companion of its own on its own port, so nothing has to be up before. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: leftOut().map(({ file }) => `**/${file}`),
  outputDir: 'test-results/e2e',
  // A machine that does much else is no failure: this only ends what hangs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  fullyParallel: false,
  // Each has a companion and a browser of its own. `npm test` runs the unit tests beside them.
  workers: 2,
  // A browser on a busy machine loses a race now and then; `npm test` names every test that needed this.
  retries: 1,
  reporter: process.env['CI'] === undefined ? 'list' : 'dot',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // A trace of each test costs a fifth of its time: `ATIP_TRACE=1` for one that fails.
    trace: process.env['ATIP_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--disable-sync'],
    },
  },
});
