import { expect, test } from './companion.ts';
import { documentOf } from './documents.ts';
import { openPlayground, output, pasteDocument } from './page.ts';

test('a broken document is not shown with what another one was compiled to', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, documentOf('first'));
  await expect(output(page)).toContainText('first_go');
  await page.getByRole('button', { name: /^Document: / }).click();
  await page.getByRole('menuitem', { name: /^New document/ }).click();
  await page.getByRole('textbox', { name: 'Paste anything that describes a tool' }).click();
  await page.keyboard.insertText('{"atip": "0.3", "name": ');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.locator('[data-part=editor]')).toContainText('"atip": "0.3"');
  const outline = page.getByRole('region', { name: 'Outline' });
  await expect(outline.getByText('go', { exact: true })).toHaveCount(0);
  for (const [tab, part] of [
    ['Output', 'output'],
    ['Safety', 'safety'],
    ['Try it', 'try'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    const panel = page.locator(`[data-part=${part}]`);
    await expect(panel).toBeVisible();
    await expect(panel).not.toContainText(/first_go|\bgo\b/);
  }
  await page.getByRole('tab', { name: 'Output', exact: true }).click();
  const menu = page.getByRole('button', { name: /^Document: / });
  await menu.click();
  await page.getByRole('menuitem', { name: 'first.json', exact: true }).click();
  await expect(output(page)).toContainText('first_go');
  await expect(page.locator('[data-part=problems]').getByRole('button', { name: /^error/ })).toHaveCount(0);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Close first.json' }).click();
  await expect(page.getByRole('button', { name: 'Document: first.json' })).toHaveCount(0);
  await menu.click();
  await expect(page.getByRole('group', { name: 'Other open documents' })).toHaveCount(0);
});

test('Undo of a policy leaves what was typed since; links between panels open the part they name', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, documentOf('first'));
  await expect(output(page)).toContainText('first_go');

  await page.getByRole('tab', { name: 'Try it' }).click();
  const panel = page.locator('[data-part=try]');
  const answer = panel.getByRole('textbox', { name: 'A model’s answer' });
  await answer.fill('{"name":"first_go","input":{},"type":"tool_use","id":"a"}');
  await panel.getByRole('radio', { name: 'Form' }).check();
  await expect(panel.getByRole('combobox', { name: /^Command/ })).toHaveValue('first_go');

  await panel.getByRole('button', { name: 'Why?' }).click();
  await panel.getByRole('button', { name: /the policy/i }).click();
  const policy = page.locator('[data-part=safety]').getByRole('region', { name: 'Policy' });
  await expect(policy).toContainText('This policy as JSON');

  await policy.getByRole('combobox', { name: 'Start from' }).selectOption({ index: 1 });
  await page.getByRole('tab', { name: 'Output', exact: true }).click();
  await pasteDocument(page, documentOf('second'));
  await expect(output(page)).toContainText('second_go');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(output(page)).toContainText('second_go');
  await page.getByRole('tab', { name: 'Safety' }).click();
  await expect(page.getByRole('button', { name: 'Policy: standard' })).toBeVisible();
});
