import type { Locator, Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { LARGE_COUNT, largeDocument } from './documents.ts';
import { openPlayground, pasteDocument } from './page.ts';

function panel(page: Page): Locator {
  return page.locator('[data-part=commands]');
}

function tree(page: Page): Locator {
  return panel(page).getByRole('tree', { name: 'Commands by group' });
}

function row(page: Page, name: RegExp): Locator {
  return tree(page).getByRole('treeitem', { name });
}

async function openCommands(page: Page, link: string): Promise<void> {
  await openPlayground(page, link);
  await page.getByRole('tab', { name: 'Commands' }).click();
  await expect(tree(page)).toBeVisible();
}

async function openLarge(page: Page, link: string): Promise<void> {
  await openPlayground(page, link);
  await pasteDocument(page, largeDocument());
  await page.getByRole('tab', { name: 'Commands' }).click();
  await expect(panel(page).getByText(`All ${LARGE_COUNT} commands included`)).toBeVisible();
}

test('the tree is walked by keyboard alone, and search and risks narrow it until nothing is left', async ({
  companion,
  page,
}) => {
  await openLarge(page, companion.link);
  await tree(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(row(page, /^group1, 7 commands/)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.type('action-2');
  await page.keyboard.press('Enter');
  const detail = panel(page).getByRole('region', { name: 'Details of group1 action-2' });
  await expect(detail.getByText('Do number 2 to things of kind 1')).toBeVisible();
  await expect(detail.getByRole('list', { name: 'Effects' }).getByText('destroys')).toBeVisible();
  await expect(detail.getByRole('row', { name: '--dry-run' })).toContainText('boolean');
  await page.keyboard.press(' ');
  await expect(row(page, /^action-2, .*left out$/)).toHaveAttribute('aria-checked', 'false');
  await expect(row(page, /^group1, 7 commands/)).toHaveAttribute('aria-checked', 'mixed');
  await expect(panel(page).getByText('166 of 167 commands included, 1 left out (1 of them destructive)')).toBeVisible();
  const search = panel(page).getByRole('searchbox', { name: 'Search commands' });
  await search.fill('kind 23 action-2');
  await expect(row(page, /^action-2, destroys/)).toBeVisible();
  await expect(tree(page).getByRole('treeitem')).toHaveCount(2);
  await panel(page).getByRole('button', { name: 'not twice 24' }).click();
  await expect(
    panel(page).getByText(/0 of 167 commands have “kind 23 action-2” and have one of the risks/),
  ).toBeVisible();
  await panel(page).getByRole('button', { name: 'Show 167 commands' }).click();
  await expect(search).toHaveValue('');
  await panel(page).getByRole('button', { name: 'destroys 24' }).click();
  await expect(panel(page).getByText('24 found')).toBeVisible();
  await search.fill('--dry-run');
  await expect(panel(page).getByText('24 found')).toBeVisible();
});

test('a filter goes by clicks and Undo, and core decides what is left', async ({ companion, page }) => {
  await openLarge(page, companion.link);
  await row(page, /^group0, /)
    .locator('[data-click=filter]')
    .click();
  await expect(panel(page).getByText('161 of 167 commands included, 6 left out (1 of them destructive)')).toBeVisible();
  await row(page, /^group3, /).click();
  await panel(page).getByRole('button', { name: 'Only this' }).click();
  await expect(panel(page).getByText(/^7 of 167 commands included/)).toBeVisible();
  await page.getByRole('tab', { name: 'Output' }).click();
  await expect(page.locator('[data-part=output]').getByText('7 tools', { exact: false }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Commands' }).click();
  await panel(page).getByRole('button', { name: 'Show all' }).click();
  await expect(panel(page).getByText('All 167 commands included')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(panel(page).getByText(/^7 of 167 commands included/)).toBeVisible();
});

test('the picture of a small document says danger and price and filters; a command leads to its place', async ({
  companion,
  page,
}) => {
  await openCommands(page, companion.link);
  await panel(page).getByText('Picture of size and danger').click();
  const picture = panel(page).getByRole('group', { name: /^Picture of \d+ commands by risk and tokens/ });
  await picture.getByRole('button', { name: /^log, / }).hover();
  await expect(panel(page).getByText(/^log — .* tokens of /)).toBeVisible();
  await picture.getByRole('button', { name: /^log, / }).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText(/commands included, 1 left out/)).toBeVisible();
  await expect(panel(page).getByText(/^log — .* · left out$/)).toBeVisible();
  await row(page, /^log, /).click();
  const detail = panel(page).getByRole('region', { name: 'Details of log' });
  await expect(detail.getByText('git_log')).toBeVisible();
  await detail.getByRole('button', { name: 'Show in document' }).click();
  await expect(page.locator('[data-part=editor] .monaco-editor')).toHaveClass(/focused/);
});
