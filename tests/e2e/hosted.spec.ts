import type { BrowserContext, Locator, Page } from '@playwright/test';
import { type RunningWorker, startWorker } from '../edge/start-worker.ts';
import { inBothSchemes } from './axe.ts';
import { PLANTED_SECRET, expect, test as base } from './companion.ts';
import { startPageServer } from './page-server.ts';
import { copyShareLink, downloadOutput, openPlayground, openSample, output, pasteDocument } from './page.ts';

/** The edge Worker of this file, in workerd; only its last test stops it. */
type Host = Pick<RunningWorker, 'url' | 'stop'>;

interface HostedFixtures {
  /** Opens an address in a browser that has seen nothing yet. */
  readonly openElsewhere: (address: string) => Promise<Page>;
}

const test = base.extend<HostedFixtures, { host: Host }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
    async ({}, use) => {
      const { url, stop } = await startWorker();
      let stopped: Promise<void> | undefined;
      const stopOnce = (): Promise<void> => {
        stopped ??= stop();
        return stopped;
      };
      try {
        await use({ url, stop: stopOnce });
      } finally {
        await stopOnce();
      }
    },
    { scope: 'worker' },
  ],
  openElsewhere: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (address) => {
      const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(address);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** Opens the dialog and chooses the short link. */
async function openShort(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.locator('[data-part=share-dialog]');
  await dialog.getByRole('radio', { name: 'Short link' }).check();
  return dialog;
}

/** Stores what is open. @returns the short address, which was copied as well */
async function storeShort(page: Page, dialog: Locator): Promise<string> {
  await dialog.getByRole('button', { name: 'Store it and copy the short link' }).click();
  const address = await dialog.getByRole('textbox', { name: 'Short link' }).inputValue();
  await expect(dialog.getByRole('status')).toContainText('Stored and copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  return address;
}

/** Opens a link and waits for what it carries. */
async function openShared(open: HostedFixtures['openElsewhere'], address: string): Promise<Page> {
  const page = await open(address);
  await expect(page.locator('[data-part=shared-document]')).toBeVisible();
  return page;
}

test('what the companion’s page shares opens at the host, and read-only', async ({
  companion,
  host,
  page,
  browser,
  openElsewhere,
}) => {
  await openPlayground(page, companion.link);

  await test.step('a link of the companion’s page opens at the host, long and short, with the same document, provider and output', async () => {
    await page.getByLabel('Provider').selectOption({ label: 'Gemini' });
    await expect(output(page).getByLabel('Tools for Gemini')).toBeVisible();
    const sent = await downloadOutput(page);
    const link = await copyShareLink(page);
    const short = await storeShort(page, await openShort(page));
    expect(short).toMatch(new RegExp(`^${companion.origin}/s/[\\w-]{22}$`));

    const asked: string[] = [];
    const hosted = await openShared(openElsewhere, link.replace(companion.origin, host.url));
    hosted.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await expect(hosted.getByLabel('Provider')).toHaveValue('gemini');
    expect(await downloadOutput(hosted)).toStrictEqual(sent);
    await expect(hosted.getByRole('button', { name: /Connect this computer$/ })).toBeVisible();
    const dialog = await openShort(hosted);
    expect(asked.filter((path) => path.startsWith('/api/'))).toStrictEqual([]);
    const stored = await storeShort(hosted, dialog);
    // One content has one id, wherever it is stored.
    expect(stored).toBe(short.replace(companion.origin, host.url));

    const fresh = await openShared(openElsewhere, stored);
    await expect(fresh.getByLabel('Provider')).toHaveValue('gemini');
    expect(await downloadOutput(fresh)).toStrictEqual(sent);
    await page.keyboard.press('Escape');
  });

  await test.step('the read-only view shows document and output, also in a narrow frame, and touches nothing of browser or companion', async () => {
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
    await frame.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    expect(await inBothSchemes(frame)).toStrictEqual([]);
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
});

test('the hosted page, with and without a network', async ({ host, page, openElsewhere, expectComplaint }) => {
  expectComplaint(/status of 422 .*\/api\/v1\/shares/);
  expectComplaint(/Refused to frame|Framing '.*' violates|frame-ancestors/);
  expectComplaint(/ERR_CONNECTION_REFUSED .*\/api\/v1\/shares/);

  await test.step('the host is sent no key to a companion', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await openPlayground(page, `${host.url}/#k=some-code`);
    // A public host must not get the code that opens a companion.
    await expect(page).toHaveURL(`${host.url}/`);
    // It has no companion, and looking for one again would find as little.
    await page.getByRole('button', { name: /Connect this computer$/ }).click();
    const panel = page.getByRole('dialog', { name: 'Connect this computer' });
    await expect(panel).toContainText('as a file, and drop that on the page which opens there');
    await expect(panel.getByRole('button', { name: 'Look again' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    expect(asked.filter((path) => path.startsWith('/api/'))).toStrictEqual([]);
  });

  await test.step('an agent fetches by URL what the page downloads', async () => {
    const sent = await downloadOutput(page);
    const dialog = await openShort(page);
    await expect(dialog.getByRole('radio', { name: '30 days' })).toBeChecked();
    await dialog.getByRole('radio', { name: '1 day' }).check();
    const address = await storeShort(page, dialog);
    await expect(dialog.getByRole('status')).toContainText('kept until');
    const url = dialog.getByRole('textbox', { name: 'Address of the tools' });
    await expect(url).toHaveValue(`${address}/openai.json`);
    const answer = await fetch(await url.inputValue());
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toStrictEqual([200, '*']);
    expect(await answer.json()).toStrictEqual(sent);
    await dialog.getByLabel('Tools for').selectOption('Anthropic');
    expect((await fetch(await url.inputValue())).status).toBe(200);
    await page.keyboard.press('Escape');
  });

  await test.step('another site frames the read-only view, and not the page', async () => {
    const link = await copyShareLink(page);
    const framed = link.replace('#', '?embed#');
    const site = await startPageServer(
      (path) => `<!doctype html><title>Elsewhere</title><iframe src="${path === '/page' ? link : framed}"></iframe>`,
    );
    try {
      // The other site chooses the framed address, so its address has to be one that was opened.
      const other = await openElsewhere(framed);
      await other.goto(`${site.origin}/embed`);
      const view = other.frameLocator('iframe');
      await expect(view.getByLabel('Tools for OpenAI')).toContainText('git_log');
      await other.goto(`${site.origin}/page`);
      await expect.poll(() => other.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
      await expect(view.locator('html[data-state]')).toHaveCount(0);
    } finally {
      await site.close();
    }
  });

  await test.step('what the host refuses is said in words, and nothing is stored', async () => {
    await pasteDocument(
      page,
      `{"atip":"0.3","name":"t","version":"1","description":"uses ${PLANTED_SECRET}","commands":{"":{"description":"d"}}}`,
    );
    await expect(output(page)).toContainText('1 tool');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.locator('[data-part=share-dialog]');
    await dialog.getByLabel('Share anyway').check();
    await dialog.getByRole('radio', { name: 'Short link' }).check();
    const store = dialog.getByRole('button', { name: 'Store it and copy the short link' });
    await store.click();
    const alert = dialog.getByRole('alert').filter({ hasText: 'Not stored' });
    await expect(alert).toContainText('github-token in documents[0].text, line 1');
    await expect(alert).toContainText('choose “Share redacted” above');
    await expect(alert).not.toContainText(PLANTED_SECRET);
    await dialog.getByLabel('Share redacted').check();
    await expect(alert).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('without a network the page works, and says why a short link is not made', async () => {
    await openSample(page, /^git /);
    await openShort(page);
    await page.keyboard.press('Escape');
    await host.stop();
    const dialog = await openShort(page);
    await dialog.getByRole('button', { name: 'Store it and copy the short link' }).click();
    await expect(dialog.getByRole('alert')).toContainText('you may be offline');
  });
});
