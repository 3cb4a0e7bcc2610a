import type { Locator, Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { documentOf } from './documents.ts';
import { focusEditor, openPlayground, openSample, output, pasteDocument, storedDraft } from './page.ts';

const BROKEN = `{
  "atip": { "version": "0.4" },
  "name": "notes",
  "version": "1.0.0",
  "desciption": "Keep notes",
  "commands": {
    "list": {
      "description": "List the notes",
      "effects": { "network": "no", "filesystem": { "read": true, "write": "yes", "delete": false } },
      "options": [{ "name": "tag", "flags": ["tag"], "type": "string", "description": "Only with this tag" }]
    }
  }
}
`;

const NOTES = `{
  "atip": { "version": "0.4" },
  "name": "notes",
  "version": "1.0.0",
  "description": "Keep notes",
  "commands": {
    "list": {
      "description": "Print all notes",
      "effects": { "filesystem": { "write": false }, "network": false, "idempotent": true, "destructive": false }
    },
    "add": { "description": "Add a note", "effects": { "filesystem": { "write": true } } },
    "wipe": { "description": "Delete all notes", "effects": { "destructive": true } },
    "sync": { "description": "Send the notes away", "effects": { "network": true } }
  }
}
`;

/** @returns the panel */
async function showTab(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tab', { name, exact: true }).click();
  const panel = page.getByRole('tabpanel', { name, exact: true });
  await expect(panel).toBeVisible();
  return panel;
}

test('the editor: keys, problems and fixes, broken and endless documents', async ({ companion, page, context }) => {
  await context.route('**/analysis.worker-*.js', async (route) => {
    const body = await (await route.fetch()).text();
    const hang =
      "self.addEventListener('message', (e) => { if (e.data.kind === 'compile' && e.data.question.text.includes('HANG')) { self.postMessage({ state: 'begun', id: e.data.id, kind: 'compile' }); for (;;); } });";
    await route.fulfill({ contentType: 'text/javascript', body: `${hang}\n${body}` });
  });
  await openPlayground(page, companion.link);

  await test.step('Tab leaves the editor until something was typed; then it indents, and Escape lets it leave', async () => {
    const editor = page.locator('[data-part=editor] .monaco-editor').first();
    const toEditor = async (): Promise<void> => {
      for (let step = 0; step < 6; step++) {
        await page.keyboard.press('F6');
        const pane = await page.evaluate(() =>
          document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'),
        );
        if (pane === 'editor') return;
      }
    };
    await toEditor();
    await expect(page.getByText('Esc, then Tab leaves')).toBeVisible();
    const before = await editor.textContent();
    await page.keyboard.press('Tab');
    await expect(editor).not.toHaveClass(/focused/);
    expect(await editor.textContent()).toBe(before);
    await toEditor();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(editor).toHaveClass(/focused/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(editor).not.toHaveClass(/focused/);
  });

  await test.step('a document on one line is formatted, and Undo brings the line back', async () => {
    const commands = Array.from({ length: 60 }, (_, index) => [`c${index}`, { description: `Does number ${index}` }]);
    const tool = { atip: { version: '0.4' }, name: 'one', version: '1', description: 'One line' };
    await pasteDocument(page, JSON.stringify({ ...tool, commands: Object.fromEntries(commands) }));
    const offer = page.getByText('This document is on one line.');
    await page.getByRole('button', { name: 'Format it' }).press('Enter');
    await expect(offer).toBeHidden();
    await expect(page.locator('[data-part=editor] .view-line').nth(1)).toHaveText('"atip": {');
    await page.getByRole('tab', { name: 'Output' }).focus();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(offer).toBeVisible();
  });

  await test.step('problems are one line until there is an error; fixes mend it, Undo takes one back, the focus stays', async () => {
    const problems = page.getByRole('region', { name: 'Problems' });
    const editor = page.locator('[data-part=editor] .monaco-editor').first();
    const fold = problems.getByRole('button', { expanded: true });
    await pasteDocument(page, BROKEN);
    await expect(fold).toHaveText('4 problems: 3 errors, 1 warning');
    // Of the misspelt key there is one problem.
    await expect(problems.getByRole('listitem').filter({ hasText: 'description' })).toHaveCount(1);

    await test.step('a fix, by keyboard; the editor has the focus at its place', async () => {
      await problems.getByRole('button', { name: 'Rename to "description"' }).press('Enter');
      await expect(fold).toHaveText('3 problems: 2 errors, 1 warning');
      await expect(editor).toHaveClass(/focused/);
      await page.keyboard.press('ControlOrMeta+Z');
      await expect(fold).toHaveText('4 problems: 3 errors, 1 warning');
      await expect(editor).toContainText('desciption');
    });

    await test.step('Undo from elsewhere takes back what a button did', async () => {
      await problems.getByRole('button', { name: 'Rename to "description"' }).press('Enter');
      await expect(fold).toHaveText('3 problems: 2 errors, 1 warning');
      await page.getByRole('tab', { name: 'Output' }).focus();
      await page.keyboard.press('ControlOrMeta+Z');
      await expect(fold).toHaveText('4 problems: 3 errors, 1 warning');
      await expect(page.getByRole('tab', { name: 'Output' })).toBeFocused();
    });
  });

  await test.step('a broken document keeps the last good output, says where it broke, and loses nothing', async () => {
    await openSample(page, /^git /);
    const before = await output(page).getByLabel('Tools for OpenAI').textContent();
    await focusEditor(page);
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('oops ');
    await expect(output(page)).toHaveAttribute('data-stale', 'true');
    expect(await output(page).getByLabel('Tools for OpenAI').textContent()).toBe(before);
    for (const tab of ['Safety', 'Try it', 'Diff', 'Output']) {
      await showTab(page, tab);
      await expect(page.getByText(/^Last good version of git/).first()).toBeVisible();
    }
    await expect(page.locator('[data-part=problems] .problem').first()).toContainText('1:1');
    await expect(output(page).getByRole('button', { name: 'Copy last good' })).toBeVisible();
    await output(page).getByLabel('Tools for OpenAI').focus();
    await page.keyboard.press('ArrowDown');
    const reason = output(page).getByRole('region').getByRole('status');
    await expect(reason).toHaveText('Where line 1 comes from is known once the document has no errors.');
    await page.reload();
    await expect(page.locator('[data-part=editor]')).toContainText('oops');
    // Typed text is kept, however fast.
    await pasteDocument(page, '{"atip":"0.3","name":"t","version":"1","description":""}');
    await focusEditor(page);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    const typed = 'the quick brown fox jumps over the lazy dog 0123456789 '.repeat(4);
    await page.keyboard.type(typed, { delay: 0 });
    await expect.poll(() => storedDraft(page)).toContain(typed.trimEnd());
  });

  await test.step('nothing of a tool stays beside the text of another', async () => {
    for (const text of [
      NOTES.replaceAll('"description"', '"desciption": 1, "x"'),
      '{ "name": "git", "version": "1.0.0" }',
    ]) {
      await openSample(page, /^git /);
      await expect(output(page)).toContainText('git_log');
      await pasteDocument(page, text);
      await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
      for (const tab of ['Safety', 'Try it', 'Output']) {
        const panel = await showTab(page, tab);
        await expect(panel).not.toContainText(/git_|push/);
        const offers = panel.getByRole('button', { name: /^(Copy|Download|Run)/ });
        await expect(offers.and(page.locator(':enabled'))).toHaveCount(0);
      }
      await expect(page.getByRole('checkbox', { name: /push/ })).toHaveCount(0);
      await expect(page.getByText('Last good version')).toHaveCount(0);
    }
  });

  await test.step('one bad command is left out and counted on every tab; what a model is told is read-only, Safety calls so', async () => {
    await pasteDocument(page, NOTES.replace('"write": true', '"write": "yes"'));
    await expect(page.getByText('1 of 4 commands has an error and is left out').first()).toBeVisible();
    await expect(output(page)).toContainText('Print all notes [🔒 READ-ONLY]');
    for (const name of ['notes_list', 'notes_wipe', 'notes_sync']) await expect(output(page)).toContainText(name);
    await expect(output(page)).not.toContainText('notes_add');
    const safety = await showTab(page, 'Safety');
    await expect(safety.getByRole('row', { name: /wipe/ })).toBeVisible();
    await expect(safety.getByRole('row', { name: /list/ })).not.toContainText('not stated');
    await expect(safety.getByRole('row', { name: /\badd\b/ })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: /\badd\b/ })).toHaveCount(0);
    await showTab(page, 'Output');
  });

  await test.step('a document that compiles for too long is given up, the page says so, and the next edit compiles', async () => {
    await pasteDocument(page, documentOf('HANG'));
    await expect(page.locator('html')).toHaveAttribute('data-state', 'busy');
    await expect(page.getByText('took too long and was stopped').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    await pasteDocument(page, documentOf('quick'));
    await expect(output(page)).toContainText('quick_go');
  });
});
