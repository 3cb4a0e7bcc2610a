import type { Locator } from '@playwright/test';
import { askToDelete } from './ask-to-delete.ts';
import { violations } from './axe.ts';
import { expect, test } from './companion.ts';
import { openPlayground } from './page.ts';

/** Ways to use the page beside a dialog: focused by a script, hit by a pointer, painted above it. */
async function reachBeside(dialog: Locator): Promise<{ focused: boolean; hit: boolean; modal: boolean }> {
  return dialog.evaluate((element) => {
    const beside = document.querySelector<HTMLElement>('header button');
    if (beside === null) throw new Error('There is no button in the header.');
    const { x, y, width, height } = beside.getBoundingClientRect();
    const before = document.activeElement;
    beside.focus();
    const focused = document.activeElement === beside;
    if (before instanceof HTMLElement) before.focus();
    // In the top layer nothing that the page itself paints can lie over it, whatever its z-index.
    const cover = document.createElement('div');
    cover.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647';
    document.body.append(cover);
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    const box = element.getBoundingClientRect();
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + 4);
    cover.remove();
    return {
      focused,
      hit: at !== element || !(over !== null && element.contains(over)),
      modal: element.matches(':modal'),
    };
  });
}

test('the question whether a program may run is modal to the browser itself', async ({ companion, page }) => {
  const dialog = await askToDelete(page, companion, ['old']);
  await expect(page.getByRole('alertdialog', { name: 'Run this command?' })).toBeVisible();
  expect(await reachBeside(dialog)).toStrictEqual({ focused: false, hit: false, modal: true });
  expect(await violations(page)).toStrictEqual([]);
  await page.mouse.click(2, 2);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a dialog is left by Escape and by its button, and the focus returns', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  const opener = page.getByRole('button', { name: 'Help', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Keys' }).press('Enter');
    await expect(dialog).toBeFocused();
    expect(await reachBeside(dialog)).toStrictEqual({ focused: false, hit: false, modal: true });
    await leave();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('high contrast: chosen, or what a light or a dark system asks for', async ({ companion, page }) => {
  const colours = (): Promise<string[]> =>
    page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]);
  // A colour on its way from one to another is neither.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPlayground(page, companion.link);
  const high = { light: ['oklch(1 0 0)', 'oklch(0 0 0)'], dark: ['oklch(0 0 0)', 'oklch(1 0 0)'] };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    await expect.poll(colours).toStrictEqual(high[colorScheme]);
    expect(await violations(page)).toStrictEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'no-preference' });
  await expect.poll(colours).not.toStrictEqual(high.dark);
  for (const next of ['light', 'dark', 'high contrast']) {
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^Theme: .*to ${next}$`) }).click();
  }
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await expect.poll(colours).toStrictEqual(high.dark);
});

test('a message leaves by itself, also after the one before it was closed under the pointer', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  const message = page.locator('.toast');
  // Not the message of the opening: a slow machine may be done with it before the page is.
  await page.getByRole('button', { name: 'New document' }).click();
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect(message).toHaveCount(0);
  await page.getByRole('button', { name: 'New document' }).click();
  await page.mouse.move(300, 300);
  await expect(message).toBeVisible();
  await expect(message).toHaveCount(0);
});
