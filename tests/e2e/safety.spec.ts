import { expect, test } from './companion.ts';
import { largeDocument } from './documents.ts';
import { Keyboard } from './keyboard.ts';

test('a security reviewer by keyboard alone: the worst first, why, the policy ci, a rule and what it changed', async ({
  companion,
  page,
}) => {
  const keyboard = await Keyboard.arrive(page, companion.link);
  const safety = page.getByRole('tabpanel', { name: 'Safety' });
  const table = safety.getByRole('table', { name: 'Commands and their decisions' });
  const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name} `) });

  await test.step('the worst command first, and why', async () => {
    await keyboard.paste(largeDocument().replace('inferred', 'user'));
    await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Output' })).toBeFocused();
    await keyboard.press('Control+Alt+Digit2');
    await expect(safety.getByRole('heading', { name: '24 of 167 commands destroy something.' })).toBeVisible();
    await expect(safety.getByText('The policy runs 143 unasked, asks about 24 and refuses none.')).toBeVisible();
    await expect(table.getByRole('rowheader').first()).toHaveText('group0 action-2');
    await keyboard.use('button', /^group0 action-2$/);
    const why = safety.getByRole('region', { name: 'group0 action-2' });
    await expect(why).toContainText('destroys data');
    await keyboard.press('ArrowDown');
    await expect(safety.getByRole('region', { name: 'group10 action-2' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(safety.getByRole('region', { name: /action-2/ })).toHaveCount(0);
    await expect(table.getByRole('button', { name: 'group10 action-2' })).toBeFocused();
  });

  const policy = safety.getByRole('region', { name: 'Policy' });
  await test.step('the policy ci refuses what nobody can be asked about', async () => {
    await keyboard.use('button', /^Policy: standard$/, 'Shift+Tab');
    await keyboard.use('combobox', /^Preset/);
    await expect(page.getByRole('option', { name: 'ci' })).toBeVisible();
    await keyboard.type('ci');
    await keyboard.press('Enter');
    await expect(safety.getByText(/, the policy runs/)).toHaveText(
      'Of the 167 rows below, the policy runs none unasked, asks about none and refuses 167.',
    );
  });

  await test.step('a rule counts only after "Add", and says before what it changes', async () => {
    await expect(row('group0 action-0')).toContainText(/runs → refused$/);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await keyboard.reach('textbox', /^Command$/);
    await keyboard.type('big group0 *');
    await expect(policy).toContainText('Changes 6 rows: refused → asks.');
    await expect(row('group0 action-0')).toContainText(/runs → refused$/);
    await keyboard.press('Enter');
    await expect(row('group0 action-0')).toContainText(/refused → asks$/);
    await expect(policy.getByRole('region', { name: 'Rules' })).toContainText('big group0 *');
    await keyboard.reach('switch', /^Only changed \(6 rows\)$/, 'Shift+Tab');
    await keyboard.press('Space');
    await expect(table.getByRole('rowheader')).toHaveCount(6);
  });

  await test.step('Undo takes it back, and Escape leaves the drawer with the focus where it was', async () => {
    await keyboard.press('ControlOrMeta+Z');
    await expect(row('group0 action-0')).toContainText(/networkrefused$/);
    await expect(policy).not.toContainText('big group0 *');
    await keyboard.press('Escape');
    await expect(policy).toBeHidden();
    await expect(page.getByRole('button', { name: 'Policy: ci' })).toBeFocused();
    keyboard.expectAtMost(30);
  });

  await test.step('on a phone the drawer covers the table, and closes', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await table.getByRole('button', { name: 'group0 action-2' }).click();
    const drawer = safety.getByRole('region', { name: 'group0 action-2' });
    const close = drawer.getByRole('button', { name: 'Close' });
    await expect(close).toBeFocused();
    expect((await drawer.boundingBox())?.width).toBe(390);
    await close.click();
    await expect(drawer).toHaveCount(0);
    await expect(table.getByRole('button', { name: 'group0 action-2' })).toBeFocused();
  });
});
