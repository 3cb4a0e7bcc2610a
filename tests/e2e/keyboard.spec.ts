import { faultsIn } from './axe.ts';
import { expect, git, test } from './companion.ts';
import { responseWithCall } from './documents.ts';
import { Keyboard } from './keyboard.ts';
import { focusEditor, storedDraft } from './page.ts';

test('an operator by keyboard alone: checks what a model asked for, agrees, and reads it on record', async ({
  companion,
  page,
}) => {
  const keyboard = await Keyboard.arrive(page, companion.link);
  await keyboard.use('button', /^This computer/, 'Shift+Tab');
  await keyboard.reach('searchbox', /^Filter tools/);
  await keyboard.type('git');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Document: git.json' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Output' })).toBeVisible();
  await keyboard.press('Control+Alt+Digit3');
  await keyboard.reach('textbox', /^A model’s answer/);
  await keyboard.paste(responseWithCall('call_1', 'git_branch_--delete', { branches: ['old'] }));
  await expect(page.getByRole('region', { name: 'Stages of the call' })).toContainText('--delete');
  await keyboard.use('button', /^Run after asking/);

  const question = page.getByRole('alertdialog', { name: 'Run this command?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question).toContainText('destroys data');
  await keyboard.use('button', /^Run git/);
  await expect(page.getByRole('region', { name: 'Result of the run' })).toHaveAttribute('data-phase', 'done');
  expect(git(companion.repository, 'branch', '--list', 'old')).toBe('');

  await keyboard.press('ControlOrMeta+K');
  await keyboard.type('record');
  await keyboard.press('Enter');
  const record = page.getByRole('region', { name: 'Record' });
  await expect(record.getByRole('listitem').first()).toContainText('git branch --delete');
  keyboard.expectAtMost(20);

  const search = page.getByRole('combobox', { name: 'Search' });
  await test.step('letters typed while Search loads are for it, and not for the editor', async () => {
    let load = (): void => undefined;
    const wanted = new Promise<void>((done) => {
      load = done;
    });
    await page.route(/\/Dialogs-[^/]*\.js$/, async (route) => {
      await wanted;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('tab', { name: 'Output' }).click();
    await focusEditor(page);
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('zq');
    load();
    await expect(search).toBeFocused();
    await page.keyboard.type('x');
    await expect(search).toHaveValue('zqx');
    await page.keyboard.press('Escape');
    expect(await storedDraft(page)).not.toContain('zq');
  });

  await test.step('on a phone the page has its name, and a message is named and lies over neither bar nor dialog', async () => {
    await page.reload();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('ATIP workbench');
    await page.getByRole('button', { name: 'Document: git.json' }).click();
    await page.getByRole('menuitem', { name: 'Close git.json' }).click();
    await page.getByRole('button', { name: 'Document: New document' }).click();
    await page.getByRole('menuitem', { name: /^git\.json/ }).click();
    const message = page.getByRole('dialog', { name: 'Opened git.json again' });
    // Under the pointer it waits.
    await message.hover();
    expect(await faultsIn(page)).toStrictEqual([]);
    const box = await message.boundingBox();
    const bar = await page.getByRole('navigation', { name: 'Panes' }).boundingBox();
    if (box === null || bar === null) throw new Error('The message or the bar is not shown.');
    expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
    await page.keyboard.press('ControlOrMeta+K');
    await expect(search).toBeFocused();
    const above = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.closest('.dialog, .toast')?.getAttribute('data-part'),
      [box.x + box.width / 2, box.y + box.height / 2] as const,
    );
    expect(above).toBe('palette');
  });
});
