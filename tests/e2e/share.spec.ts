import { expect, test } from './companion.ts';
import { LARGE_COUNT, largeDocument } from './documents.ts';
import { copyShareLink, downloadOutput, openPlayground, output, pasteDocument } from './page.ts';

test('a share link opens elsewhere with the same document, provider and output', async ({
  companion,
  page,
  browser,
}) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, largeDocument());
  await page.getByRole('radio', { name: 'Gemini' }).check();
  await expect(output(page)).toContainText(`${LARGE_COUNT} tools`);
  await expect(output(page).getByLabel('Tools for Gemini')).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.locator('[data-part=share-dialog]');
  const link = await dialog.getByLabel('Share link').inputValue();
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#v2\.[A-Za-z0-9._-]+$/);
  await expect(dialog).toContainText(`${link.length.toLocaleString('en')} characters`);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  const sent = await downloadOutput(page);

  const second = await browser.newContext();
  const other = await second.newPage();
  await other.goto(link);
  await expect(other.getByRole('radio', { name: 'Gemini' })).toBeChecked();
  await expect(output(other)).toContainText(`${LARGE_COUNT} tools`);
  await expect(other.locator('[data-part=shared-document]')).toBeVisible();
  expect(await downloadOutput(other)).toStrictEqual(sent);
  await second.close();
});

test('a link leaves the draft alone and one click brings it back; one that cannot be read says so', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  const gitLink = await copyShareLink(page);
  await pasteDocument(
    page,
    '{"atip":"0.3","name":"mine","version":"1","description":"My draft","commands":{"go":{"description":"Go"}}}',
  );
  await expect(output(page)).toContainText('mine_go');
  await page.goto('about:blank');
  await page.goto(gitLink);
  await expect(page.locator('[data-part=shared-document]')).toBeVisible();
  await expect(output(page)).toContainText('git_log');
  await page.getByRole('button', { name: 'Back to my draft' }).click();
  await expect(output(page)).toContainText('mine_go');
  for (const fragment of ['#v2.0.AAAA', '#v9.0.AAAA', '#v2.']) {
    await page.goto('about:blank');
    await page.goto(`${companion.origin}/${fragment}`);
    const notice = page.locator('[data-part=unreadable-link]');
    await expect(notice).toContainText('could not be read');
    await expect(notice.getByRole('button', { name: 'Copy the raw link' })).toBeVisible();
    await expect(output(page)).toContainText('mine_go');
  }
});
