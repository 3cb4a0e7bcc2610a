import { expect, test } from './companion.ts';
import { copyShareLink, openPlayground } from './page.ts';

test('the read-only view shows document and output, also in a narrow frame, and touches nothing of browser or companion', async ({
  companion,
  page,
  browser,
}) => {
  await openPlayground(page, companion.link);
  await page.getByLabel('Provider').selectOption({ label: 'Gemini' });
  const link = await copyShareLink(page);

  const context = await browser.newContext();
  const frame = await context.newPage();
  const asked: string[] = [];
  frame.on('request', (request) => asked.push(request.url()));
  await frame.goto(link.replace('#', '?embed#'));
  await expect(frame.locator('html')).toHaveAttribute('data-state', 'ready');
  await expect(frame.getByLabel('ATIP document')).toContainText('"name": "git"');
  await expect(frame.getByLabel('Tools for Gemini')).toContainText('git_log');
  await expect(frame.getByRole('link', { name: 'Open in the workbench' })).toHaveAttribute('href', link);
  expect(await frame.locator('textarea, input:not([type=radio]), [contenteditable]').count()).toBe(0);
  expect(asked.filter((url) => !url.startsWith(`${companion.origin}/`))).toStrictEqual([]);
  expect(asked.filter((url) => url.includes('/api/'))).toStrictEqual([]);
  const kept = await frame.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(kept).toStrictEqual({ local: [], session: [], databases: 0, workers: 0 });
  await context.close();
  await page.setViewportSize({ width: 320, height: 480 });
  await page.goto(link.replace('#', '?embed#'));
  await expect(page.getByLabel('Tools for Gemini')).toBeVisible();
  await expect(page.getByLabel('ATIP document')).toBeHidden();
  await page.getByRole('radio', { name: 'Document' }).check();
  await expect(page.getByLabel('ATIP document')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.goto('about:blank');
  await page.goto(`${companion.origin}/?embed`);
  await expect(page.getByRole('alert')).toContainText('carries no document');
});
