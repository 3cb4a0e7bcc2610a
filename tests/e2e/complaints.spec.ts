import { expect, test } from './companion.ts';

test('every test hears of a script that the policy stops, and of a request that leaves the origin', async ({
  companion,
  page,
  expectComplaint,
}) => {
  expectComplaint(/^Console: Outside the content security policy: script-src-elem inline/);
  expectComplaint(/violates/);
  expectComplaint(/^Foreign request: http:\/\/127\.0\.0\.1:1\/picture\.png$/);
  expectComplaint(/img-src/);
  await page.goto(companion.origin);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  const refused = page.waitForEvent('console', (message) => /img-src/.test(message.text()));
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('script'), { textContent: '0' }));
    new Image().src = 'http://127.0.0.1:1/picture.png';
  });
  await refused;
});
