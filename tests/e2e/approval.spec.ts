import { createServer } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import { writeRedirectFile } from '../../server/src/serve/redirect-file.ts';
import { askToDelete } from './ask-to-delete.ts';
import { expect, git, test } from './companion.ts';

function approveButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^Run git/ });
}

/** Looks for far longer than the half second after which only what was not read can still hold approving back. */
async function expectHeldBack(page: Page): Promise<void> {
  const enabled = page.waitForSelector('[data-part=confirmation] .button-danger:enabled', { timeout: 1500 });
  await expect(enabled).rejects.toThrow('Timeout 1500ms');
}

test('what looks like a secret, or is not seen, is shown as what will run', async ({ companion, page }) => {
  const dialog = await askToDelete(page, companion, [
    'TOKEN=$(touch x)',
    'a -----BEGIN RSA PRIVATE KEY----- b',
    `list${'\u00a0'.repeat(3)}\u202etxt`,
    `old${' '.repeat(8000)}new`,
    'a\\nb',
    'a\nb',
    ' ',
  ]);
  await expect(dialog.getByRole('list', { name: 'Command line' }).getByRole('listitem')).toHaveText([
    /\/git$/,
    'branch',
    '--delete',
    '--',
    'TOKEN=$(touch x)',
    'a -----BEGIN RSA PRIVATE KEY----- b',
    'list\\u{a0}\\u{a0}\\u{a0}\\u{202e}txt',
    'old⟨8,000 spaces⟩new',
    'a\\\\nb',
    'a\\nb',
    '⟨1 space⟩',
  ]);
  await expect(approveButton(dialog)).toHaveText(
    'Run git branch --delete -- TOKEN=$(touch x) … (10 arguments, 8,092 characters)',
  );
});

test('a long command line is read to its end before it can be approved', async ({ companion, page }) => {
  const dialog = await askToDelete(page, companion, ['x'.repeat(16_000), 'old']);
  const approve = approveButton(dialog);
  await expect(approve).toHaveText('Run git branch --delete -- … (5 arguments, 16,019 characters)');
  await expect(dialog).toContainText('16,000 characters:');
  await expect(dialog).toContainText('scroll to the end');
  await expectHeldBack(page);
  const long = dialog.getByRole('region', { name: 'Element 4, 16,000 characters' });
  await long.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(approve).toBeEnabled();
  await expect(approve).toBeInViewport({ ratio: 1 });
});

test('many arguments: the dialog opens at its top, its buttons in sight, and waits for the last one', async ({
  companion,
  page,
}) => {
  const dialog = await askToDelete(
    page,
    companion,
    Array.from({ length: 200 }, (_, index) => `branch-${index}`),
  );
  const approve = approveButton(dialog);
  await expect(dialog.getByText('permanently destroys data')).toBeInViewport();
  await expect(approve).toBeInViewport({ ratio: 1 });
  await expectHeldBack(page);
  const last = dialog.getByRole('listitem').last();
  await expect(last).not.toBeInViewport();
  await last.scrollIntoViewIfNeeded();
  await expect(approve).toBeEnabled();
});

test('a page out of sight cannot be approved, and coming back starts the half second anew', async ({
  companion,
  page,
}) => {
  const dialog = await askToDelete(page, companion, ['old']);
  const approve = approveButton(dialog);
  await expect(approve).toBeEnabled();
  const become = (state: string): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await become('hidden');
  await expect(approve).toBeDisabled();
  await become('visible');
  await expect(approve).toBeDisabled();
  await expect(approve).toBeEnabled();
  await approve.click();
  await expect(page.locator('[data-phase=done]')).toBeVisible();
  expect(git(companion.repository, 'branch', '--list', 'old').trim()).toBe('');
});

test('the redirect file opens the page with its key', async ({ companion, page }) => {
  const file = writeRedirectFile(companion.link);
  try {
    await page.goto(file.url);
    await page.waitForURL((url) => url.origin === companion.origin);
    await expect(page.getByRole('button', { name: 'Companion: connected' })).toBeVisible();
  } finally {
    file.remove();
  }
});

test('another site can lead to the page, and to nothing else', async ({ companion, page, expectComplaint }) => {
  expectComplaint(/frame-ancestors 'none'/);
  expectComplaint(/status of 403|ERR_BLOCKED_BY_RESPONSE/);
  // The frame, and what the other site asks for itself.
  expectComplaint(new RegExp(`^Foreign request: ${companion.origin}/$`));
  const foreign = `<!doctype html><title>elsewhere</title>
    <a href="${companion.link}">Open in my companion</a>
    <a href="${companion.origin}/api/v1/health">API</a>
    <a href="${companion.origin}/index.html">File</a>
    <iframe name="framed" src="${companion.origin}/"></iframe>`;
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(foreign);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  if (address === null || typeof address === 'string') throw new Error('The foreign site has no port.');
  // By name it is another site, by address only another origin of the same one.
  const [crossSite, sameSite] = [`http://localhost:${address.port}/`, `http://127.0.0.1:${address.port}/`];
  try {
    const framed = page.waitForResponse(`${companion.origin}/`);
    await page.goto(crossSite);
    expect((await framed).status()).toBe(403);
    const fetched = await page.evaluate(
      (origin) =>
        fetch(`${origin}/`, { mode: 'no-cors' }).then(
          ({ type }) => type,
          (error: unknown) => String(error),
        ),
      companion.origin,
    );
    expect(fetched).not.toBe('basic');
    for (const [name, site] of [
      ['API', crossSite],
      ['File', crossSite],
      ['API', sameSite],
    ] as const) {
      await page.goto(site);
      await page.getByRole('link', { name }).click();
      await expect(page.locator('body')).toContainText('cross-site');
    }
    await page.goto(crossSite);
    await page.getByRole('link', { name: 'Open in my companion' }).click();
    await expect(page.getByRole('button', { name: 'Companion: connected' })).toBeVisible();
  } finally {
    site.close();
  }
});
