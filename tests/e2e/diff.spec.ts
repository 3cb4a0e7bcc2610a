import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, ROOT, test } from './companion.ts';
import { openPlayground } from './page.ts';

/** The next version of the sample. */
const NEXT = readFileSync(join(ROOT, 'web/src/features/diff/testing/git-next.json'), 'utf8');

test('two open versions by keyboard: the verdict first, then what breaks; a change leads to its place', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  await page.getByRole('tab', { name: 'Output', exact: true }).focus();
  await page.keyboard.press('End');
  const panel = page.locator('[data-part=diff]');
  await panel.getByRole('button', { name: 'Open another version' }).press('Enter');
  await page.getByRole('textbox', { name: 'Paste anything that describes a tool' }).fill(NEXT);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('tab', { name: 'Diff', exact: true }).click();
  await panel.getByRole('combobox', { name: 'Before' }).selectOption('git.json');
  await panel.getByRole('combobox', { name: 'After' }).selectOption('git-2.json');
  await expect(
    panel.getByRole('heading', { name: '2.47.0 → 2.47.1 is a patch step, but this needs 3.0.0.' }),
  ).toBeVisible();
  await expect(panel.getByText('major: 2 breaking changes, 2 safety changes, 2 additions')).toBeVisible();
  await expect(panel.getByRole('table', { name: 'Breaking: calls that worked stop working' })).toContainText(
    'git show is gone.',
  );
  await panel.getByRole('button', { name: 'Swap' }).press('Enter');
  await expect(panel.getByRole('heading', { name: /goes backwards/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Swap' }).press('Enter');
  await panel.getByRole('button', { name: /^line \d+\s?, git show before$/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Document: git.json' })).toBeVisible();
  await expect(page.locator('[data-part=editor] .monaco-editor').first()).toContainText('"show"');
});
