import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { axe } from './axe.ts';
import { askToDelete } from './ask-to-delete.ts';
import { expect, ROOT, test } from './companion.ts';
import { openPlayground } from './page.ts';

const PICTURES = process.env['ATIP_PICTURES'] ?? join(ROOT, 'test-results/pictures');

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await axe(page).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** What can be done to the page beside a dialog: focused by a script, hit by a pointer, painted above it. */
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
  const opener = page.getByRole('button', { name: 'Keys', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeFocused();
    expect(await reachBeside(dialog)).toStrictEqual({ focused: false, hit: false, modal: true });
    await leave();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('the palette: by its key, by name, and what was used lately comes first', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  const field = page.getByRole('combobox', { name: 'Find a command' });
  await page.keyboard.press('ControlOrMeta+K');
  await expect(field).toBeFocused();
  expect(await violations(page)).toStrictEqual([]);
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, 'palette.png') });
  await page.keyboard.type('zzzz');
  await expect(page.locator('[data-part=palette]').getByRole('status')).toHaveText('No command matches “zzzz”');
  await page.keyboard.press('ControlOrMeta+K');
  await expect(field).toBeHidden();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('keys');
  const active = page.getByRole('option', { selected: true });
  const title = await active.locator('.palette-title').innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([new RegExp(`^${title}`)]);
  await page.keyboard.press('End');
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`high contrast on a ${colorScheme} system: chosen, or what the system asks for`, async ({ companion, page }) => {
    const colours = (): Promise<string[]> =>
      page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]);
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    await openPlayground(page, companion.link);
    const asked = await colours();
    expect(asked).toStrictEqual(
      colorScheme === 'light' ? ['oklch(1 0 0)', 'oklch(0 0 0)'] : ['oklch(0 0 0)', 'oklch(1 0 0)'],
    );
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' });
    expect(await colours()).not.toStrictEqual(asked);
    for (const next of ['light', 'dark', 'high contrast']) {
      await page.getByRole('button', { name: new RegExp(`^Theme: .*Switch to ${next}`) }).click();
    }
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
    expect(await colours()).toStrictEqual(asked);
    expect(await violations(page)).toStrictEqual([]);
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `contrast-${colorScheme}.png`) });
  });
}
