import { expect, test } from './companion.ts';
import { openPlayground, pasteDocument } from './page.ts';

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

test('problems are one line until there is an error; fixes mend it, Undo takes one back, the focus stays', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
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

  await test.step('the other fixes leave nothing to do', async () => {
    for (const fix of ['Rename to "description"', 'Change to false', 'Change to true', 'Change to "--tag"']) {
      await problems.getByRole('button', { name: fix }).press('Enter');
      await expect(problems.getByRole('button', { name: fix })).toHaveCount(0);
    }
    await expect(problems.getByText(/error|warning/)).toHaveCount(0);
  });
});

test('the fold is as it was left, and a section leads to its rules', async ({ companion, page, context }) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, BROKEN);
  const problems = page.getByRole('region', { name: 'Problems' });
  const opening = context.waitForEvent('page');
  await problems.getByRole('link', { name: '§ 3.5' }).press('Enter');
  const rules = await opening;
  await expect(rules.getByRole('heading', { name: '§ 3.5 Options' })).toBeInViewport();
  await rules.close();
  await problems.getByRole('button', { expanded: true }).press('Enter');
  await expect(problems.getByRole('listitem')).toHaveCount(0);
  await page.reload();
  await expect(problems.getByRole('button', { expanded: false })).toHaveText('4 problems: 3 errors, 1 warning');
});

test('Tab leaves the editor until something was typed; then it indents, and Escape lets it leave', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  const editor = page.locator('[data-part=editor] .monaco-editor').first();
  const toEditor = async (): Promise<void> => {
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('F6');
      const pane = await page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'));
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

test('a document on one line is formatted, and Undo brings the line back', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
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

test('suggestions begin with what is required, and say what it is', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, '{ }');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  const options = page.getByRole('listbox', { name: 'Suggest' }).getByRole('option');
  await expect(options.nth(0)).toContainText('atip');
  await expect(options.nth(3)).toContainText('version');
  await expect(page.locator('.suggest-details')).toContainText('Required. Version of the protocol');
});

test('a text that is pasted over a longer one is in sight', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, '{\n  "atip": { "version": "0.4" },\n  "name": "notes"\n}\n');
  const editor = page.locator('[data-part=editor]');
  await expect(editor.locator('.view-line').first()).toHaveText('{');
  // The browser scrolls a moment later, and long before the remarks are there.
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('description');
  await expect(editor.getByText('"name"')).toBeInViewport();
  const [line, box] = await Promise.all([
    editor.locator('.view-line').first().boundingBox(),
    editor.locator('.editor-scrollable').boundingBox(),
  ]);
  expect(line?.x).toBe(box?.x);
});
