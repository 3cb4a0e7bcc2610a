import { EXAMPLES } from '@atip/core/internal';
import type { Locator, Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { responseWith } from '../providers/compiled-tool.ts';
import { expect, PLANTED_SECRET, test } from './companion.ts';
import { responseWithCall } from './documents.ts';
import { openPlayground, openText, storedDraft } from './page.ts';

// It saves a document, and is stopped at the end.
test.use({ fresh: true });

const panel = (page: Page): Locator => page.getByRole('tabpanel', { name: 'Try it' });
const answerField = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'A model’s answer' });
const verdict = (page: Page): Locator => panel(page).getByRole('region', { name: 'Verdict' });
const commandLine = (page: Page): Locator => panel(page).getByRole('region', { name: 'Command line', exact: true });
const result = (page: Page): Locator => panel(page).getByRole('region', { name: 'Result of the run' });
const approve = (page: Page): Promise<void> =>
  page.getByRole('alertdialog', { name: 'Run this command?' }).getByRole('button', { name: /^Run / }).click();
const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Opens a text as a document of its own, and the form of its command. */
async function openForm(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^New document/ }).click();
  await openText(page, text);
  await page.getByRole('tab', { name: 'Try it' }).click();
  await panel(page).getByRole('radio', { name: 'Form' }).check();
}

const GREET = `#!/bin/sh
case "$1" in
--help) printf 'Greet somebody.\\n\\nUsage: greet [OPTIONS] NAME\\n\\nOptions:\\n  -s, --slow   Takes its time\\n' ;;
--slow) echo begun; exec sleep 60 ;;
*) echo "hello $*" ;;
esac
`;

const HOSTILE = [
  ...['\u001b]52;c;ZXZpbA==\u0007', '\u001b]0;STOLEN TITLE\u0007', '\u001b[2J\u001b[1;1H', '\u009b31m'],
  '\u001b]8;;https://evil.example/\u0007click me\u001b]8;;\u0007',
].join('\n');

