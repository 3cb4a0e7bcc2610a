import { expect, test } from './companion.ts';
import { documentOf } from './documents.ts';
import { focusEditor, openPlayground, output, pasteDocument } from './page.ts';

test('a broken document is not shown with what another one was compiled to', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, documentOf('first'));
  await expect(output(page)).toContainText('first_go');
  await page.getByRole('button', { name: /^Document: / }).click();
  await page.getByRole('menuitem', { name: /^New document/ }).click();
  await pasteDocument(page, '{"atip": "0.3", "name": ');
  await expect(output(page)).toContainText('does not parse');
  await expect(output(page)).not.toContainText('first_go');
  for (const tab of ['Commands', 'Safety', 'Calls'] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    const panel = page.locator(`[data-part=${tab.toLowerCase()}]`);
    await expect(panel).toContainText(/compile/);
    await expect(panel.getByText('go', { exact: true })).toHaveCount(0);
  }
  await page.getByRole('tab', { name: 'Output', exact: true }).click();
  const names = page.getByRole('tablist', { name: 'Documents' }).getByRole('tab');
  await names.first().click();
  await expect(output(page)).toContainText('first_go');
  await expect(page.locator('[data-part=problems]').getByRole('button', { name: /^error/ })).toHaveCount(0);
  await page.getByRole('tablist', { name: 'Documents' }).getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('tablist', { name: 'Documents' })).toHaveCount(0);
  await expect(page.locator('[data-part=editor] .monaco-editor.focused')).toHaveCount(1);
});

test('Undo of a reset leaves what was typed since; links between panels open the part they name', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, documentOf('first'));
  await expect(output(page)).toContainText('first_go');

  await page.getByRole('tab', { name: 'Calls' }).click();
  const calls = page.locator('[data-part=calls]');
  await calls.getByRole('textbox').first().fill('{"name":"first_go","input":{},"type":"tool_use","id":"a"}');
  await page.getByRole('tab', { name: 'Commands' }).click();
  const commands = page.locator('[data-part=commands]');
  await commands.getByRole('treeitem', { name: /^go/ }).click();
  await commands.getByRole('button', { name: 'Build a call' }).click();
  await expect(calls.getByRole('radio', { name: 'Fill in arguments' })).toBeChecked();
  await expect(calls.getByRole('combobox')).toHaveValue(/go/);

  await calls.getByRole('button', { name: 'Show the policy in Safety' }).click();
  const safety = page.locator('[data-part=safety]');
  await expect(safety.getByRole('radio', { name: 'Policy' })).toBeChecked();

  await safety.getByRole('switch', { name: 'Destroy data' }).check();
  await safety.getByRole('button', { name: 'Reset policy' }).click();
  await focusEditor(page);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('  ');
  await pasteDocument(page, documentOf('second'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('tab', { name: 'Output', exact: true }).click();
  await expect(output(page)).toContainText('second_go');
  await page.getByRole('tab', { name: 'Safety' }).click();
  await expect(safety).toContainText('Your policy: 1 changed');
});
