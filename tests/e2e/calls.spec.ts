import { EXAMPLES } from '@atip/core/internal';
import type { Locator, Page } from '@playwright/test';
import { type Companion, expect, git, PLANTED_SECRET, test } from './companion.ts';
import { responseWithCall } from './documents.ts';
import { openPlayground, storedDrafts } from './page.ts';

/** Opens the companion's own git document, as a person would before trying a call. @returns the panel of calls */
async function openCalls(page: Page, companion: Companion): Promise<Locator> {
  await openPlayground(page, companion.link);
  await page.getByRole('button', { name: /^Companion: / }).click();
  await page.getByRole('button', { name: 'Open git as document' }).click();
  await page.getByRole('tab', { name: 'Calls' }).click();
  return page.locator('[data-part=calls]');
}

async function fillForm(calls: Locator, name: string, args: object): Promise<void> {
  await calls.getByRole('radio', { name: 'Fill in arguments' }).check();
  await calls.getByRole('combobox', { name: /^Command/ }).fill(name.replaceAll('_', ' '));
  const option = calls.page().getByRole('option', { name: new RegExp(`^${name}(?!\\w)`) });
  await option.first().click();
  await calls.getByLabel('Arguments as JSON').fill(JSON.stringify(args));
}

function commandLine(calls: Locator): Locator {
  return calls.getByRole('list', { name: 'Command line' }).getByRole('listitem');
}

async function pasteCall(page: Page, name: string, args: Readonly<Record<string, unknown>>): Promise<void> {
  const field = page.getByRole('textbox', { name: 'OpenAI response with tool calls' });
  await field.fill(responseWithCall('call_7', name, args));
}

test('git_log from an OpenAI response runs; its redacted output is a message for every provider, and it runs again', async ({
  companion,
  page,
}) => {
  const calls = await openCalls(page, companion);
  await pasteCall(page, 'git_log', { 'max-count': 2, oneline: true, since: null });
  await expect(commandLine(calls)).toHaveText(['git', 'log', '--max-count=2', '--oneline']);
  await calls.getByRole('button', { name: 'Run', exact: false }).first().click();
  await expect(calls.locator('[data-phase=done]')).toBeVisible();
  await expect(calls.getByRole('timer', { name: 'Time taken' })).toHaveText(/^\d+(\.\d)? m?s$/);
  await expect(calls.getByRole('region', { name: 'Output of the process' })).toContainText('third, with [REDACTED]');
  const message = calls.locator('[data-part=message]');
  await expect(message).toContainText('"role": "tool"');
  await expect(message).toContainText('"tool_call_id": "call_7"');
  await expect(message).toContainText('third, with [REDACTED]');
  await expect(message).toContainText('second commit');
  await expect(message).not.toContainText('first commit');
  await calls.getByRole('combobox', { name: 'Message for' }).selectOption('anthropic');
  await expect(message).toContainText('"tool_use_id": "call_7"');
  await expect(message).toContainText('third, with [REDACTED]');
  const history = calls.getByRole('table', { name: /^Runs of this visit/ });
  await history.getByRole('button', { name: 'Run again: git_log' }).click();
  await expect(history.getByRole('row')).toHaveCount(3);
  await expect(history.getByRole('row').nth(1)).toContainText('Done');
  await expect(page.locator('body')).not.toContainText(PLANTED_SECRET);
});

test('a destructive call waits and shows its argv; Cancel runs nothing, again asks again, and a yes runs it once', async ({
  companion,
  page,
}) => {
  const calls = await openCalls(page, companion);
  await pasteCall(page, 'git_branch_--delete', { branches: ['old'] });
  await calls.getByRole('button', { name: 'Run', exact: false }).first().click();
  const dialog = page.locator('[data-part=confirmation]');
  await expect(commandLine(dialog)).toHaveText([/\/git$/, 'branch', '--delete', '--', 'old']);
  await expect(dialog).toContainText(companion.repository);
  await expect(dialog).toContainText('permanently destroys data');
  await expect(dialog).toContainText(/sha256:[0-9a-f]{64}/);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(calls.locator('[data-phase=failed]')).toBeVisible();
  expect(git(companion.repository, 'branch', '--list', 'old').trim()).toBe('old');
  await calls.getByRole('button', { name: 'Run again: git_branch_--delete' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: /git branch/ }).click();
  await expect(calls.locator('[data-phase=done]')).toBeVisible();
  await expect(calls.locator('[data-part=message]')).toContainText('Deleted branch old');
  expect(git(companion.repository, 'branch', '--list', 'old').trim()).toBe('');
});

test('a stream of another provider is recognised and followed; one that is cut off offers nothing to run', async ({
  companion,
  page,
}) => {
  const calls = await openCalls(page, companion);
  const text = EXAMPLES.anthropic
    .stream()
    .map((event) => `event: e\ndata: ${JSON.stringify(event)}\n`)
    .join('\n');
  await calls.getByRole('textbox', { name: 'OpenAI response with tool calls' }).fill(text);
  await expect(calls.getByText('Anthropic stream of 9 events, 2 calls')).toBeVisible();
  await expect(calls.locator('[data-stage=map]')).toContainText('git › log');
  await calls.getByRole('radio', { name: /git_status/ }).check();
  await expect(calls.locator('[data-stage=map]')).toContainText('git › status');
  await calls.getByRole('button', { name: 'Switch to Anthropic' }).click();
  await expect(page.getByRole('radio', { name: 'Anthropic' })).toBeChecked();
  await expect(calls.getByRole('textbox', { name: 'Anthropic response with tool calls' })).toHaveValue(text);
  const cut = EXAMPLES.anthropic
    .stream()
    .slice(0, 3)
    .map((event) => JSON.stringify(event));
  await calls.getByRole('textbox', { name: 'Anthropic response with tool calls' }).fill(cut.join('\n'));
  await expect(calls.getByRole('status')).toContainText('did not reach its end');
  await expect(calls.getByRole('list', { name: 'Calls as far as they came' })).toContainText('git_log {"n":');
  await expect(calls.getByRole('button', { name: 'Run git' })).toHaveCount(0);
});

