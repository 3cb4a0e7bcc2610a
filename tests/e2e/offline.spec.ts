import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, ROOT, test } from './companion.ts';
import { openPlayground, output } from './page.ts';
import { builtPage, earlierPage, startPageServer } from './page-server.ts';

/** The part of the page that Monaco is in, however the build names it. */
const MONACO = /\/(editor\.api|monaco-env)-[\w-]{8}\.js$/;

/** Paths of all that the browser keeps for the page. */
function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths;
  });
}

/** Waits until the page opens without a server, with what it has loaded so far. */
async function isReadyOffline(page: Page, ...names: RegExp[]): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const name of names) {
    await expect.poll(async () => (await keptPaths(page)).some((path) => name.test(path))).toBe(true);
  }
}

test('once opened, the page opens again without the companion, with all panels and the editor', async ({
  companion,
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_CONNECTION_REFUSED .*\/api\//);
  // Compare's list of tools, which was not looked at before.
  expectComplaint(/ERR_FAILED .*\/assets\/src-/);
  await openPlayground(page, companion.link);
  await expect(page.getByRole('button', { name: 'Companion: connected' })).toBeVisible();
  await page.getByRole('radio', { name: 'Gemini' }).check();
  await isReadyOffline(page, MONACO, /json\.worker/);
  await companion.stop();
  await page.reload();
  await expect(page.locator('[data-part=editor] .monaco-editor').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Document: git.json' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Gemini' })).toBeChecked();
  await expect(output(page)).toContainText('git_push');
  for (const [tab, part] of [
    ['Commands', 'commands'],
    ['Safety', 'safety'],
    ['Calls', 'calls'],
    ['Filter', 'filter'],
    ['Compare', 'compare'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page.locator(`[data-part=${part}]`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Companion: not answering' }).click();
  await expect(page.locator('[data-part=companion]')).toContainText('The companion does not answer');
});

test('what is kept is the page: nothing of the API, no short link', async ({ companion, page, expectComplaint }) => {
  expectComplaint(/status of 401 .*\/api\/v1\/tools/);
  expectComplaint(/status of 404 .*\/s\/abcdef/);
  await openPlayground(page, companion.link);
  await isReadyOffline(page);
  await page.evaluate(() => fetch('/api/v1/tools'));
  await page.goto(`${companion.origin}/s/abcdef`);
  await page.goto(companion.origin);
  const paths = await keptPaths(page);
  expect(paths).toContain('/');
  expect(paths.filter((path) => !/^\/($|favicon\.svg$|assets\/)/.test(path))).toStrictEqual([]);
});

test('another server at the address gets its own page and nothing of ours stays', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await isReadyOffline(page);
  await companion.stop();
  const { port } = new URL(companion.origin);
  const foreign = await startPageServer(
    (path) => (path === '/' ? '<title>Elsewhere</title><h1>Another page</h1>' : undefined),
    Number(port),
  );
  try {
    await page.goto(companion.origin);
    await expect(page.getByRole('heading', { name: 'Another page' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => caches.keys())).toStrictEqual([]);
    const registrations = (): Promise<number> =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(registrations).toBe(0);
  } finally {
    await foreign.close();
  }
  await expect(page.goto(companion.origin)).rejects.toThrow('ERR_CONNECTION_REFUSED');
});

test('a file that another server gives under the name of one of ours is not kept', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED .*\/assets\/o200k/);
  const name = readdirSync(join(ROOT, 'web/dist/assets')).find((file) => /^o200k.*\.js$/.test(file)) ?? '';
  const path = `/assets/${name}`;
  const server = await startPageServer(builtPage);
  try {
    await page.goto(server.origin);
    await isReadyOffline(page);
    expect(await keptPaths(page)).not.toContain(path);
    server.show((asked) => (asked === path ? 'self.attacked = true;' : '<title>Elsewhere</title>'));
    await page.goto(`${server.origin}/elsewhere`);
    const fetched = await page.evaluate((url) => fetch(url).then((answer) => answer.ok, String), path);
    expect(fetched).toBe('TypeError: Failed to fetch');
    expect(await keptPaths(page)).not.toContain(path);
  } finally {
    await server.close();
  }
});

test('a new build is offered to open pages and not forced on them', async ({ context, page }) => {
  const { site, styles } = earlierPage();
  const server = await startPageServer(site);
  const notice = '[data-part=new-version]';
  const sheets = (of: Page): Promise<string[]> =>
    of.evaluate(() => [...document.styleSheets].map(({ href }) => new URL(href ?? location.href).pathname));
  const editor = page.getByRole('textbox', { name: 'ATIP document' });
  try {
    await page.setViewportSize({ width: 800, height: 700 });
    await page.goto(server.origin);
    await isReadyOffline(page);
    await editor.fill('{ "name": "mine" }');
    server.show(builtPage);
    const second = await context.newPage();
    await second.goto(server.origin);
    expect(await sheets(second)).not.toContain(styles);
    await expect(page.locator(notice)).toContainText('A new version of this page is ready', { timeout: 20_000 });
    await expect(second.locator(notice)).toHaveCount(0);
    await expect(editor).toHaveValue('{ "name": "mine" }');
    expect(await sheets(page)).toContain(styles);
    await page.locator(notice).getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => sheets(page)).not.toContain(styles);
    await expect(editor).toHaveValue('{ "name": "mine" }');
  } finally {
    await server.close();
  }
  // The new one is what opens without a server.
  await page.reload();
  await expect(editor).toHaveValue('{ "name": "mine" }');
  expect(await sheets(page)).not.toContain(styles);
});
