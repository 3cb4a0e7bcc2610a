import type { Page } from '@playwright/test';
import { type Companion, expect, git, PLANTED_SECRET, test } from './companion.ts';
import { openPlayground } from './page.ts';

/** Opens the companion's own git document, as a person would before trying a call. */
async function openCalls(page: Page, companion: Companion): Promise<void> {
  await openPlayground(page, companion.link);
  await page.getByRole('button', { name: /^Companion: / }).click();
  await page.getByRole('button', { name: 'Open git as document' }).click();
  await page.getByRole('tab', { name: 'Calls' }).click();
}

async function pasteCall(page: Page, name: string, args: object): Promise<void> {
  const response = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_7', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
        },
      },
    ],
  };
  await page.getByRole('textbox', { name: 'OpenAI response with tool calls' }).fill(JSON.stringify(response));
}

test('git_log from an OpenAI response runs, and its redacted output comes back as a tool message', async ({
  companion,
  page,
}) => {
  await openCalls(page, companion);
  await pasteCall(page, 'git_log', { 'max-count': 2, oneline: true, since: null });
  const calls = page.locator('[data-part=calls]');
  await expect(calls.getByRole('list', { name: 'Command line' }).getByRole('listitem')).toHaveText([
    'git',
    'log',
    '--max-count=2',
    '--oneline',
  ]);
  await calls.getByRole('button', { name: 'Run', exact: false }).first().click();
  await expect(calls.locator('[data-phase=done]')).toBeVisible();
  const message = calls.locator('[data-part=message]');
  await expect(message).toContainText('"role": "tool"');
  await expect(message).toContainText('"tool_call_id": "call_7"');
  await expect(message).toContainText('third, with [REDACTED]');
  await expect(message).toContainText('second commit');
  await expect(message).not.toContainText('first commit');
  await expect(page.locator('body')).not.toContainText(PLANTED_SECRET);
});

test('a destructive call waits, shows its argv, and Cancel leaves the world as it was', async ({ companion, page }) => {
  await openCalls(page, companion);
  await pasteCall(page, 'git_branch_--delete', { branches: ['old'] });
  const calls = page.locator('[data-part=calls]');
  await calls.getByRole('button', { name: 'Run', exact: false }).first().click();
  const dialog = page.locator('[data-part=confirmation]');
  await expect(dialog.getByRole('list', { name: 'Command line' }).getByRole('listitem')).toHaveText([
    /\/git$/,
    'branch',
    '--delete',
    '--',
    'old',
  ]);
  await expect(dialog).toContainText(companion.repository);
  await expect(dialog).toContainText('permanently destroys data');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(calls.locator('[data-phase=failed]')).toBeVisible();
  expect(git(companion.repository, 'branch', '--list', 'old').trim()).toBe('old');
});

test('a confirmed destructive call runs once', async ({ companion, page }) => {
  await openCalls(page, companion);
  await pasteCall(page, 'git_branch_--delete', { branches: ['old'] });
  const calls = page.locator('[data-part=calls]');
  await calls.getByRole('button', { name: 'Run', exact: false }).first().click();
  const dialog = page.locator('[data-part=confirmation]');
  await dialog.getByRole('button', { name: /git branch/ }).click();
  await expect(calls.locator('[data-phase=done]')).toBeVisible();
  await expect(calls.locator('[data-part=message]')).toContainText('Deleted branch old');
  expect(git(companion.repository, 'branch', '--list', 'old').trim()).toBe('');
});

test('a call that does not fit is explained stage by stage and cannot be run', async ({ companion, page }) => {
  await openCalls(page, companion);
  await pasteCall(page, 'git_log', { 'max-count': 'many' });
  const calls = page.locator('[data-part=calls]');
  await expect(calls).toContainText('"max-count" must be a whole number');
  await pasteCall(page, 'git_lgo', {});
  await expect(calls).toContainText('Did you mean git_log');
  await expect(calls.getByRole('button', { name: 'Run', exact: false }).first()).toBeDisabled();
});

test('arguments can be filled in from the metadata', async ({ companion, page }) => {
  await openCalls(page, companion);
  const calls = page.locator('[data-part=calls]');
  await calls.getByRole('radio', { name: 'Fill in arguments' }).check();
  await calls.getByRole('combobox', { name: /^Command/ }).fill('log');
  await page.getByRole('option', { name: /^git_log\b/ }).click();
  await calls.getByLabel(/^max-count/).fill('1');
  await expect(calls.getByRole('list', { name: 'Command line' }).getByRole('listitem')).toHaveText([
    'git',
    'log',
    '--max-count=1',
  ]);
});
