import type { BrowserContext, Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { IS_LONG } from '../long.ts';
import { contrastFaults, faultsIn } from './axe.ts';
import { expect, test } from './companion.ts';
import { drawn, GIT, openText } from './page.ts';
import { GH, placesOf, SMALL } from './places.ts';

/** A desk, a phone, and in the long run the desk at 200 % zoom, which has the panes of a phone; all have the same colours. */
const WINDOWS = [
  { name: 'wide', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true },
  ...(IS_LONG ? ([{ name: 'zoomed', viewport: { width: 720, height: 450 } }] as const) : []),
] as const;

const PERMISSIONS = ['clipboard-read', 'clipboard-write'];

test.setTimeout(600_000);
test('axe finds nothing in any view, light and dark, wide and on a phone; nothing runs out of the side', async ({
  companion,
  page,
  browser,
}) => {
  await page.goto(companion.link);
  // The companion's key.
  const storageState = await page.context().storageState();
  const walk = async ({ name, ...window }: (typeof WINDOWS)[number]): Promise<readonly string[]> => {
    // Elements in transition have not arrived, and a colour on its way from one to another has the contrast of neither.
    const settings = { ...window, storageState, reducedMotion: 'reduce', permissions: PERMISSIONS } as const;
    const context = await browser.newContext(settings);
    const found = await walkPlaces(context, companion.link, name === 'phone');
    await context.close();
    return found.map((fault) => `${name}, ${fault}`);
  };
  expect((await Promise.all(WINDOWS.map(walk))).flat()).toStrictEqual([]);

  await test.step('high contrast reaches 7 : 1', async () => {
    await openText(page, GIT);
    await page.emulateMedia({ contrast: 'more' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await drawn(page);
      expect(await contrastFaults(page), colorScheme).toStrictEqual([]);
    }
  });
});

/** Goes from place to place. @returns what axe finds there, and what a person reaches only by moving the page sideways */
async function walkPlaces(context: BrowserContext, link: string, isPhone: boolean): Promise<readonly string[]> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(link);
  const found: string[] = [];
  for (const { name, show } of placesOf(SMALL)) {
    // The places behind it are worth knowing, too.
    const missed = await show(page).then(
      () => [],
      (error: unknown) => [String(error).slice(0, 400)],
    );
    const faults = [...missed, ...(await faultsIn(page, !isPhone || IS_LONG)), ...(isPhone ? await tooWide(page) : [])];
    found.push(...faults.map((fault) => `${name}: ${fault}`));
  }
  return found;
}

/** Elements of a window of 320 pixels that are not in it. */
async function tooWide(page: Page): Promise<readonly string[]> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  await drawn(page);
  const found = await page.evaluate(() => {
    const boxes = document.querySelectorAll('html, main, header, .dialog');
    const wide = [...boxes].filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1);
    const controls = document.querySelectorAll('button, input, textarea, h1, h2, h3');
    const out = [...controls].filter((one) => {
      for (let box = one.parentElement; box !== null; box = box.parentElement)
        if (/auto|scroll/.test(getComputedStyle(box).overflowX) || box.matches('.visually-hidden')) return false;
      return one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().right > innerWidth + 1;
    });
    return [...wide, ...out].map((one) => `too wide: ${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`);
  });
  if (size) await page.setViewportSize(size);
  return found;
}

/** Where `npm run screenshots` wants the pictures of README and docs. */
const PICTURES = process.env['ATIP_PICTURES'] ?? '';

const SETS = [
  {
    name: 'wide',
    viewport: { width: 1440, height: 780 },
    files: { start: 'start', output: 'output', safety: 'safety', try: 'try', share: 'share', computer: 'computer' },
  },
  { name: 'phone', viewport: { width: 390, height: 844 }, files: { output: 'phone' } },
] as const;

// They are for people to look at, and prove nothing that the other test does not.
for (const { name, viewport, files } of PICTURES === '' ? [] : SETS) {
  test(`pictures for the documentation: ${name}`, async ({ companion, page }) => {
    mkdirSync(PICTURES, { recursive: true });
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(companion.link);
    const wanted = new Map<string, string>(Object.entries(files));
    for (const place of placesOf(GH)) {
      if (wanted.size === 0) break;
      await place.show(page);
      const file = wanted.get(place.name);
      if (file === undefined) continue;
      wanted.delete(place.name);
      await page.mouse.move(0, 0);
      await expect(page.getByRole('button', { name: 'Close message' })).toHaveCount(0);
      await page.screenshot({ path: join(PICTURES, `page-${file}.png`), animations: 'disabled' });
    }
    expect([...wanted.keys()]).toStrictEqual([]);
  });
}
