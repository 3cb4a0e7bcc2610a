import type { Page } from '@playwright/test';
import { type Companion, expect, test } from './companion.ts';
import { collectComplaints } from './complaints.ts';

/** Opens the page and does something in it that a page of ours must never do. */
async function misbehave(page: Page, { origin }: Companion, deed: () => void): Promise<void> {
  await page.goto(origin);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  const seen = page.waitForEvent('console', (message) => message.type() === 'error');
  await page.evaluate(deed);
  await seen;
}

const addScript = (): void => {
  document.body.append(Object.assign(document.createElement('script'), { textContent: '0' }));
};

test('every test hears of a script that the policy stops', async ({ companion, page, expectComplaint }) => {
  expectComplaint(/^Console: .*violates .*Content Security Policy.*script-src/);
  expectComplaint(/^Console: Outside the content security policy: script-src-elem inline/);
  await misbehave(page, companion, addScript);
});

test('every test hears of a request that leaves the origin', async ({ companion, page, expectComplaint }) => {
  expectComplaint(/^Foreign request: http:\/\/127\.0\.0\.1:1\/picture\.png$/);
  expectComplaint(/img-src/);
  await misbehave(page, companion, () => {
    new Image().src = 'http://127.0.0.1:1/picture.png';
  });
});

test('every test hears of an error that nobody caught', async ({ companion, page, expectComplaint }) => {
  expectComplaint(/^Not caught: wanted$/);
  expectComplaint(/said in the console/);
  await misbehave(page, companion, () => {
    setTimeout(() => {
      console.error('said in the console');
      throw new Error('wanted');
    });
  });
});

test('every test hears of contexts that it opens itself', async ({ companion, browser, expectComplaint }) => {
  expectComplaint(/Outside the content security policy: script-src-elem/);
  expectComplaint(/violates/);
  const context = await browser.newContext();
  await misbehave(await context.newPage(), companion, addScript);
  await context.close();
});

test('what was not expected is listed, and what was expected and never came', async ({
  companion,
  browser,
  expectComplaint,
}) => {
  expectComplaint(/script-src/);
  const own = collectComplaints(browser);
  own.expect(/violates/);
  own.expect(/never/);
  const context = await browser.newContext();
  await misbehave(await context.newPage(), companion, addScript);
  await context.close();
  own.stop();
  // Twice, since two listen.
  const outside = 'Console: Outside the content security policy: script-src-elem inline  ()';
  expect(own.list()).toStrictEqual([outside, outside, 'Expected, and it never came: /never/']);
});
