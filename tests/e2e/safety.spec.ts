import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './axe.ts';
import { ROOT, expect, test } from './companion.ts';
import { openPlayground, pasteDocument } from './page.ts';

const READS = { network: false, filesystem: { write: false, delete: false }, destructive: false };

const TINY = {
  atip: { version: '0.4' },
  name: 'tiny',
  version: '1.0.0',
  description: 'A tiny tool',
  trust: { source: 'vendor' },
  commands: {
    list: { description: 'List what is there', effects: READS },
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

/** `groups` × 6 commands, of which one in six destroys; the last group destroys the most. */
function largeTool(groups: number): string {
  const commands = Object.fromEntries(
    Array.from({ length: groups }, (_, index) => {
      const own = ['view', 'list', 'clone', 'diff', 'status'].map((name) => [
        name,
        { description: name, effects: READS },
      ]);
      const remove = { description: 'Delete it', effects: { destructive: true, reversible: index < groups - 1 } };
      const group = { description: `Group ${index}`, commands: { ...Object.fromEntries(own), delete: remove } };
      return [`group-${index}`, group];
    }),
  );
  return JSON.stringify({ ...TINY, name: 'large', commands });
}

/** Opens the Safety panel on a document, and hands the panel back. */
async function openSafety(page: Page, text: string): Promise<Locator> {
  await page.getByRole('tab', { name: 'Output', exact: true }).click();
  await pasteDocument(page, text);
  await page.getByRole('tab', { name: 'Safety' }).click();
  return page.locator('[data-part=safety]');
}

const tableIn = (safety: Locator): Locator => safety.getByRole('table', { name: 'Commands and policies' });

/** The next version of the sample. */
const NEXT = readFileSync(join(ROOT, 'web/src/diff/testing/git-next.json'), 'utf8');

test('Safety: the worst first, large tools by keyboard, the policy, its rules; two versions compared', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);

  await test.step('two open versions by keyboard: the verdict first, then what breaks', async () => {
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
    await expect(panel.getByRole('list', { name: 'Breaking: calls that worked stop working' })).toContainText(
      'git show is gone.',
    );
    await panel.getByRole('button', { name: 'Swap' }).press('Enter');
    await expect(panel.getByRole('heading', { name: /goes backwards/ })).toBeVisible();
  });

  await test.step('Safety lists the worst first with its reason and three decisions, and tells why', async () => {
    const safety = await openSafety(page, JSON.stringify(TINY));
    const table = tableIn(safety);
    const names = table.getByRole('rowheader');
    await expect(safety.getByRole('heading', { level: 2 }).first()).toHaveText(
      '1 of 4 commands destroys something, 1 more with an option. 1 says nothing about that.',
    );
    await expect(safety).toContainText('The standard policy runs 2 unasked, asks about 2 and refuses none.');
    await expect(names).toHaveText(['drop', 'branch, with delete', 'purge', 'branch', 'list']);
    await expect(table.getByRole('row', { name: /^purge/ }).getByRole('cell')).toHaveText([
      'does not say whether it destroys',
      'asks, assumed',
      'asks, assumed',
      'refuses, assumed',
    ]);
    await table.getByRole('button', { name: 'purge' }).click();
    const drawer = safety.getByRole('region', { name: 'About purge' });
    await expect(drawer).toContainText(
      'The standard policy asks, because nothing says whether the command destroys data.',
    );
    await expect(drawer).toContainText('{ "allowDestructive": true }');
    await expect(drawer).toContainText('Then the policy runs it. 1 other decision changes too.');
    await drawer.getByRole('button', { name: 'Show in the document' }).click();
    await expect(page.locator('[data-part=editor] .monaco-editor').first()).toHaveClass(/focused/);
    // Beside it the panel is so narrow that what is told about a command covers the policy.
    await page.getByRole('button', { name: 'Document', exact: true }).click();
  });

  await test.step('3,006 commands: the worst is on top, and only the rows in view are in the page', async () => {
    const safety = await openSafety(page, largeTool(501));
    const table = tableIn(safety);
    await expect(safety).toContainText('501 of 3,006 commands destroy something.');
    await expect(table.getByRole('rowheader').first()).toHaveText('group-500');
    await expect(table).toHaveAttribute('aria-rowcount', String(501 * 3 + 1));
    expect(await table.getByRole('row').count()).toBeLessThan(80);
  });

  await test.step('167 commands by keyboard: arrows move, Enter unfolds and opens', async () => {
    const safety = await openSafety(page, largeTool(28));
    const table = tableIn(safety);
    await expect(table.getByRole('rowheader').nth(0)).toHaveText('group-27');
    await expect(table.getByRole('rowheader').nth(1)).toHaveText('delete');
    await safety.getByRole('button', { name: /^Policy:/ }).focus();
    await page.keyboard.press('Tab');
    await expect(table.getByRole('button', { name: 'group-27 delete' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    const fold = table.getByRole('button', { name: 'view, list … 3 more: 5 commands alike' }).first();
    await expect(fold).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(safety.getByRole('region', { name: 'About group-27 view' })).toContainText('Why it runs');
    await page.keyboard.press('End');
    await expect(table.getByRole('button', { name: /alike$/ }).last()).toBeFocused();
    expect(await violations(page, ['[data-part=safety]'])).toStrictEqual([]);
  });

  await test.step('a policy is changed from the drawer of a command, by its settings and as JSON; each change can be undone', async () => {
    const safety = await openSafety(page, JSON.stringify(TINY));
    const heads = tableIn(safety).getByRole('columnheader');
    await tableIn(safety).getByRole('button', { name: 'drop' }).click();
    await safety.getByRole('button', { name: 'Set this in my policy' }).click();
    await expect(heads).toHaveText(['Command', 'Because it', 'yours', 'standard', 'read-only', 'ci']);
    await expect(safety).toContainText('Your policy runs 4 unasked');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(heads).toHaveText(['Command', 'Because it', 'standard', 'read-only', 'ci']);
    await safety.getByRole('button', { name: 'Policy: standard' }).click();
    const policy = safety.getByRole('region', { name: 'Policy' });
    await policy.getByRole('combobox', { name: 'Start from' }).selectOption('no-network');
    await expect(heads.nth(2)).toHaveText('no-network');
    await policy.getByText('This policy as JSON').click();
    const json = policy.getByRole('textbox', { name: 'Policy as JSON' });
    await json.fill('{ "alowNetwork": false }');
    await expect(policy.getByText('"alowNetwork" is not a field of a policy')).toBeVisible();
    await json.fill('{ "confirmAll": true }');
    await expect(safety).toContainText('Your policy runs none unasked');
    await policy.getByRole('combobox', { name: 'Start from' }).selectOption('standard');
    await expect(heads).toHaveCount(5);
  });

  await test.step('rules are added, changed and removed by keyboard, and a misspelt one names what is near', async () => {
    const safety = await openSafety(page, JSON.stringify(TINY));
    const rules = safety.getByRole('region', { name: 'Rules' });
    await rules.getByRole('button', { name: 'Add a rule' }).focus();
    await page.keyboard.press('Enter');
    const command = rules.getByRole('textbox', { name: 'Program and command' });
    await expect(command).toBeFocused();
    await command.fill('tiny lst');
    await expect(rules).toContainText('It fits no command that is known. Did you mean "tiny list"?');
    await command.fill('tiny list');
    await rules.getByRole('radio', { name: 'refused' }).check();
    await rules.getByRole('textbox', { name: 'Only where' }).fill('origin');
    await expect(rules).toContainText('Write a name and a pattern');
    await rules.getByRole('textbox', { name: 'Only where' }).fill('');
    await expect(rules).toContainText('It decides 1 row of the table.');
    await expect(tableIn(safety).getByRole('row', { name: /^list/ }).getByRole('cell').nth(1)).toHaveText('refuses');
    await rules.getByRole('button', { name: 'Add a rule' }).press('Enter');
    await expect(rules.getByRole('listitem')).toHaveText([/^1 refuses tiny list/, /^2 asks tiny \*/]);
    expect(await violations(page, ['[data-part=safety]'])).toStrictEqual([]);
    await rules.getByRole('button', { name: 'Remove rule 2' }).press('Enter');
    await tableIn(safety).getByRole('button', { name: 'list', exact: true }).click();
    const drawer = safety.getByRole('region', { name: 'About list' });
    await expect(drawer).toContainText('From /rules/0: tiny list');
    await drawer.getByRole('button', { name: 'Remove that rule' }).click();
    await expect(drawer).toContainText('Why it runs');
  });
});
