import { expect, test } from './companion.ts';
import { openPlayground } from './page.ts';

test('two versions by keyboard: the verdict first, then what breaks; a change leads to its place, lines on demand', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  await page.getByRole('tab', { name: 'Output', exact: true }).focus();
  await page.keyboard.press('End');
  const panel = page.locator('[data-part=diff]');
  await panel.getByRole('button', { name: 'See an example: git 2.47.0 and 2.47.1' }).press('Enter');
  const verdict = panel.getByRole('heading', { name: '2.47.0 → 2.47.1 is a patch step, but this needs 3.0.0.' });
  await expect(verdict).toBeVisible();
  await expect(panel.getByText('major: 2 breaking changes, 2 safety changes, 2 additions')).toBeVisible();
  await expect(panel.getByRole('table', { name: 'Breaking: calls that worked stop working' })).toContainText(
    'git show is gone.',
  );
  await panel.getByRole('button', { name: 'Copy as Markdown' }).press('Enter');
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  expect(markdown).toContain('- `git show` – `git show is gone.`');
  await panel.getByRole('button', { name: 'Swap' }).press('Enter');
  await expect(panel.getByRole('heading', { name: /goes backwards/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Swap' }).press('Enter');
  await panel.getByText('Lines that differ').press('Enter');
  await expect(panel.getByRole('region', { name: 'Lines that differ' })).toContainText('"version": "2.47.1"');
  await panel.getByRole('button', { name: /^line 101\s?, git branch --list after$/ }).press('Enter');
  await expect(page.getByRole('button', { name: /^Document: git-next.json/ })).toBeVisible();
  await expect(page.locator('[data-part=editor] .monaco-editor').first()).toContainText('"refname"');
  await expect(panel.getByRole('combobox', { name: 'After' })).toContainText('git-next.json');
});

test('the last release is pasted, or comes as a file; what cannot be read is named', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await page.getByRole('tab', { name: 'Diff', exact: true }).click();
  const panel = page.locator('[data-part=diff]');
  await panel.getByRole('button', { name: 'Paste the last release' }).click();
  await panel.getByRole('textbox', { name: 'Before: pasted document' }).fill('{');
  await expect(panel.getByText(/^Pasted text \(before\) cannot be compared: /)).toBeVisible();
  const text = '{"atip":{"version":"0.4"},"name":"git","version":"2.46.0","description":"d","commands":{}}';
  await panel
    .getByLabel('Before: file')
    .setInputFiles({ name: 'old.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await expect(panel.getByRole('heading', { name: /^2\.46\.0 → 2\.47\.0 is a minor step/ })).toBeVisible();
});