test('an operator tries what a model asked for, runs it, and runs a program of a pasted help text', async ({
  companion,
  page,
  expectComplaint,
}) => {
  await openPlayground(page, companion.link);
  await page.getByRole('tab', { name: 'Try it' }).click();

  await test.step('the answer of any provider is recognised, a stream too; one that is cut off offers nothing to run', async () => {
    for (const [provider, label] of [
      ['anthropic', 'Anthropic'],
      ['gemini', 'Gemini'],
      ['openai-responses', 'Responses'],
    ] as const) {
      await answerField(page).fill(JSON.stringify(responseWith(provider, [['c1', 'git_status', {}]])));
      await expect(panel(page).getByText(`${label}, 1 call`)).toBeVisible();
    }
    const events = EXAMPLES.anthropic.stream();
    await answerField(page).fill(events.map((event) => `event: e\ndata: ${JSON.stringify(event)}\n`).join('\n'));
    await expect(panel(page).getByText('Anthropic, 9 events, 2 calls')).toBeVisible();
    await panel(page)
      .getByRole('radio', { name: /git_status/ })
      .check();
    await expect(commandLine(page)).toHaveText('git status');
    const cut = events.slice(0, 3).map((event) => JSON.stringify(event));
    await answerField(page).fill(cut.join('\n'));
    await expect(verdict(page)).toContainText('No call found');
    await expect(panel(page).getByRole('button', { name: /^(Run|Connect)/ })).toHaveCount(0);
  });

  await test.step('each of several calls has its decision, chosen by arrow keys; a refusal leads to what would change it', async () => {
    const calls = [
      ...[
        ['c1', 'git_log', {}] as const,
        ['c2', 'git_clean', { force: true }] as const,
        ['c3', 'git_lgo', {}] as const,
      ],
      ...[['c4', 'git_log', { 'max-count': 'many' }] as const, ['c5', 'git_push', {}] as const],
    ];
    await answerField(page).fill(JSON.stringify(responseWith('openai', calls)));
    const marks = panel(page).getByRole('group', { name: 'Calls of the answer' }).locator('[data-verdict]');
    await expect(marks).toHaveText(['Runs', 'Asks first', 'Refused', 'Refused', 'Refused']);
    await panel(page)
      .getByRole('radio', { name: /git_log/ })
      .first()
      .focus();
    for (const words of [
      'Call 2 of 5: Asks first',
      'No tool has a command called "git_lgo". Did you mean git_log?',
      '"max-count" must be a whole number',
      'Call 5 of 5: Refused, because the policy denies it',
    ]) {
      await expect(verdict(page).getByRole('button', { name: 'Run git' })).toHaveCount(
        words.includes('Call 2') ? 1 : 0,
      );
      await page.keyboard.press('ArrowDown');
      await expect(verdict(page)).toContainText(words);
    }
    await expect(panel(page).locator('[data-stage=Policy]')).toHaveText(
      'By the setting “wants input from a person or a terminal”.',
    );
    await expect(verdict(page).getByRole('button', { name: 'Change the policy' })).toBeVisible();
    await page.getByRole('radio', { name: /git_lgo/ }).check();
    await verdict(page).getByRole('button', { name: 'Use git_log' }).click();
    await expect(panel(page).getByRole('radio', { name: 'Form' })).toBeFocused();
    await expect(verdict(page)).toContainText('Runs');
  });

  await test.step('the form is of the outline’s command; verdict and Run stay in sight; it ends in a line for a shell', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const run = verdict(page).getByRole('button', { name: 'Run git' });
    await panel(page).getByLabel('author').fill(`it's $(id)`);
    const shell = `git log '--author=it'\\''s $(id)'`;
    await expect(commandLine(page)).toHaveText(shell);
    await panel(page).getByRole('button', { name: 'Copy command line' }).click();
    await expect(run).toBeInViewport({ ratio: 1 });
    await expect.poll(() => clipboard(page)).toBe(shell);
    await page.getByRole('treeitem', { name: /--delete/ }).click();
    await expect(verdict(page)).toContainText('Fill in the form"branches" is required.');
    await panel(page)
      .getByLabel(/^branches/)
      .fill('old\nolder');
    await expect(commandLine(page)).toHaveText('git branch --delete -- old older');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('git log runs in a chosen directory; its redacted result takes the focus', async () => {
    const directory = join(companion.repository, 'within');
    mkdirSync(directory);
    await panel(page).getByRole('radio', { name: 'Model’s answer' }).check();
    const text = responseWithCall('call_7', 'git_log', { 'max-count': 2, oneline: true, author: null });
    await answerField(page).fill(text);
    await expect(commandLine(page)).toHaveText('git log --max-count=2 --oneline');
    await expect(verdict(page)).toContainText('Only reads');
    await verdict(page).getByRole('textbox', { name: 'Directory' }).fill(directory);
    await verdict(page).getByRole('button', { name: 'Run git' }).click();
    await expect(result(page)).toHaveAttribute('data-phase', 'done');
    await expect(result(page)).toBeFocused();
    await expect(result(page)).toBeInViewport();
    await expect(result(page)).toContainText(/exit 0 after \d+(\.\d)? m?s/);
    await expect(result(page)).toContainText(`in ${directory}`);
    await expect(result(page)).toContainText('1 possible secret replaced by [REDACTED]');
    const output = result(page).getByRole('region', { name: 'Output of the process' });
    await expect(output).toContainText('third, with [REDACTED]');
    await result(page).getByText('Message for the model (OpenAI)').click();
    const message = result(page).getByRole('region', { name: 'Message for the model' });
    await expect(message).toContainText('"tool_call_id": "call_7"');
    await expect(message).toContainText('third, with [REDACTED]');
    await expect(message).not.toContainText('first commit');
    await expect(page.locator('body')).not.toContainText(PLANTED_SECRET);
    await verdict(page).getByRole('textbox', { name: 'Directory' }).fill('');
  });

  await test.step('a call in a draft is there again, and nothing of it has run', async () => {
    const sent: string[] = [];
    page.on('request', (request) => /\/calls\b/.test(request.url()) && sent.push(request.url()));
    const text = await answerField(page).inputValue();
    await expect.poll(() => storedDraft(page)).toContain('tool_calls');
    await page.reload();
    await expect(answerField(page)).toHaveValue(text);
    await expect(verdict(page).getByRole('button', { name: 'Run git' })).toBeVisible();
    expect(sent).toStrictEqual([]);
  });

  await test.step('a companion that lets terminal sequences through steers nothing: they stand there to be read', async () => {
    const events = [
      ['accepted', { id: 'x', check: { cwd: '/' } }],
      ['stdout', { text: `before\n${HOSTILE}\n` }],
      ['stderr', { text: `oops ${HOSTILE}\n` }],
      ['exit', { exitCode: 0, duration: 5, timedOut: false, truncated: false }],
      ['result', { success: true, content: 'ok', message: { role: 'tool' } }],
    ] as const;
    const body = events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
    await page.route('**/api/v1/calls', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
    await page.evaluate(() => navigator.clipboard.writeText('mine'));
    const title = await page.title();
    await verdict(page).getByRole('button', { name: 'Run git' }).click();
    const output = result(page).getByRole('region', { name: 'Output of the process' });
    await expect(output).toContainText('before\n\\u{1b}]52;c;ZXZpbA==\\u{7}');
    await expect(output).toContainText('oops \\u{1b}]52');
    await expect(output).toContainText('\\u{1b}[2J\\u{1b}[1;1H\n\\u{9b}31m');
    await expect(output.getByRole('link')).toHaveCount(0);
    expect([await page.title(), await clipboard(page)]).toStrictEqual([title, 'mine']);
    await page.unroute('**/api/v1/calls');
  });

  await test.step('a program that is not there cannot be saved, and the page says so', async () => {
    expectComplaint(/status of 404 .*\/api\/v1\/documents/);
    await openForm(page, 'Remove things.\n\nUsage: gone [OPTIONS] FILE\n\nOptions:\n  -f, --force   Do not ask\n');
    await panel(page).getByLabel(/^file/).fill('a');
    await expect(verdict(page)).toContainText('This computer has no document of gone yet');
    await verdict(page).getByRole('button', { name: 'Save on this computer' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Save gone on this computer?' });
    await expect(dialog.getByRole('alert')).toContainText('No program called "gone" is on the PATH');
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  const program = join(companion.bin, 'greet');
  const save = async (): Promise<void> => {
    await verdict(page).getByRole('button', { name: 'Save on this computer' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved greet. It can be run now.')).toBeVisible();
  };
  await test.step('a pasted help text of a program is saved for it, run, and removed', async () => {
    writeFileSync(program, GREET, { mode: 0o755 });
    await openForm(page, execFileSync(program, ['--help'], { encoding: 'utf8' }));
    await panel(page).getByLabel(/^name/).fill('you');
    await verdict(page).getByRole('button', { name: 'Save on this computer' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Save greet on this computer?' });
    await expect(dialog).toContainText(`calls of ${program} are checked by this document`);
    await expect(dialog).toContainText('It describes 1 command; ');
    await expect(dialog).toContainText('/agent-tools/shims/greet.json.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await save();
    await verdict(page).getByRole('button', { name: 'Run after asking' }).click();
    await approve(page);
    await expect(result(page)).toHaveAttribute('data-phase', 'done');
    await expect(result(page)).toContainText('hello you');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Removed the document of greet.')).toBeVisible();
    await expect(verdict(page)).toContainText('This computer has no document of greet yet');
  });

  await test.step('a companion that ends in the middle of a run leaves no doubt about it', async () => {
    expectComplaint(/ERR_/);
    await save();
    await panel(page).getByLabel('slow').click();
    await page.getByRole('option', { name: 'true' }).click();
    await verdict(page).getByRole('button', { name: 'Run after asking' }).click();
    await approve(page);
    await expect(result(page)).toContainText('begun');
    await companion.stop();
    await expect(result(page)).toHaveAttribute('data-phase', 'failed');
    await expect(verdict(page)).toContainText('This computer does not answer.');
  });
});
