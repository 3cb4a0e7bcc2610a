import type { Locator, Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { documentOf } from './documents.ts';
import { output, pasteText, startField, storedDraft } from './page.ts';

const HELP = 'Remove things.\n\nUsage: gone rm [OPTIONS] FILE...\n\nOptions:\n  -f, --force   Do not ask\n';
const ANSWER = '{ "name": "git_status", "arguments": {} }';

/** Drops files on the page as a file manager does. */
async function dropFiles(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const dataTransfer = await page.evaluateHandle((entries) => {
    const transfer = new DataTransfer();
    for (const [name, text] of entries) transfer.items.add(new File([text], name));
    return transfer;
  }, Object.entries(files));
  await page.locator('main').dispatchEvent('drop', { dataTransfer });
}

/** A megabyte with 3,000 commands. */
function largeText(): string {
  const description = 'Goes through all that is there, and says of each thing what it is. '.repeat(5);
  const commands = Array.from({ length: 3000 }, (_, at) => [`go-${at}`, { description: `${at} ${description}` }]);
  const head = { atip: '0.4', name: 'big', version: '1', description: 'Big' };
  return JSON.stringify({ ...head, commands: Object.fromEntries(commands) });
}

const menuOf = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Document: ${name}`, exact: true });

test('the start field says what it sees, opens it, and refuses with a reason; files, drafts and tabs', async ({
  companion,
  page,
  context,
}) => {
  const field = startField(page);
  const found = page.locator('#start-found');
  const open = page.getByRole('button', { name: 'Open', exact: true });
  await page.goto(companion.link);

  await test.step('it says what it sees, and why it opens no such thing', async () => {
    await expect(field).toBeFocused();
    for (const [text, words] of [
      [documentOf('one'), 'ATIP, 1 command'],
      ['{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}', 'An MCP tools/list, 1 tool'],
      [ANSWER, 'A model’s answer: 1 call'],
      ['git clean -fdx', 'A shell line with git'],
      ['2026-01-02 10:00:01 GET /b 200', 'Output of a program · Redact it'],
    ] as const) {
      await field.fill(text);
      await expect(found).toContainText(words);
      await expect(open).not.toHaveAttribute('aria-disabled', 'true');
    }
    for (const [text, words] of [
      ['{"openapi":"3.1.0","paths":{}}', 'OpenAPI It describes an HTTP service. Paste the tools/list of an MCP server'],
      ['atip: "0.4"\nname: a\n', 'ATIP as YAML ATIP is JSON. Convert it'],
      ['https://example.org/tool.json', 'An address This page loads nothing from elsewhere.'],
    ] as const) {
      await field.fill(text);
      await expect(found).toContainText(words);
      await expect(open).toHaveAttribute('aria-disabled', 'true');
    }
    await field.fill('Core commands\n');
    await open.click();
    await expect(found).toContainText('There is no command in it.');
  });

  await test.step('a half-typed text takes Enter as a line, and survives a reload; Ctrl+Enter opens it', async () => {
    await field.fill('');
    await page.keyboard.type('{ "atip":');
    await expect(found).toContainText('JSON with a mistake in line 1');
    await page.keyboard.press('Enter');
    await page.reload();
    await expect(field).toHaveValue('{ "atip":\n');
    await expect(found).toContainText('JSON with a mistake');
    await field.focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.locator('[data-part=document]')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(field).toHaveValue('');
  });

  await test.step('Enter opens a help text on Output with the focus there, and Undo leads back', async () => {
    await field.focus();
    await pasteText(page, HELP);
    await expect(found).toContainText('Help text of gone');
    await page.keyboard.press('Enter');
    await expect(output(page)).toContainText('gone_rm');
    await expect(page.getByRole('tab', { name: 'Output' })).toBeFocused();
    await expect(page.getByText('effects of 1 of 1 command are inferred')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(field).toBeVisible();
  });

  await test.step('a megabyte becomes a chip with name and size', async () => {
    await field.focus();
    await pasteText(page, largeText());
    const chip = page.locator('.start-chip');
    await expect(chip).toContainText('big.json');
    await expect(chip).toContainText(/1\.\d MB/);
    await expect(found).toContainText('ATIP, 3,000 commands');
    await expect(field).toHaveCount(0);
    await expect(open).toBeFocused();
    await chip.getByRole('button', { name: 'Remove this text' }).click();
    await expect(field).toHaveValue('');
  });

  await test.step('a model’s answer comes with the tool that it calls', async () => {
    await field.fill(ANSWER);
    await open.click();
    await expect(page.getByRole('tab', { name: 'Try it' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('[data-part=try]')).toContainText('git_status');
    await expect(menuOf(page, 'git.json')).toBeVisible();
  });

  await test.step('a tool of the list opens on Output', async () => {
    await page.getByRole('button', { name: 'New document' }).first().click();
    await page.getByRole('button', { name: 'All tools' }).click();
    const list = page.getByRole('dialog', { name: 'All tools' });
    await list.getByRole('searchbox', { name: 'Filter tools' }).fill('search JSON query');
    await list.getByRole('searchbox', { name: 'Filter tools' }).fill('jq');
    await expect(list.getByRole('status')).toContainText(' of ');
    await page.keyboard.press('Enter');
    await expect(menuOf(page, 'jq.json')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Output' })).toHaveAttribute('aria-selected', 'true');
    await expect(output(page)).toContainText('"jq"');
  });

  await test.step('dropped files open one after the other, and one that cannot be opened says why', async () => {
    const tools = '[{"name":"boil","description":"Boil","input_schema":{"type":"object","properties":{}}}]';
    const huge = ' '.repeat(4 * 1024 * 1024 + 1);
    await dropFiles(page, {
      'other.txt': HELP.replaceAll('gone', 'away'),
      'a.png': '\0\u{1}',
      'huge.json': huge,
      'pot.json': tools,
    });
    await expect(menuOf(page, 'pot.json')).toBeVisible();
    await expect(page.getByText('a.png: It is not a text file, or cannot be read.')).toBeVisible();
    await expect(page.getByText(/^huge\.json: .* is too much; a document may have /)).toBeVisible();
    await menuOf(page, 'pot.json').click();
    await expect(page.getByRole('menuitem', { name: /^away\.json/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await page.close();

  await test.step('two tabs do not overwrite each other, and the last key before closing is kept', async () => {
    // The plain text area of a narrow page is enough here; Monaco would only take time.
    const openTab = async (): Promise<{ readonly tab: Page; readonly editor: Locator }> => {
      const tab = await context.newPage();
      await tab.setViewportSize({ width: 800, height: 700 });
      await tab.goto(companion.origin);
      await tab.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Document' }).click();
      return { tab, editor: tab.getByRole('textbox', { name: 'ATIP document' }) };
    };
    const first = await openTab();
    await first.editor.fill(documentOf('tab-one'));
    await expect.poll(() => storedDraft(first.tab)).toContain('tab-one');
    const second = await openTab();
    await expect(second.editor).toHaveValue(documentOf('tab-one'));
    await second.editor.fill(documentOf('tab-two'));
    await expect.poll(() => storedDraft(second.tab)).toContain('tab-two');
    await first.tab.reload();
    await first.tab.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Document' }).click();
    await expect(first.editor).toHaveValue(documentOf('tab-one'));
    await first.editor.fill(documentOf('tab-last'));
    await first.tab.close({ runBeforeUnload: true });
    await expect.poll(() => storedDraft(second.tab)).toContain('tab-last');
    await second.tab.close();
  });

  await test.step('a browser that stores nothing says so, and the page works', async () => {
    const full = await context.newPage();
    await full.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await full.goto(companion.origin);
    await full.getByRole('button', { name: 'New document' }).first().click();
    await startField(full).fill(documentOf('kept'));
    await full.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(output(full)).toContainText('kept_go');
    await expect(full.getByText('The browser does not store this draft')).toBeVisible();
  });
});
