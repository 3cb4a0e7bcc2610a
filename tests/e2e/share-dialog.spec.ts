import type { Locator, Page } from '@playwright/test';
import { expect, PLANTED_SECRET, test } from './companion.ts';
import { openPlayground, output, pasteDocument } from './page.ts';
import { builtPage, startPageServer } from './page-server.ts';

/** Opens the dialog at the link, which on one's own machine stands behind the file. */
async function openShare(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.locator('[data-part=share-dialog]');
  await dialog.getByRole('radio', { name: 'Link for this computer' }).check();
  return dialog;
}

test('secrets are named by line and rule; the redacted link holds none of them', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await pasteDocument(
    page,
    `{"atip":"0.3","name":"t","version":"1","description":"d",\n"commands":{"":{"description":"uses ${PLANTED_SECRET}"}}}`,
  );
  await expect(output(page)).toContainText('1 tool');
  const dialog = await openShare(page);
  await expect(dialog.getByRole('row', { name: /t\.json, line 2 github-token .*\[REDACTED\]/ })).toBeVisible();
  await expect(dialog.getByLabel('Share link')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  await dialog.getByLabel('Share redacted').check();
  const link = await dialog.getByLabel('Share link').inputValue();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.locator('[data-part=shared-document]')).toBeVisible();
  await expect(output(page)).toContainText('uses [REDACTED]');
  expect(await page.content()).not.toContain(PLANTED_SECRET);
});

test('another document goes along when it is chosen, and takes its secrets to the gate', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, `{"secret": "${PLANTED_SECRET}"}`);
  await page.getByRole('button', { name: /^Document:/ }).click();
  await page.getByRole('menuitem', { name: /^hello/ }).click();
  await expect(output(page)).toContainText('hello');
  const dialog = await openShare(page);
  await expect(dialog.getByLabel('Share link')).toBeVisible();
  await dialog.getByLabel('Also git.json').check();
  await expect(dialog.getByRole('alert')).toContainText('1 place may hold a secret');
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  await dialog.getByLabel('Share anyway').check();
  await expect(dialog.getByLabel('Share link')).toBeVisible();
  // The approval covered this set of documents.
  await dialog.getByLabel('Also git.json').uncheck();
  await dialog.getByLabel('Also git.json').check();
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
});

test('the link is copied whole; a session is a file that opens again', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await page.getByLabel('Provider').selectOption({ label: 'Gemini' });
  const dialog = await openShare(page);
  const link = await dialog.getByLabel('Share link').inputValue();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const form = (name: string): Locator => dialog.getByRole('radio', { name, exact: true });
  // A frame with an address of this machine is of use to nobody.
  await expect(form('Embed')).toHaveCount(0);
  await form('File').check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download session' }).click(),
  ]);
  const file = await download.path();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await page.getByLabel('Provider').selectOption({ label: 'OpenAI' });
  await page.getByRole('button', { name: 'New document' }).click();
  await page.getByLabel('File to open').setInputFiles(file);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.locator('[data-part=shared-document]')).toBeVisible();
  await expect(page.getByLabel('Provider')).toHaveValue('gemini');
});

test('where no companion answers, a link leads to the own one', async ({ page }) => {
  const server = await startPageServer(builtPage);
  try {
    await openPlayground(page, server.origin);
    const dialog = await openShare(page);
    await dialog.getByText('Open it on your own computer').click();
    await dialog.getByLabel('Port').fill('99999');
    await expect(dialog.getByRole('button', { name: 'A port is 1 to 65535' })).toBeDisabled();
    await dialog.getByLabel('Port').fill('4999');
    const over = dialog.getByRole('link', { name: 'Open there' });
    await expect(over).toHaveAttribute('href', /^http:\/\/127\.0\.0\.1:4999\/#v2\./);
    await page.keyboard.press('Escape');
  } finally {
    // The page still loads files, which would fail when the server is gone.
    await page.goto('about:blank');
    await server.close();
  }
});
