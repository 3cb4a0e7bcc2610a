import type { Locator, Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { focusEditor, openPlayground, openSample, pasteDocument } from './page.ts';

const NOTES = {
  atip: { version: '0.4' },
  name: 'notes',
  version: '1.0.0',
  description: 'Keep notes',
  commands: {
    list: {
      description: 'Print all notes',
      effects: { filesystem: { write: false }, network: false, idempotent: true, destructive: false },
    },
    add: { description: 'Add a note', effects: { filesystem: { write: true } } },
    wipe: { description: 'Delete all notes', effects: { destructive: true } },
    sync: { description: 'Send the notes away', effects: { network: true } },
  },
};
const TEXT = JSON.stringify(NOTES, null, 2);
const TABS = ['Output', 'Safety', 'Try it'];

/** The side of the page that shows results: everything but the document. */
async function showTab(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tab', { name, exact: true }).click();
  const panel = page.getByRole('tabpanel', { name, exact: true });
  await expect(panel).toBeVisible();
  return panel;
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
}

/** Nobody can read, copy or run anything of git. */
async function expectNoGit(page: Page): Promise<void> {
  for (const tab of TABS) {
    const panel = await showTab(page, tab);
    await expect(panel).not.toContainText(/git_|push/);
    await expect(panel.getByRole('button', { name: /^(Copy|Download|Run)/ }).and(page.locator(':enabled'))).toHaveCount(
      0,
    );
  }
  await expect(page.getByRole('checkbox', { name: /push/ })).toHaveCount(0);
  await expect(page.getByText('Last good version')).toHaveCount(0);
}

const OTHERS: readonly (readonly [what: string, text: string])[] = [
  ['another tool with errors alone', TEXT.replaceAll('"description"', '"desciption": 1, "description": 2, "x"')],
  ['another tool that does not parse', TEXT.slice(0, -30)],
  ['an empty text', ''],
  ['an npm package', '{ "name": "git", "version": "1.0.0", "dependencies": {} }'],
  ['an OpenAPI document', '{ "openapi": "3.1.0", "info": { "title": "git", "version": "1" }, "paths": {} }'],
  ['a help text', 'usage: git [--version]\n\n   log    Show commit logs'],
];

test('what is shown belongs to the text beside it', async ({ companion, page }) => {
  await openPlayground(page, companion.link);

  await test.step('finding 18: the tab goes by the tool’s name', async () => {
    const name = (text: string) => page.getByRole('button', { name: `Document: ${text}`, exact: true });
    await expect(name('git.json')).toBeVisible();
    await pasteDocument(page, TEXT);
    await expect(name('notes.json')).toBeVisible();
  });

  await test.step('finding 1: nothing of git stays beside another text', async () => {
    await openSample(page, /^git /);
    for (const [what, text] of OTHERS)
      await test.step(what, async () => {
        await expect(await showTab(page, 'Output')).toContainText('git_log');
        await focusEditor(page);
        await page.keyboard.press('ControlOrMeta+A');
        if (text === '') await page.keyboard.press('Delete');
        else await pasteDocument(page, text);
        await settled(page);
        await expectNoGit(page);
        await openSample(page, /^git /);
      });
  });

  await test.step('finding 1: the same tool while it is edited keeps its last good version, and every tab says so', async () => {
    await showTab(page, 'Output');
    await focusEditor(page);
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('oops ');
    for (const tab of [...TABS, 'Diff']) {
      await showTab(page, tab);
      await expect(page.getByText(/^Last good version of git/).first()).toBeVisible();
    }
    await expect(await showTab(page, 'Output')).toContainText('git_log');
  });

  await test.step('finding 2: one bad command is left out and counted, the others stay on every tab', async () => {
    await showTab(page, 'Output');
    await pasteDocument(page, TEXT.replace('"write": true', '"write": "yes"'));
    await expect(page.getByText('1 of 4 commands has an error and is left out').first()).toBeVisible();
    const output = await showTab(page, 'Output');
    for (const name of ['notes_list', 'notes_wipe', 'notes_sync']) await expect(output).toContainText(name);
    await expect(output).not.toContainText('notes_add');
    const safety = await showTab(page, 'Safety');
    await expect(safety.getByRole('row', { name: /wipe/ })).toBeVisible();
    await expect(safety.getByRole('row', { name: /\badd\b/ })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: /\badd\b/ })).toHaveCount(0);
  });

  await test.step('finding 5: what a model is told is read-only, the policy read-only allows', async () => {
    await showTab(page, 'Output');
    await pasteDocument(page, TEXT);
    await expect(await showTab(page, 'Output')).toContainText('Print all notes [🔒 READ-ONLY]');
    const row = (await showTab(page, 'Safety')).getByRole('row', { name: /list/ });
    await expect(row).toBeVisible();
    await expect(row).not.toContainText('not stated');
  });
});
