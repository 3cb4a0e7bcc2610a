import { EXAMPLES } from '@atip/core/internal';
import type { Locator } from '@playwright/test';
import { openTry } from './ask-to-delete.ts';
import { expect, git, PLANTED_SECRET, test } from './companion.ts';
import { responseWith } from '../providers/compiled-tool.ts';
import { responseWithCall } from './documents.ts';
import { copyShareLink, storedDraft } from './page.ts';

async function chooseCommand(panel: Locator, name: string): Promise<void> {
  await panel.getByRole('radio', { name: 'Form' }).check();
  await panel.getByRole('combobox', { name: /^Command/ }).fill(name.replaceAll('_', ' '));
  const option = panel.page().getByRole('option', { name: new RegExp(`^${name}(?!\\w)`) });
  await option.first().click();
}

function answerField(panel: Locator): Locator {
  return panel.getByRole('textbox', { name: 'A model’s answer' });
}

async function pasteCall(panel: Locator, name: string, args: Readonly<Record<string, unknown>>): Promise<void> {
  await answerField(panel).fill(responseWithCall('call_7', name, args));
}

function verdict(panel: Locator): Locator {
  return panel.getByRole('region', { name: 'Verdict' });
}

function commandLine(panel: Locator): Locator {
  return panel.getByRole('region', { name: 'Command line', exact: true }).locator('code.try-line');
}

