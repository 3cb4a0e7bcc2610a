import { expect, test } from './companion.ts';
import { openPlayground } from './page.ts';

test('two versions are told apart by meaning, by text and by what a provider is sent; a change leads to its place', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  await page.getByRole('tab', { name: 'Compare', exact: true }).click();
  const panel = page.locator('[data-part=compare]');
  await panel.getByRole('button', { name: 'Compare git 2.47.0 with an invented 2.47.1' }).click();
  await expect(panel.getByRole('heading', { name: /^major: 2 breaking changes/ })).toBeVisible();
  await expect(panel.getByText('2.47.0 → 2.47.1 is a patch step, but this needs 3.0.0.')).toBeVisible();
  await expect(panel.getByRole('table', { name: 'Breaking: calls that worked stop working' })).toContainText(
    'git show is gone.',
  );
  await panel.getByRole('button', { name: 'Copy 6 changes as Markdown' }).click();
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  expect(markdown).toContain('- `git show` – `git show is gone.`');
  await panel.getByRole('button', { name: 'Swap' }).click();
  await expect(panel.getByText('goes backwards')).toBeVisible();
  await panel.getByRole('button', { name: 'Swap' }).click();
  await panel.getByRole('button', { name: /^line 101\s?, git branch --list after$/ }).click();
  await expect(page.getByRole('tab', { name: 'git-next.json' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('[data-part=editor] .monaco-editor').first()).toContainText('"refname"');
  await expect(panel.getByRole('combobox', { name: 'After' })).toContainText('git-next.json');
  await panel.getByRole('radio', { name: 'Text', exact: true }).check({ force: true });
  await expect(panel.getByRole('region', { name: 'Lines that differ' })).toContainText('"version": "2.47.1"');
});
