import type { Page } from '@playwright/test';
import { STREAMS } from '../../web/src/analysis/calls/stream-samples.ts';
import { type Companion, expect, test } from './companion.ts';
import { openPlayground } from './page.ts';

async function openCalls(page: Page, companion: Companion): Promise<void> {
  await openPlayground(page, companion.link);
  await page.getByRole('button', { name: /^Companion: / }).click();
  await page.getByRole('button', { name: 'Open git as document' }).click();
  await page.getByRole('tab', { name: 'Calls' }).click();
}

test('a stream of another provider is recognised, its calls are followed, and the page can switch', async ({
  companion,
  page,
}) => {
  await openCalls(page, companion);
  const calls = page.locator('[data-part=calls]');
  const text = STREAMS.anthropic.map((event) => `event: e\ndata: ${JSON.stringify(event)}\n`).join('\n');
  await calls.getByRole('textbox', { name: 'OpenAI response with tool calls' }).fill(text);
  await expect(calls.getByText('Anthropic stream of 9 events, 2 calls')).toBeVisible();
  await expect(calls.locator('[data-stage=map]')).toContainText('git › log');
  await calls.getByRole('radio', { name: /git_status/ }).check();
  await expect(calls.locator('[data-stage=map]')).toContainText('git › status');
  await calls.getByRole('button', { name: 'Switch to Anthropic' }).click();
  await expect(page.getByRole('radio', { name: 'Anthropic' })).toBeChecked();
  await expect(calls.getByRole('textbox', { name: 'Anthropic response with tool calls' })).toHaveValue(text);
});

test('a stream that is cut off shows how far it came, and offers nothing to run', async ({ companion, page }) => {
  await openCalls(page, companion);
  const calls = page.locator('[data-part=calls]');
  const events = STREAMS.anthropic.slice(0, 3).map((event) => JSON.stringify(event));
  await calls.getByRole('textbox', { name: 'OpenAI response with tool calls' }).fill(events.join('\n'));
  await expect(calls.getByRole('status')).toContainText('did not reach its end');
  await expect(calls.getByRole('list', { name: 'Calls as far as they came' })).toContainText('git_log {"n":');
  await expect(calls.getByRole('button', { name: 'Run git' })).toHaveCount(0);
});

test('the stages end in lines for shells that can be copied, and in the sandbox', async ({ companion, page }) => {
  await openCalls(page, companion);
  const calls = page.locator('[data-part=calls]');
  await calls.getByRole('radio', { name: 'Fill in arguments' }).check();
  await calls.getByLabel('Arguments as JSON').fill(JSON.stringify({ author: `it's $(id) "100%"` }));
  await calls.getByRole('combobox', { name: /^Command/ }).fill('git log');
  await page.getByRole('option', { name: /^git_log\b/ }).click();
  await calls.getByLabel(/^author/).fill(`it's $(id)`);
  await expect(calls.getByLabel('Arguments as JSON')).toHaveValue(JSON.stringify({ author: `it's $(id)` }, null, 2));
  const line = `git log '--author=it'\\''s $(id)'`;
  await expect(calls.getByRole('region', { name: 'Command line for sh' })).toHaveText(line);
  await expect(calls.getByRole('region', { name: 'Command line for PowerShell' })).toHaveText(
    `git log '--author=it''s $(id)'`,
  );
  await calls.getByRole('button', { name: 'Copy for sh' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(line);
  await expect(calls.locator('[data-stage=sandbox]')).toContainText('May change');
  await calls.getByRole('button', { name: 'Show the policy in Safety' }).click();
  await expect(page.getByRole('tab', { name: 'Safety' })).toHaveAttribute('aria-selected', 'true');
});

test('form and JSON follow each other, and JSON that cannot be read is no call', async ({ companion, page }) => {
  await openCalls(page, companion);
  const calls = page.locator('[data-part=calls]');
  await calls.getByRole('radio', { name: 'Fill in arguments' }).check();
  await calls.getByRole('combobox', { name: /^Command/ }).fill('branch delete');
  await page.getByRole('option', { name: /^git_branch_--delete\b/ }).click();
  await calls.getByLabel('branches', { exact: false }).first().fill('old');
  await calls.getByRole('button', { name: 'Add a value' }).first().click();
  await calls.getByRole('textbox', { name: 'branches 2' }).fill('older');
  const json = calls.getByLabel('Arguments as JSON');
  await expect(json).toHaveValue(JSON.stringify({ branches: ['old', 'older'] }, null, 2));
  const line = calls.getByRole('list', { name: 'Command line' }).getByRole('listitem');
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
});

test('bad calls are tried without a companion, and each says what catches it', async ({ companion, page }) => {
  await openPlayground(page, companion.origin);
  await page.getByRole('tab', { name: 'Calls' }).click();
  const calls = page.locator('[data-part=calls]');
  await calls.getByRole('button', { name: /^Insert an example/ }).click();
  await calls.getByRole('button', { name: 'Try bad calls' }).click();
  const table = calls.getByRole('table', { name: 'Bad calls and the stage that catches each' });
  await expect(table.getByRole('row', { name: /cut off/ })).toContainText('Parse');
  await expect(table.getByRole('row', { name: /typing mistake/ })).toContainText('Did you mean');
  await expect(calls.locator('#run-reason')).toContainText('companion');
  await expect(calls.getByRole('button', { name: /^Run / }).first()).toBeDisabled();
});

test('a call in a draft is there again, and nothing of it has run', async ({ companion, page }) => {
  await openCalls(page, companion);
  const calls = page.locator('[data-part=calls]');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/calls\b/.test(new URL(request.url()).pathname)) sent.push(request.url());
  });
  await calls.getByRole('button', { name: /^Insert an example/ }).click();
  const field = calls.getByRole('textbox', { name: 'OpenAI response with tool calls' });
  const text = await field.inputValue();
  expect(text).toContain('tool_calls');
  await expect(calls.getByRole('list', { name: 'Stages of the call' })).toBeVisible();
  // The draft is written a moment after the last change.
  await expect(async () => {
    await page.reload();
    await expect(field).toHaveValue(text, { timeout: 2000 });
  }).toPass();
  expect(sent).toStrictEqual([]);
});
