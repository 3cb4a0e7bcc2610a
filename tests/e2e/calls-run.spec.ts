import type { Locator, Page } from '@playwright/test';
import { type Companion, expect, git, test } from './companion.ts';
import { openPlayground } from './page.ts';

async function openForm(page: Page, companion: Companion, name: string, args: object): Promise<Locator> {
  await openPlayground(page, companion.link);
  await page.getByRole('button', { name: /^Companion: / }).click();
  await page.getByRole('button', { name: 'Open git as document' }).click();
  await page.getByRole('tab', { name: 'Calls' }).click();
  const calls = page.locator('[data-part=calls]');
  await calls.getByRole('radio', { name: 'Fill in arguments' }).check();
  await calls.getByRole('combobox', { name: /^Command/ }).fill(name.replaceAll('_', ' '));
  await page
    .getByRole('option', { name: new RegExp(`^${name}(?!\\w)`) })
    .first()
    .click();
  await calls.getByLabel('Arguments as JSON').fill(JSON.stringify(args));
  return calls;
}

test('a run has its output, its time and its message for every provider, and can be run again', async ({
  companion,
  page,
}) => {
  const calls = await openForm(page, companion, 'git_log', { 'max-count': 1, oneline: true });
  await calls.getByRole('button', { name: 'Run git' }).click();
  await expect(calls.locator('[data-phase=done]')).toBeVisible();
  await expect(calls.getByRole('timer', { name: 'Time taken' })).toHaveText(/^\d+(\.\d)? m?s$/);
  await expect(calls.getByRole('region', { name: 'Output in a terminal' })).toContainText('third, with [REDACTED]');
  await calls.getByRole('radio', { name: 'Text', exact: true }).check();
  await expect(calls.getByRole('region', { name: 'Output of the process' })).toContainText('third, with [REDACTED]');
  const message = calls.locator('[data-part=message]');
  await expect(message).toContainText('"role": "tool"');
  await calls.getByRole('combobox', { name: 'Message for' }).selectOption('anthropic');
  await expect(message).toContainText('"tool_use_id": "call_form"');
  await expect(message).toContainText('third, with [REDACTED]');
  const history = calls.getByRole('table', { name: /^Runs of this visit/ });
  await history.getByRole('button', { name: 'Run again: git_log' }).click();
  await expect(history.getByRole('row')).toHaveCount(3);
  await expect(history.getByRole('row').nth(1)).toContainText('Done');
  await calls.getByLabel('Arguments as JSON').fill('{"max-count": 2}');
  await history
    .getByRole('button', { name: /^Put into the form: git_log/ })
    .last()
    .click();
  await expect(calls.getByLabel('Arguments as JSON')).toHaveValue(
    JSON.stringify({ 'max-count': 1, oneline: true }, null, 2),
  );
});

test('running again asks again, with the hash of what would run', async ({ companion, page }) => {
  const calls = await openForm(page, companion, 'git_branch_--delete', { branches: ['old'] });
  await calls.getByRole('button', { name: 'Run git' }).click();
  const dialog = page.locator('[data-part=confirmation]');
  await expect(dialog).toContainText(/sha256:[0-9a-f]{64}/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(calls.locator('[data-phase=failed]')).toBeVisible();
  await calls.getByRole('button', { name: 'Run again: git_branch_--delete' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(git(companion.repository, 'branch', '--list', 'old').trim()).toBe('old');
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
  const calls = await openForm(page, companion, 'git_log', { oneline: true });
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
  const terminal = calls.getByRole('region', { name: 'Output in a terminal' });
  await expect(terminal).toContainText('before');
  await expect(terminal).toContainText('\\u{1b}]52;c;ZXZpbA==\\u{7}');
  await expect(terminal).toContainText('\\u{1b}[2J\\u{1b}[1;1H');
  await expect(terminal.getByRole('link')).toHaveCount(0);
  expect(await page.title()).toBe(title);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine');
  await calls.getByRole('radio', { name: 'Text', exact: true }).check();
  await expect(calls.locator('[data-stream=stderr]')).toContainText('oops \\u{1b}]52');
});
