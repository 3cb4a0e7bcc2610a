import type { Locator, Page } from '@playwright/test';
import { type Companion, expect } from './companion.ts';
import { responseWithCall } from './documents.ts';
import { openPlayground } from './page.ts';

/** @returns the panel, with the git document that the companion has, too */
export async function openTry(page: Page, { link }: Pick<Companion, 'link'>): Promise<Locator> {
  await openPlayground(page, link);
  await page.getByRole('tab', { name: 'Try it' }).click();
  return page.locator('[data-part=try]');
}

/** In that panel: goes as far as the question whether `git branch --delete` may run with these names. @returns its dialog */
export async function ask(page: Page, branches: readonly string[]): Promise<Locator> {
  await page
    .getByRole('textbox', { name: 'A model’s answer' })
    .fill(responseWithCall('call_1', 'git_branch_--delete', { branches }));
  await page.locator('[data-part=try]').getByRole('button', { name: 'Run after asking' }).click();
  const dialog = page.locator('[data-part=confirmation]');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  return dialog;
}
