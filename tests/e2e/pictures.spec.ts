import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { PLACES } from './places.ts';

/** Where `npm run screenshots` wants what README and docs show. */
const PICTURES = process.env['ATIP_PICTURES'] ?? '';

const SETS = [
  {
    name: 'wide and light',
    size: { width: 1440, height: 780 },
    colorScheme: 'light',
    places: {
      start: 'page-start.png',
      output: 'page-output.png',
      safety: 'page-safety.png',
      try: 'page-try.png',
      line: 'page-line.png',
      redaction: 'page-redaction.png',
      diff: 'page-diff.png',
      share: 'page-share.png',
    },
  },
  {
    name: 'a phone',
    size: { width: 390, height: 844 },
    colorScheme: 'light',
    places: { outline: 'page-phone.png' },
  },
] as const;

// They are for people to look at, and prove nothing that other tests do not.
for (const { name, size, colorScheme, places } of PICTURES === '' ? [] : SETS) {
  test(`pictures for the documentation: ${name}`, async ({ companion, page }) => {
    test.setTimeout(120_000);
    mkdirSync(PICTURES, { recursive: true });
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(companion.link);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    const files = new Map<string, string>(Object.entries(places));
    for (const place of PLACES) {
      if (files.size === 0) break;
      await place.show(page);
      const file = files.get(place.name);
      if (file === undefined) continue;
      files.delete(place.name);
      await takePicture(page, join(PICTURES, file));
    }
    expect([...files.keys()]).toStrictEqual([]);
  });
}

/** Without the message of what was done last, and with nothing under the pointer. */
async function takePicture(page: Page, path: string): Promise<void> {
  await page.mouse.move(0, 0);
  const close = page.getByRole('button', { name: 'Close message' });
  if ((await page.locator('dialog[open]').count()) === 0 && (await close.isVisible())) await close.click();
  await page.screenshot({ path, animations: 'disabled' });
}