test('what a model asks for: runs that only read, questions, refusals, streams', async ({ companion, page }) => {
  const panel = await openTry(page, companion);

  await test.step('git_log runs from the verdict bar; its redacted result takes the focus', async () => {
    await pasteCall(panel, 'git_log', { 'max-count': 2, oneline: true, since: null });
    await expect(commandLine(panel)).toHaveText('git log --max-count=2 --oneline');
    await expect(verdict(panel)).toContainText('Only reads');
    await verdict(panel).getByRole('button', { name: 'Run git' }).click();
    const result = panel.getByRole('region', { name: 'Result' });
    await expect(result).toHaveAttribute('data-phase', 'done');
    await expect(result).toBeFocused();
    await expect(result).toBeInViewport();
    await expect(result).toContainText(/exit 0 after \d+(\.\d)? m?s/);
    await expect(result).toContainText('the companion replaced 1 possible secret by [REDACTED]');
    await expect(result.getByRole('region', { name: 'Output of the process' })).toContainText('third, with [REDACTED]');
    await result.getByText('Message for the model (OpenAI)').click();
    const message = panel.locator('[data-part=message]');
    await expect(message).toContainText('"tool_call_id": "call_7"');
    await expect(message).toContainText('third, with [REDACTED]');
    await expect(message).not.toContainText('first commit');
    await expect(page.locator('body')).not.toContainText(PLANTED_SECRET);
  });

  await test.step('a destructive call asks and shows its argv; No is no error and runs nothing, a yes runs it once', async () => {
    await pasteCall(panel, 'git_branch_--delete', { branches: ['old'] });
    await expect(verdict(panel)).toContainText('It permanently destroys data.');
    await verdict(panel).getByRole('button', { name: 'Run after asking' }).click();
    const dialog = page.locator('[data-part=confirmation]');
    const argv = dialog.getByRole('list', { name: 'Command line' }).getByRole('listitem');
    await expect(argv).toHaveText([/\/git$/, 'branch', '--delete', '--', 'old']);
    await expect(dialog).toContainText(companion.repository);
    await expect(dialog).toContainText('permanently destroys data');
    await expect(dialog.getByRole('timer')).toHaveText(/^Refused in \d:\d\d unless you answer$/);
    await expect(dialog).not.toContainText('sha256:');
    await dialog.getByText('Details', { exact: true }).click();
    await expect(dialog).toContainText(/sha256:[0-9a-f]{64}/);
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await cancel.press('Enter');
    const result = panel.getByRole('region', { name: 'Result' });
    await expect(result).toHaveAttribute('data-phase', 'declined');
    await expect(result).toContainText('You said no; nothing ran.');
    await expect(result).not.toContainText('confirmation-denied');
    await expect(result.locator('.bad')).toHaveCount(0);
    expect(git(companion.repository, 'branch', '--list', 'old').trim()).toBe('old');
    await verdict(panel).getByRole('button', { name: 'Run after asking' }).click();
    await expect(cancel).toBeFocused();
    await dialog.getByRole('button', { name: /git branch/ }).click();
    await expect(result).toHaveAttribute('data-phase', 'done');
    await expect(result).toContainText('Deleted branch old');
    expect(git(companion.repository, 'branch', '--list', 'old').trim()).toBe('');
  });

  await test.step('a stream of any provider is followed; one that is cut off offers nothing to run', async () => {
    const events = EXAMPLES.anthropic.stream();
    await answerField(panel).fill(events.map((event) => `event: e\ndata: ${JSON.stringify(event)}\n`).join('\n'));
    await expect(panel.getByText('Anthropic stream of 9 events, 2 calls')).toBeVisible();
    await panel.getByRole('radio', { name: /git_status/ }).check();
    await expect(commandLine(panel)).toHaveText('git status');
    const cut = events.slice(0, 3).map((event) => JSON.stringify(event));
    await answerField(panel).fill(cut.join('\n'));
    await expect(panel.getByRole('list', { name: 'Unfinished calls' })).toContainText('git_log {"n":');
    await expect(verdict(panel)).toContainText('No call found');
    await expect(panel.getByRole('button', { name: /^(Run|Connect)/ })).toHaveCount(0);
  });

  await test.step('each of several calls has a mark, chosen by arrow keys; a refusal leads to what would change it', async () => {
    const calls = [
      ['c1', 'git_log', {}],
      ['c2', 'git_clean', { force: true }],
      ['c3', 'git_lgo', {}],
      ['c4', 'git_log', { 'max-count': 'many' }],
      ['c5', 'git_push', {}],
    ] as const;
    await answerField(panel).fill(JSON.stringify(responseWith('openai', calls)));
    const marks = panel.getByRole('group', { name: 'Calls of the answer' }).locator('.try-word');
    await expect(marks).toHaveText(['Runs', 'Asks', 'Refused', 'Refused', 'Refused']);
    await panel
      .getByRole('radio', { name: /git_log/ })
      .first()
      .focus();
    await page.keyboard.press('ArrowDown');
    await expect(verdict(panel)).toContainText('Call 2 of 5: Asks first');
    await page.keyboard.press('ArrowDown');
    await expect(verdict(panel)).toContainText('There is no command git_lgo in this document.');
    await expect(verdict(panel).getByRole('button', { name: /^Run/ })).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(verdict(panel)).toContainText('"max-count" must be a whole number');
    await expect(panel.locator('[data-stage=arguments]')).toContainText('"max-count" must be a whole number');
    await page.keyboard.press('ArrowDown');
    await verdict(panel).getByRole('button', { name: 'Why?' }).click();
    await expect(panel.getByRole('button', { name: 'Policy refuses' })).toBeFocused();
    await expect(panel.locator('[data-stage=policy]')).toContainText('allowInteractive');
    await expect(verdict(panel).getByRole('button', { name: 'Change the policy' })).toBeVisible();
    await page.getByRole('radio', { name: /git_lgo/ }).check();
    await verdict(panel).getByRole('button', { name: 'Use git_log' }).click();
    await expect(panel.getByRole('radio', { name: 'Form' })).toBeFocused();
    await expect(verdict(panel)).toContainText('Runs');
  });
});

const HOSTILE = [
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b]0;STOLEN TITLE\u0007',
  '\u001b]8;;https://evil.example/\u0007click me\u001b]8;;\u0007',
  '\u001b[2J\u001b[1;1H',
  '\u009b31m',
].join('\n');

