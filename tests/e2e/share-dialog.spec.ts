import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, PLANTED_SECRET, ROOT, test } from './companion.ts';
import { openPlayground, output, pasteDocument } from './page.ts';
import { builtPage, startPageServer } from './page-server.ts';

async function openShare(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  return page.locator('[data-part=share-dialog]');
}

test('secrets are named by line and rule; the redacted link holds none of them', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await pasteDocument(
    page,
    `{"atip":"0.3","name":"t","version":"1","description":"d",\n"commands":{"":{"description":"uses ${PLANTED_SECRET}"}}}`,
  );
  await expect(output(page)).toContainText('1 tool');
  const dialog = await openShare(page);
  await expect(dialog.getByRole('row', { name: /git\.json, line 2 github-token .*\[REDACTED\]/ })).toBeVisible();
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
  await dialog.getByLabel('With the other document').check();
  await expect(dialog.getByRole('alert')).toContainText('1 place may hold a secret');
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  await dialog.getByLabel('Share anyway').check();
  await expect(dialog.getByLabel('Share link')).toBeVisible();
  // What was agreed to was this set of documents.
  await dialog.getByLabel('With the other document').uncheck();
  await dialog.getByLabel('With the other document').check();
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
});

test('every form carries the same fragment; lengths say where they fit', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  const dialog = await openShare(page);
  const link = await dialog.getByLabel('Share link').inputValue();
  const fragment = link.slice(link.indexOf('#'));
  await expect(dialog).toContainText(/fits in Discord \(2,000\)|too long for Discord \(2,000\)/);
  const form = (name: string): Locator => dialog.getByRole('radio', { name, exact: true });
  await form('Markdown').check();
  await expect(dialog.getByRole('textbox', { name: 'Markdown' })).toHaveValue(`[git.json](${link})`);
  await form('Embed').check();
  await expect(dialog.getByLabel('HTML')).toHaveValue(new RegExp(`src="${companion.origin}/\\?embed${fragment}"`));
  await expect(dialog).toContainText('a companion does not let itself be framed');
  await form('Badge').check();
  await expect(dialog.getByRole('img', { name: 'Badge: ATIP, git.json' })).toBeVisible();
  const [badge] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download atip-badge.svg' }).click(),
  ]);
  expect(readFileSync(await badge.path(), 'utf8')).toContain('<title>ATIP: git</title>');
});

test('a session is a file that opens again when it is dropped on the page', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await page.getByRole('radio', { name: 'Gemini' }).check();
  const dialog = await openShare(page);
  await dialog.getByRole('radio', { name: 'File' }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download git.atip-session.json' }).click(),
  ]);
  const file = await download.path();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('radio', { name: 'OpenAI' }).check();
  await page.getByRole('button', { name: /^Document:/ }).click();
  await page.getByRole('menuitem', { name: /^Import/ }).click();
  await page.getByLabel('Import files').setInputFiles(file);
  await page.getByRole('button', { name: 'Open the session' }).click();
  await expect(page.locator('[data-part=shared-document]')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Gemini' })).toBeChecked();
});

test('a connected companion keeps a short link, which opens again until it is deleted', async ({
  companion,
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 404 .*\/s\//);
  await openPlayground(page, companion.link);
  await expect(page.getByRole('button', { name: 'Companion: connected' })).toBeVisible();
  const dialog = await openShare(page);
  await expect(dialog.getByText('Run it on your own machine.')).toBeHidden();
  await dialog.getByRole('radio', { name: 'Short link' }).check();
  await expect(dialog.getByRole('radio', { name: 'for ever' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Store it and copy the short link' }).click();
  const short = await dialog.getByRole('textbox', { name: 'Short link' }).inputValue();
  expect(short).toMatch(new RegExp(`^${companion.origin}/s/[\\w-]{22}$`));
  await expect(dialog.getByRole('status')).toHaveText('Stored and copied; kept for ever.');
  await page.goto(short);
  await expect(page.locator('[data-part=shared-document]')).toBeVisible();
  await expect(output(page)).toContainText('git_log');
  await openShare(page);
  await dialog.getByRole('radio', { name: 'Short link' }).check();
  await dialog.getByText('Links made here (1)').click();
  await dialog.getByRole('button', { name: 'Delete git.json, just now' }).click();
  await dialog.getByRole('button', { name: 'Delete link' }).click();
  await expect(dialog.getByRole('status')).toContainText('It opens nowhere any more');
  await page.goto('about:blank');
  await page.goto(short);
  await expect(page.locator('body')).toContainText('unknown-share');
});

interface Fixture {
  readonly fragment: string;
  readonly state: { readonly documents: readonly { readonly name: string; readonly text: string }[] };
}

test('links of every earlier version of the page open', async ({ companion, page }) => {
  test.slow();
  const path = join(ROOT, 'packages/share/src/fixtures/links.json');
  const fixtures: readonly Fixture[] = JSON.parse(readFileSync(path, 'utf8'));
  const withDocuments = fixtures.filter(({ state }) => state.documents.length > 0);
  expect(withDocuments.length).toBeGreaterThan(2);
  for (const { fragment, state } of withDocuments) {
    await page.goto('about:blank');
    await page.goto(`${companion.origin}/?embed${fragment}`);
    const [first] = state.documents;
    await expect(page.getByLabel('ATIP document')).toHaveText(first?.text.trim() ?? '');
    await page.goto('about:blank');
    await page.goto(`${companion.origin}/${fragment}`);
    await expect(page.locator('[data-part=shared-document]')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Document:/ })).toBeVisible();
  }
});

test('where no companion answers, everything goes to the own one by a link that is followed', async ({ page }) => {
  const server = await startPageServer(builtPage);
  try {
    await openPlayground(page, server.origin);
    const dialog = await openShare(page);
    await dialog.getByLabel('Port').fill('99999');
    await expect(dialog.getByRole('button', { name: 'A port is 1 to 65535' })).toBeDisabled();
    await dialog.getByLabel('Port').fill('4999');
    const over = dialog.getByRole('link', { name: 'Open in my companion' });
    await expect(over).toHaveAttribute('href', /^http:\/\/127\.0\.0\.1:4999\/#v1\./);
  } finally {
    await server.close();
  }
});
