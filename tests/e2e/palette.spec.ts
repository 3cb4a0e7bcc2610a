import type { Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { openPlayground, output, pasteDocument } from './page.ts';

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('combobox', { name: 'Find a command' })).toBeFocused();
}

async function choose(page: Page, words: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

test('the header’s button opens it; what is not there is said', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await page.getByRole('button', { name: 'Command palette' }).click();
  await expect(page.getByRole('combobox', { name: 'Find a command' })).toBeFocused();
  await page.keyboard.type('qqqq');
  await expect(page.locator('[data-part=palette]')).toContainText('No command matches “qqqq”');
});

test('a command of the document: its place is shown, with the focus there', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await openPalette(page);
  await page.keyboard.type('branch');
  const option = page.getByRole('group', { name: 'Commands of this document' }).getByRole('option').first();
  await expect(option).toContainText('branch');
  await option.click();
  await expect(page.locator('[data-part=editor] .monaco-editor.focused')).toBeVisible();
  await expect(page.locator('[data-part=editor] .selected-text').first()).toBeVisible();
});

test('the provider changes, and formatting the document is taken back', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await choose(page, 'provider mcp');
  await expect(page.getByRole('radio', { name: 'MCP' })).toBeChecked();
  await expect(output(page)).toContainText('inputSchema');
  await pasteDocument(page, '{"atip":{"version":"0.4"},"name":"packed"}');
  const line = page.locator('[data-part=editor] .view-line');
  await expect(line).toHaveCount(1);
  await choose(page, 'format document');
  await expect(line).toHaveCount(7);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(line).toHaveCount(1);
});