test('a draft with a call, the form, hostile output and redaction', async ({ companion, page }) => {
  const panel = await openTry(page, companion);

  await test.step('a call in a draft is there again, and nothing of it has run', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/\/calls\b/.test(new URL(request.url()).pathname)) sent.push(request.url());
    });
    await panel.getByRole('button', { name: 'Insert an example' }).click();
    const text = await answerField(panel).inputValue();
    expect(text).toContain('tool_calls');
    await expect(panel.getByRole('list', { name: 'Stages of the call' })).toBeVisible();
    await expect.poll(() => storedDraft(page)).toContain('tool_calls');
    await page.reload();
    await expect(answerField(panel)).toHaveValue(text);
    expect(sent).toStrictEqual([]);
  });

  await test.step('the form keeps verdict and Run in sight at 1280 × 720, and ends in a line for a shell', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await chooseCommand(panel, 'git_log');
    const run = verdict(panel).getByRole('button', { name: 'Run git' });
    await expect(run).toBeInViewport({ ratio: 1 });
    await panel.getByLabel('author').fill(`it's $(id)`);
    const shell = `git log '--author=it'\\''s $(id)'`;
    await expect(commandLine(panel)).toHaveText(shell);
    await panel.getByRole('button', { name: 'Copy command line' }).scrollIntoViewIfNeeded();
    await expect(run).toBeInViewport({ ratio: 1 });
    await panel.getByRole('button', { name: 'Copy command line' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shell);
    await chooseCommand(panel, 'git_branch_--delete');
    await expect(verdict(panel)).toContainText('Refused, because its arguments do not fit');
    await panel.getByLabel('branches', { exact: false }).first().fill('old');
    await panel.getByRole('button', { name: 'Add a value' }).first().click();
    await panel.getByRole('textbox', { name: 'branches 2' }).fill('older');
    await expect(commandLine(panel)).toHaveText('git branch --delete -- old older');
    await panel.getByRole('button', { name: 'Copy arguments as JSON' }).click();
    const json = JSON.stringify({ branches: ['old', 'older'] }, null, 2);
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(json);
  });

  await test.step('a companion that lets terminal sequences through steers nothing: they stand there to be read', async () => {
    await panel.getByRole('radio', { name: 'Model’s answer' }).check();
    await pasteCall(panel, 'git_log', { oneline: true });
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
    await panel.getByRole('button', { name: 'Run git' }).click();
    await expect(panel.locator('[data-phase=done]')).toBeVisible();
    const output = panel.getByRole('region', { name: 'Output of the process' });
    await expect(output).toContainText('before');
    await expect(output).toContainText('\\u{1b}]52;c;ZXZpbA==\\u{7}');
    await expect(output).toContainText('\\u{1b}[2J\\u{1b}[1;1H');
    await expect(output.getByRole('link')).toHaveCount(0);
    expect(await page.title()).toBe(title);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine');
    await expect(panel.locator('[data-stream=stderr]')).toContainText('oops \\u{1b}]52');
  });

  await test.step('a pasted secret is named by its rule and hidden, and no link carries what was pasted', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
    await page.keyboard.type('redact output');
    await page.keyboard.press('Enter');
    const filter = page.locator('[data-part=filter]');
    const pasted = filter.getByRole('textbox', { name: 'Output of a tool' });
    await pasted.fill(`start\ndeployed with ${PLANTED_SECRET} end\n`);
    await expect(filter.getByText('1 possible secret, by 1 rule.')).toBeVisible();
    const result = filter.getByRole('region', { name: 'What the model gets' });
    await expect(result).toContainText('with [REDACTED] end');
    await expect(result).not.toContainText(PLANTED_SECRET);
    await filter.getByRole('button', { name: /^line 2\s?, github-token$/ }).click();
    await expect(pasted).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(PLANTED_SECRET);
    await pasted.fill('order CUST-204817\n');
    const link = await copyShareLink(page);
    await page.goto('about:blank');
    await page.goto(link);
    // Output that was pasted to be redacted goes into no link.
    await page.getByRole('radio', { name: 'Redact output' }).check();
    await expect(pasted).toHaveValue('');
  });
});
