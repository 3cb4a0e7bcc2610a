import type { Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { output } from './page.ts';

const HELP =
  'Remove things.\n\nUsage: gone rm [OPTIONS] FILE...\n\nOptions:\n  -f, --force   Do not ask\n  -h, --help    Show this\n';
const TOOLS = JSON.stringify([{ type: 'function', function: { name: 'boil', description: 'Boil', parameters: {} } }]);

async function openStart(page: Page, link: string) {
  await page.goto(link);
  const field = page.getByRole('textbox', { name: 'Paste anything that describes a tool' });
  await expect(field).toBeFocused();
  return field;
}

/** By the clipboard and the keyboard, as a person does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
}

test('each kind of text is named; what describes no tool cannot be opened, and says what to do', async ({
  companion,
  page,
}) => {
  await openStart(page, companion.link);
  const found = page.locator('#start-found');
  const open = page.getByRole('button', { name: 'Open', exact: true });
  await expect(open).toBeDisabled();
  for (const [text, words, opens] of [
    [
      '{"atip":{"version":"0.4"},"name":"a","version":"1","description":"b","commands":{"c":{"description":"d"}}}',
      'ATIP, 1 command',
      true,
    ],
    [HELP, 'Help text of gone', true],
    [TOOLS, 'OpenAI tools, 1', true],
    ['{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}', 'An MCP tools/list, 1 tool', true],
    [
      "Message(content=[ToolUseBlock(id='t', input={}, name='git_log', type='tool_use')], role='assistant', stop_reason='tool_use')",
      'A model’s answer: Anthropic, 1 call',
      true,
    ],
    ['git clean -fdx', 'A shell line of git', true],
    ['openapi: 3.1.0\ninfo:\n  title: Pets', 'It describes an HTTP service and not commands', false],
    ['Once upon a time there was a tool.', 'Prose: nothing here describes a tool', false],
  ] as const) {
    await paste(page, text);
    await expect(found).toContainText(words);
    await expect(open).toBeEnabled({ enabled: opens });
  }
});

test('Enter opens a help text, and Undo leads back', async ({ companion, page }) => {
  await openStart(page, companion.link);
  await paste(page, HELP);
  await page.keyboard.press('Enter');
  await expect(output(page)).toContainText('gone_rm');
  await expect(page.getByRole('tab', { name: 'Output' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: /^Document: gone.json/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: /^See what a command-line tool can do/ })).toBeVisible();
});

test('a model’s answer opens in Try it with the tool that it calls', async ({ companion, page }) => {
  await openStart(page, companion.link);
  await paste(page, "{'name': 'git_status', 'arguments': {}}");
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Try it' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('[data-part=try]')).toContainText('git_status');
  await expect(page.getByRole('button', { name: /^Document: git.json/ })).toBeVisible();
});

test('Enter ends a line of what is still being written; Ctrl+Enter opens it all the same', async ({
  companion,
  page,
}) => {
  const field = await openStart(page, companion.link);
  await page.keyboard.type('{ "atip":');
  await expect(page.locator('#start-found')).toContainText('JSON with a mistake in line 1');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('{ "atip":\n');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.locator('[data-part=editor]')).toBeVisible();
});

test('by keyboard alone: a well-known tool, the template menu and all tools', async ({ companion, page }) => {
  await openStart(page, companion.link);
  const tools = page.getByRole('region', { name: 'Tools to start from' });
  await expect(tools.getByRole('listitem')).toHaveCount(6);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Write one by hand' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('405 tools');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(tools.getByRole('button', { name: /^git 328 commands/ })).toBeFocused();
  await page.keyboard.press('Enter');
  // The largest bundled document, and other tests beside this one.
  await expect(output(page)).toContainText('git_');
});

test('one dropped file comes into the field', async ({ companion, page }) => {
  const field = await openStart(page, companion.link);
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'gone.txt'));
    return transfer;
  }, HELP);
  await field.dispatchEvent('drop', { dataTransfer });
  await expect(field).toHaveValue(HELP);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(output(page)).toContainText('gone_rm');
});
