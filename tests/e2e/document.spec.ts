import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, ROOT, test } from './companion.ts';
import { Keyboard } from './keyboard.ts';
import { focusEditor, GIT, openText, output, pasteDocument, pasteText, storedDraft } from './page.ts';

const DRAFT = `{
  "atip": { "version": "0.4" },
  "name": "notes",
  "version": "1.0.0",
  "desciption": "Keep notes",
  "commands": {
    "list": { "description": "List notes", "effects": { "filesystem": { "write": "no" } } },
    "remove": {
      "description": "Remove a note",
      "options": [{ "name": "tag", "type": "string", "description": "Only notes with this tag", "flags": ["tag"] }],
      "effects": { "destructive": true }
    }
  }
}
`;
const NEXT = readFileSync(join(ROOT, 'tests/e2e/git-next.json'), 'utf8');

test('a tool author mends a document, states effects, gives it away, and compares versions', async ({
  companion,
  page,
  context,
}) => {
  const problems = page.getByRole('region', { name: 'Problems' });
  const effects = page.getByRole('region', { name: 'Effects' });
  const editor = page.locator('[data-part=document] .monaco-editor').first();
  const hint = page.getByText('Esc, then Tab leaves');
  const keyboard = await Keyboard.arrive(page, companion.link);
  await test.step('by keyboard alone: three mistakes mended at once', async () => {
    await keyboard.paste(DRAFT);
    await keyboard.press('ControlOrMeta+Enter');
    await expect(problems.getByText('2 errors, 1 warning')).toBeVisible();
    await expect(editor).toBeVisible();
    await keyboard.press('Shift+F6');
    await expect(hint).toBeVisible();
    await keyboard.use('button', /^Mend all/);
    await expect(problems).not.toContainText('error');
    await expect(output(page)).toContainText('notes_remove');
  });
  await test.step('an effect stated in the form stands in the text and in the output', async () => {
    await keyboard.press('ControlOrMeta+K');
    await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused();
    await keyboard.type('remove');
    await expect(page.getByRole('option').first()).toContainText('remove');
    await keyboard.press('Enter');
    await expect(editor).toHaveClass(/focused/);
    await keyboard.use('button', /^Effects$/, 'Shift+Tab');
    await expect(effects.getByRole('heading')).toHaveText('notes remove');
    await keyboard.reach('radio', /^not stated$/);
    await keyboard.press('ArrowLeft');
    await expect(output(page)).toContainText('NOT REVERSIBLE');
  });
  await test.step('and given away as a file', async () => {
    await keyboard.press('ControlOrMeta+S');
    await expect(page.getByRole('textbox', { name: 'Link' })).toBeFocused();
    const download = page.waitForEvent('download');
    await keyboard.use('button', /^Download notes/, 'Shift+Tab');
    const file = await download;
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain('"effects": { "destructive": true, "reversible": false }');
    keyboard.expectAtMost(20);
    await page.keyboard.press('Escape');
  });

  await test.step('by mouse: Undo takes back what a button did, and nothing else', async () => {
    const network = effects.getByRole('radiogroup', { name: 'Uses the network' });
    await network.getByRole('radio', { name: 'yes' }).click();
    await expect(editor).toContainText('"network"');
    await expect(page.getByText('notes remove: Uses the network: yes').first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(network.getByRole('radio', { name: 'not stated' })).toBeChecked();
    await expect(editor).toContainText('"reversible"');
    await expect(editor).not.toContainText('"network"');
  });
  await test.step('two versions are compared, and the sentence says which step the changes need', async () => {
    for (const text of [GIT, NEXT]) {
      await page.getByRole('button', { name: 'New document' }).click();
      await openText(page, text);
    }
    await page.getByRole('button', { name: 'Compare with…' }).click();
    const compare = page.getByRole('dialog', { name: 'Compare' });
    await expect(compare).toContainText('git.json → git-2.json');
    await expect(
      compare.getByRole('heading', { name: '2.47.0 → 2.47.1 is a patch step, but this needs 3.0.0.' }),
    ).toBeVisible();
    await expect(compare.getByRole('region', { name: 'Changes' })).toContainText('Breaks: git show is gone.');
    await expect(compare.locator('.monaco-diff-editor')).toBeVisible();
    await compare.getByRole('button', { name: 'Choose another' }).click();
    await pasteText(page, '{ "name": "git"');
    await expect(compare).toContainText('pasted text has an error, so only the texts are compared');
    await page.keyboard.press('Escape');
    // The diff editor leaves the document's as it was, without coloured brackets.
    await expect(editor.locator('.view-line', { hasText: '{' }).first()).toBeVisible();
    await expect(editor.locator('[class*=bracket-highlighting]')).toHaveCount(0);
  });
  await test.step('while the text is broken the last good output stays, and of another tool nothing', async () => {
    await focusEditor(page);
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('oops ');
    await expect(hint).toBeHidden();
    await expect(page.getByText('Last good version of git')).toBeVisible();
    await expect(output(page)).toContainText('git_log');
    await expect(problems.getByRole('listitem').first()).toContainText('1:1');
    await pasteDocument(page, '{ "a": 1\u202e }');
    await expect(problems.getByRole('listitem').first()).toContainText('"\\u{202e}" stands where');
    await expect(problems).not.toContainText('\u202e');
    await pasteDocument(page, '{ "name": "git", "version": "1.0.0" }');
    await expect(page.getByText('Last good version of git')).toBeHidden();
    await expect(output(page)).not.toContainText('git_log');
  });
  await test.step('a document that is nested without end can be typed into', async () => {
    await pasteDocument(page, `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`);
    await page.keyboard.type(' "x');
    await page.keyboard.press('Control+Space');
    await expect(problems).toContainText('nested more than 100 deep');
  });
  await test.step('nothing typed is lost when Monaco takes over from the text area', async () => {
    let give = (): void => undefined;
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    await context.route('**/monaco-env-*.js', (route) => given.then(() => route.continue()));
    await page.reload();
    // The browser would lay a long text out for seconds.
    await expect(page.getByText('Opening the editor …')).toBeVisible();
    await page.getByRole('button', { name: /^Document:/ }).click();
    await page.getByRole('menuitem', { name: /^git\.json/ }).click();
    await page.getByRole('textbox', { name: 'ATIP document', exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('before');
    give();
    // The keys go on while it comes.
    for (const letter of ' meanwhile '.repeat(20)) await page.keyboard.type(letter, { delay: 5 });
    await expect(editor).toHaveClass(/focused/);
    await page.keyboard.type('after');
    await expect.poll(() => storedDraft(page)).toContain(`before${' meanwhile '.repeat(20)}after`);
  });
});
