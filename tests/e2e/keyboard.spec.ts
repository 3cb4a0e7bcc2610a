import type { Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { openPlayground, output } from './page.ts';

/** Tabs on until the thing of that role and name has the focus; a person does the same. */
async function tabTo(
  page: Page,
  role: 'tree' | 'button' | 'textbox' | 'combobox' | 'radio',
  name: RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name });
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    const hasFocus = await wanted.evaluateAll((found) => found.some((one) => one === document.activeElement));
    if (hasFocus) return;
  }
  throw new Error(`No ${role} ${name} is reached by Tab.`);
}

/** Goes from pane to pane by F6. */
async function goToPane(page: Page, pane: string): Promise<void> {
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('F6');
    const at = await page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'));
    if (at === pane) return;
  }
  throw new Error(`F6 does not reach the pane ${pane}.`);
}

test('the main way through the page by keyboard alone', async ({ companion, page }) => {
  await openPlayground(page, companion.link);

  await test.step('into the editor, write, and out of it', async () => {
    await goToPane(page, 'editor');
    await expect(page.locator('[data-part=editor] .monaco-editor').first()).toHaveClass(/focused/);
    await page.keyboard.press('Control+End');
    // A line break, since a letter or a space brings suggestions, whenever they are ready, and Tab would take one.
    await page.keyboard.press('Enter');
    await expect(output(page)).toHaveAttribute('data-revision', /[2-9]/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(page.locator('[data-part=editor] .monaco-editor').first()).not.toHaveClass(/focused/);
  });

  await test.step('another provider', async () => {
    await goToPane(page, 'result');
    await tabTo(page, 'combobox', /^Provider$/);
    await page.keyboard.type('An');
    await expect(output(page)).toContainText('input_schema');
  });

  await test.step('a command in the outline, and a call of one in the form', async () => {
    await goToPane(page, 'outline');
    await tabTo(page, 'tree', /^Commands/);
    await page.keyboard.type('log');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-part=editor] .monaco-editor').first()).toHaveClass(/focused/);
    await page.keyboard.press('Control+Alt+Digit3');
    await goToPane(page, 'result');
    await tabTo(page, 'radio', /^Model’s answer$/);
    await page.keyboard.press('ArrowRight');
    // The form is loaded when it is first wanted, with a call of the first command.
    await expect(page.getByRole('combobox', { name: /^Command/ })).toHaveValue('git_log');
    await tabTo(page, 'textbox', /^max-count/);
    await page.keyboard.type('3');
    await expect(page.locator('[data-part=try]').getByRole('region', { name: 'Command line' })).toContainText(
      'git log --max-count=3',
    );
  });

  await test.step('a field of the policy, and back', async () => {
    await page.keyboard.press('Control+Alt+Digit2');
    await expect(page.getByRole('tab', { name: 'Safety' })).toHaveAttribute('aria-selected', 'true');
    await tabTo(page, 'button', /^Policy: standard/);
    await page.keyboard.press('Enter');
    await tabTo(page, 'combobox', /^Start from/);
    await page.keyboard.type('ci');
    await expect(page.getByRole('button', { name: /^Policy: ci/ })).toBeVisible();
  });

  await test.step('share, palette, undo', async () => {
    await page.keyboard.press('ControlOrMeta+S');
    const share = page.getByRole('dialog', { name: 'Share' });
    await expect(share).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(share).toBeHidden();
    await page.keyboard.press('ControlOrMeta+K');
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
    await page.keyboard.type('close git.json');
    await page.keyboard.press('Enter');
    const menu = page.getByRole('button', { name: 'Document: git.json' });
    await expect(menu).toBeHidden();
    await page.keyboard.press('ControlOrMeta+K');
    await expect(page.getByRole('group', { name: 'Just done' }).getByRole('option')).toContainText('Undo');
    await page.keyboard.type('undo');
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
  });
});
