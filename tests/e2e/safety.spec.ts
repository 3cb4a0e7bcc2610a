import type { Locator, Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { openPlayground, pasteDocument } from './page.ts';

const GIT = {
  atip: { version: '0.4' },
  name: 'tiny',
  version: '1.0.0',
  description: 'A tiny tool',
  trust: { source: 'vendor' },
  commands: {
    list: {
      description: 'List what is there',
      effects: { network: false, filesystem: { write: false, delete: false }, destructive: false },
    },
    branch: {
      description: 'Show branches',
      options: [
        { name: 'delete', flags: ['--delete'], type: 'boolean', description: 'D', 'x-effects': { destructive: true } },
      ],
      effects: { destructive: false, network: false },
    },
    drop: { description: 'Drop everything', effects: { destructive: true, reversible: false } },
    purge: { description: 'Purge the cache' },
  },
};

/** Opens the Safety panel on a document, and hands the panel back. */
async function openSafety(page: Page, link: string, text: string): Promise<Locator> {
  await openPlayground(page, link);
  await pasteDocument(page, text);
  await page.getByRole('tab', { name: 'Safety' }).click();
  return page.locator('[data-part=safety]');
}

test('the matrix says what each policy decides and by which rule, and its sums filter it', async ({
  companion,
  page,
}) => {
  const safety = await openSafety(page, companion.link, JSON.stringify(GIT, null, 2));
  const matrix = safety.getByRole('table', { name: 'Commands and policies' });
  await expect(matrix.getByRole('rowheader')).toHaveText(['list', 'branch', '└ with delete', 'drop', 'purge']);
  const standard = (row: string): Locator =>
    matrix
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: row, exact: true }) })
      .getByRole('cell')
      .nth(2);
  await expect(standard('list')).toHaveText('allow');
  await expect(standard('branch, with delete')).toHaveText('confirm by allowDestructive');
  await expect(standard('purge')).toHaveText('confirm by allowDestructive, assumed');
  await standard('purge').hover();
  await expect(safety.getByText('not stated, so the worst is assumed').first()).toBeVisible();
  await matrix.getByRole('button', { name: '2 confirm under standard' }).click();
  await expect(matrix.getByRole('rowheader')).toHaveText(['└ with delete', 'drop', 'purge']);
  await matrix.getByRole('rowheader').getByRole('button', { name: 'drop' }).click();
  await expect(page.locator('[data-part=editor] .monaco-editor').first()).toHaveClass(/focused/);
});

test('a policy is edited by switches and as JSON, its effect is said at once, and Reset can be undone', async ({
  companion,
  page,
}) => {
  const safety = await openSafety(page, companion.link, JSON.stringify(GIT, null, 2));
  await safety.getByRole('radio', { name: 'Policy' }).check();
  const effect = safety.getByRole('region', { name: 'What another policy changes' });
  await expect(effect).toContainText('Both decide the same about every command');
  await safety.getByRole('switch', { name: 'Destroy data' }).check();
  await expect(effect).toContainText(
    'yours newly allows 3 commands, 2 of them destructive: drop; branch, with delete; purge.',
  );
  await expect(safety.getByText('1 of 14 differ from the default')).toBeVisible();
  await safety.getByText('This policy as JSON').click();
  const json = safety.getByRole('textbox', { name: 'Policy as JSON' });
  await expect(json).toHaveValue('{\n  "allowDestructive": true\n}');
  await json.fill('{ "alowNetwork": false }');
  await expect(safety.getByText('"alowNetwork" is no field of a policy')).toBeVisible();
  await expect(safety.getByRole('switch', { name: 'Destroy data' })).toBeChecked();
  await json.fill('{ "allowDestructive": true, "sandbox": "required" }');
  await expect(safety.getByRole('combobox', { name: 'Sandbox' })).toHaveValue('required');
  await safety.getByRole('button', { name: 'Reset policy' }).click();
  await expect(safety.getByText('all as by default')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(safety.getByText('2 of 14 differ from the default')).toBeVisible();
});

test('the safety prompt is the text that a model sees; what is not stated is counted, and who assumes what is said', async ({
  companion,
  page,
}) => {
  const safety = await openSafety(page, companion.link, JSON.stringify(GIT, null, 2));
  await safety.getByRole('radio', { name: 'Prompt' }).check();
  const prompt = safety.getByRole('region', { name: 'Safety prompt' });
  await expect(prompt).toContainText('## Tool Safety Summary');
  await expect(prompt).toContainText('- tiny_branch, when "delete" is given: Show branches');
  await safety.getByRole('button', { name: /^Copy \d+ tokens$/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('### Effects Not Stated');
  await safety.getByRole('radio', { name: 'Assumptions' }).check();
  await expect(safety.getByText('8 of 32 facts are stated.')).toBeVisible();
  const network = safety.getByRole('row').filter({ hasText: 'Does it use the network?' });
  await expect(network).toContainText('openWorldHint: true');
  await expect(network).toContainText('not given');
  await network.getByRole('button', { name: '2 commands without network' }).click();
  const gaps = safety.getByRole('region', { name: '2 commands without network' });
  await expect(gaps.getByRole('button')).toHaveText(['purge', 'drop']);
  await expect(gaps.getByText('reads like deletion')).toHaveCount(1);
});
