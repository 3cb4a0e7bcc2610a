import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axe } from './axe.ts';
import { expect, ROOT, test } from './companion.ts';
import { openPlayground, output } from './page.ts';

/** Pictures go to test-results; `npm run screenshots` puts those that the documentation shows into docs. */
const PICTURES = process.env['ATIP_PICTURES'] ?? join(ROOT, 'test-results/pictures');

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await axe(page).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page in ${colorScheme}: accessible, without errors, inside its CSP`, async ({ companion, page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const foreign: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(companion.origin) && !/^(data|blob):/.test(url)) foreign.push(url);
    });
    await page.emulateMedia({ colorScheme });
    await openPlayground(page, companion.link);
    await expect(page.getByRole('button', { name: /^Companion: connected/i })).toBeVisible();
    expect(await violations(page)).toStrictEqual([]);
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, colorScheme === 'light' ? 'playground.png' : 'playground-dark.png') });
    await page.getByRole('tab', { name: 'Calls' }).click();
    await page.getByRole('button', { name: /^Insert an example/ }).click();
    await expect(page.getByRole('list', { name: 'Command line' })).toBeVisible();
    expect(await violations(page)).toStrictEqual([]);
    await page.screenshot({ path: join(PICTURES, `calls-${colorScheme}.png`) });
    expect(complaints).toStrictEqual([]);
    expect(foreign).toStrictEqual([]);
  });
}

test('a phone shows one pane at a time and nothing runs out of the side', async ({ companion, page }) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(width === 390 ? companion.link : companion.origin);
    await expect(page.getByRole('textbox', { name: 'ATIP document' })).toBeVisible();
    await page.screenshot({ path: join(PICTURES, `document-${width}.png`) });
    await page.getByRole('button', { name: 'Result' }).click();
    await expect(output(page)).toContainText('tools');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await violations(page)).toStrictEqual([]);
    await page.screenshot({ path: join(PICTURES, `result-${width}.png`) });
  }
});

test('the keys: F6 goes round the panes, ? lists them', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  const seen = new Set<string>();
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('F6');
    seen.add(
      await page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane') ?? ''),
    );
  }
  expect([...seen].sort()).toStrictEqual(['editor', 'header', 'problems', 'result']);
  await page.getByRole('tab', { name: 'Output' }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('F6');
});
