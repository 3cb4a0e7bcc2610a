import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { ROOT } from '../../architecture/read-imports.ts';
import { openPage } from './open-page.ts';
import type { Runtime } from './runtime.ts';

/** For a person who lives in Turkey. */
const CONTEXT = { locale: 'tr-TR', timezoneId: 'Pacific/Kiritimati' };
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

export const CHROMIUM: Runtime = {
  name: 'Chromium',
  run: async (directory) => {
    const executablePath = await findChromium();
    return openPage(directory, async (url, give) => {
      const browser = await chromium.launch({ executablePath, args: ARGS });
      try {
        const page = await (await browser.newContext(CONTEXT)).newPage();
        page.on('pageerror', give);
        // The page is loaded only when the suite has run.
        await page.goto(url, { waitUntil: 'commit', timeout: 0 });
      } catch (error) {
        await browser.close();
        throw error;
      }
      return () => browser.close();
    });
  },
};

/** @throws Error when there is none, and none can be installed */
async function findChromium(): Promise<string> {
  const script = pathToFileURL(join(ROOT, 'scripts/find-chromium.mjs')).href;
  const { findChromium: find }: { findChromium: () => Promise<string | undefined> } = await import(script);
  const path = await find();
  if (path === undefined) throw new Error('There is no Chromium.');
  return path;
}
