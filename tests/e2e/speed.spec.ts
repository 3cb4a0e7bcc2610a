import { axe } from './axe.ts';
import { expect, test } from './companion.ts';

test('the page arrives compressed; what changes its name with its content is kept for ever', async ({
  companion,
  page,
}) => {
  // The page's own script: the smallest of the others are sent as they are.
  const loaded = page.waitForResponse((response) => /\/assets\/(index|start)-[\w-]+\.js$/.test(response.url()));
  const [shown, script] = await Promise.all([page.goto(companion.origin), loaded]);
  expect(shown?.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
  expect(script.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
});

test('who holds the page is not sent it again, and who knows no Brotli gets it as it is', async ({
  companion,
  request,
}) => {
  const get = (headers: Record<string, string>) => request.get(companion.origin, { headers });
  const plain = await get({ 'accept-encoding': 'gzip' });
  expect([plain.status(), plain.headers()['content-encoding']]).toStrictEqual([200, undefined]);
  expect(await plain.text()).toContain('<!doctype html>');
  const { etag = '' } = plain.headers();
  const again = await get({ 'accept-encoding': 'gzip', 'if-none-match': etag });
  expect([again.status(), await again.text()]).toStrictEqual([304, '']);
});

test('there is something to read before any script has run', async ({ companion, page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED .*\.js\)$/);
  await page.route('**/*.js', (route) => route.abort());
  await page.setViewportSize({ width: 320, height: 600 });
  await page.goto(companion.origin);
  await expect(page.getByRole('main')).toContainText('Paste what a tool prints for --agent');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect((await axe(page).analyze()).violations).toStrictEqual([]);
});