test('form and JSON follow each other to a line for a shell; what does not fit is explained and is no call', async ({
  companion,
  page,
}) => {
  const calls = await openCalls(page, companion);
  await pasteCall(page, 'git_log', { 'max-count': 'many' });
  await expect(calls).toContainText('"max-count" must be a whole number');
  await pasteCall(page, 'git_lgo', {});
  await expect(calls).toContainText('Did you mean git_log');
  await expect(calls.getByRole('button', { name: 'Run', exact: false }).first()).toBeDisabled();
  await calls.getByRole('radio', { name: 'Fill in arguments' }).check();
  await calls.getByRole('combobox', { name: /^Command/ }).fill('branch delete');
  await page.getByRole('option', { name: /^git_branch_--delete\b/ }).click();
  await calls.getByLabel('branches', { exact: false }).first().fill('old');
  await calls.getByRole('button', { name: 'Add a value' }).first().click();
  await calls.getByRole('textbox', { name: 'branches 2' }).fill('older');
  const json = calls.getByLabel('Arguments as JSON');
  await expect(json).toHaveValue(JSON.stringify({ branches: ['old', 'older'] }, null, 2));
  const line = commandLine(calls);
  await expect(line).toHaveText(['git', 'branch', '--delete', '--', 'old', 'older']);
  await json.fill('{"branches": ["new"');
  await expect(calls.getByText('This is not valid JSON')).toBeVisible();
  await expect(line).toHaveCount(0);
  await json.fill('{"branches": ["new"], "odd": 1}');
  await expect(calls.locator('[data-stage=validate]')).toContainText('"odd" is no parameter of');
  await expect(line).toHaveCount(0);
  await calls.getByRole('button', { name: 'Remove odd' }).click();
  await expect(json).toHaveValue(JSON.stringify({ branches: ['new'] }, null, 2));
  await expect(line).toHaveText(['git', 'branch', '--delete', '--', 'new']);
  await fillForm(calls, 'git_log', { author: `it's $(id)` });
  const shell = `git log '--author=it'\\''s $(id)'`;
  await expect(calls.getByRole('region', { name: 'Command line for sh' })).toHaveText(shell);
  await calls.getByRole('button', { name: 'Copy as sh' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shell);
  await expect(calls.locator('[data-stage=sandbox]')).toContainText('May change');
});

test('a call in a draft is there again, and nothing of it has run', async ({ companion, page }) => {
  const calls = await openCalls(page, companion);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/calls\b/.test(new URL(request.url()).pathname)) sent.push(request.url());
  });
  await calls.getByRole('button', { name: /^Insert an example/ }).click();
  const field = calls.getByRole('textbox', { name: 'OpenAI response with tool calls' });
  const text = await field.inputValue();
  expect(text).toContain('tool_calls');
  await expect(calls.getByRole('list', { name: 'Stages of the call' })).toBeVisible();
  await expect.poll(() => storedDrafts(page)).toContain('tool_calls');
  await page.reload();
  await expect(field).toHaveValue(text);
  expect(sent).toStrictEqual([]);
});

const HOSTILE = [
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b]0;STOLEN TITLE\u0007',
  '\u001b]8;;https://evil.example/\u0007click me\u001b]8;;\u0007',
  '\u001b[2J\u001b[1;1H',
  '\u009b31m',
].join('\n');

test('a companion that lets terminal sequences through steers nothing: they stand there to be read', async ({
  companion,
  page,
}) => {
  const calls = await openCalls(page, companion);
  await fillForm(calls, 'git_log', { oneline: true });
  const events = [
    ['accepted', { id: 'x', check: {} }],
    ['stdout', { text: `before\n${HOSTILE}\n` }],
    ['stderr', { text: `oops ${HOSTILE}\n` }],
    ['exit', { exitCode: 0, duration: 5, timedOut: false, truncated: false }],
    ['result', { success: true, content: 'ok', message: { role: 'tool' } }],
  ] as const;
  await page.route('**/api/v1/calls', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
    }),
  );
  await page.evaluate(() => navigator.clipboard.writeText('mine'));
  const title = await page.title();
  await calls.getByRole('button', { name: 'Run git' }).click();
  await expect(calls.locator('[data-phase=done]')).toBeVisible();
  const output = calls.getByRole('region', { name: 'Output of the process' });
  await expect(output).toContainText('before');
  await expect(output).toContainText('\\u{1b}]52;c;ZXZpbA==\\u{7}');
  await expect(output).toContainText('\\u{1b}[2J\\u{1b}[1;1H');
  await expect(output.getByRole('link')).toHaveCount(0);
  expect(await page.title()).toBe(title);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine');
  await expect(calls.locator('[data-stream=stderr]')).toContainText('oops \\u{1b}]52');
});
