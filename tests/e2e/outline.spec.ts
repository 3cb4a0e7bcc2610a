import type { Locator, Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { LARGE_COUNT, largeDocument } from './documents.ts';
import { openPlayground, pasteDocument } from './page.ts';

function outline(page: Page): Locator {
  return page.locator('[data-part=commands]');
}

function tree(page: Page): Locator {
  return outline(page).getByRole('tree', { name: 'Commands' });
}

function row(page: Page, name: RegExp): Locator {
  return tree(page).getByRole('treeitem', { name });
}

async function openLarge(page: Page, link: string): Promise<void> {
  await openPlayground(page, link);
  await pasteDocument(page, largeDocument());
  await expect(outline(page).getByPlaceholder(`${LARGE_COUNT} commands`)).toBeVisible();
}

test('by keyboard alone: walk, leave out, go to the place, search and filter until nothing is left', async ({
  companion,
  page,
}) => {
  await openLarge(page, companion.link);
  await tree(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(row(page, /^group1, 7 commands/)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.type('action-2');
  await page.keyboard.press(' ');
  await expect(row(page, /^action-2, .*left out$/)).toHaveAttribute('aria-checked', 'false');
  await expect(row(page, /^group1, 7 commands/)).toHaveAttribute('aria-checked', 'mixed');
  await expect(outline(page).getByText('166 of 167 included')).toBeVisible();
  await page.keyboard.press(' ');
  await expect(outline(page).getByText('166 of 167 included')).toBeHidden();

  await page.keyboard.press('Enter');
  await expect(page.locator('[data-part=editor] .monaco-editor').first()).toHaveClass(/focused/);

  const search = outline(page).getByRole('searchbox', { name: 'Search commands' });
  await search.focus();
  await page.keyboard.type('kind 23 action-2');
  await expect(tree(page).getByRole('treeitem')).toHaveCount(2);
  await search.fill('--dry-run');
  await outline(page).getByRole('button', { name: '24 destroy' }).press('Enter');
  await expect(outline(page).getByText('24 of 167: destroys')).toBeVisible();
  await search.fill('nothing has this');
  await expect(outline(page).getByText('No command matches “nothing has this”.')).toBeVisible();
  await outline(page).getByRole('button', { name: 'Clear the search' }).press('Enter');
  await expect(search).toHaveValue('');
  await expect(tree(page).getByRole('treeitem').first()).toBeVisible();
});

test('what is left out is left out everywhere, and Undo takes each step back', async ({ companion, page }) => {
  await openLarge(page, companion.link);
  await row(page, /^group0, /)
    .locator('[data-click=filter]')
    .click();
  await expect(outline(page).getByText('161 of 167 included')).toBeVisible();
  await expect(page.locator('[data-part=output]').getByText('161', { exact: false }).first()).toBeVisible();
  await row(page, /^group3, /)
    .locator('[data-click=filter]')
    .click({ modifiers: ['Shift'] });
  await expect(outline(page).getByText('7 of 167 included')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(outline(page).getByText('161 of 167 included')).toBeVisible();
  await outline(page).getByRole('button', { name: 'Show all' }).click();
  await expect(outline(page).getByText('161 of 167 included')).toBeHidden();
});

test('a command with an error is marked, with the group above it', async ({ companion, page }) => {
  await openLarge(page, companion.link);
  await pasteDocument(page, largeDocument().replace('"destructive": false', '"destructive": "perhaps"'));
  await expect(row(page, /^group0, \d commands, has an error/)).toBeVisible();
  await expect(row(page, /^group1, 7 commands, destroys/)).toBeVisible();
});
