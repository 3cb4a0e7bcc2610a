import type { Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { openPlayground, output, pasteDocument } from './page.ts';

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
}

async function choose(page: Page, words: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

test('the palette: by key and button, with what was used lately first; it finds commands of the document and acts on it', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  const field = page.getByRole('combobox', { name: 'Search' });
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type('zzzz');
  await expect(page.locator('[data-part=palette]').getByRole('status')).toHaveText('Nothing matches “zzzz”');
  await page.keyboard.press('ControlOrMeta+K');
  await expect(field).toBeHidden();
  await openPalette(page);
  await page.keyboard.type('keys');
  const title = await page.getByRole('option', { selected: true }).locator('.palette-title').innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await openPalette(page);
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([new RegExp(`^${title}`)]);
  // The tool's commands come a moment later, behind the others.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true', { timeout: 3000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await openPalette(page);
  await page.keyboard.type('branch');
  const option = page.getByRole('group', { name: 'Tool commands' }).getByRole('option').first();
  await expect(option).toContainText('branch');
  await option.click();
  await expect(page.locator('[data-part=editor] .monaco-editor.focused')).toBeVisible();
  await expect(page.locator('[data-part=editor] .selected-text').first()).toBeVisible();
  await choose(page, 'provider mcp');
  await expect(output(page)).toContainText('inputSchema');
});

test('the palette formats the document, and Undo takes it back', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, '{"atip":{"version":"0.4"},"name":"packed"}');
  const line = page.locator('[data-part=editor] .view-line');
  await expect(line).toHaveCount(1);
  await choose(page, 'format document');
  await expect(line).toHaveCount(7);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(line).toHaveCount(1);
});
