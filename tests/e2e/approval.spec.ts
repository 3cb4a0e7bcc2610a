// needs: script
import type { Locator, Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './axe.ts';
import { type Companion, expect, git, prepareMachine, test } from './companion.ts';
import { documentOf, responseWithCall } from './documents.ts';
import { openPlayground, openText } from './page.ts';

const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Run this command?' });
const approval = (page: Page): Locator => question(page).getByRole('button', { name: /^Run git/ });
const refusal = (page: Page): Locator => question(page).getByRole('button', { name: 'Cancel' });
const elements = (page: Page): Locator =>
  question(page).getByRole('list', { name: 'Command line' }).getByRole('listitem');
const result = (page: Page): Locator => page.getByRole('region', { name: 'Result of the run' });

async function openTry(page: Page, { link }: Pick<Companion, 'link'>): Promise<void> {
  await openPlayground(page, link);
  await page.getByRole('tab', { name: 'Try it' }).click();
}

/** Goes as far as the question whether `git branch --delete` may run with these names. */
async function ask(page: Page, branches: readonly string[]): Promise<void> {
  const text = responseWithCall('call_1', 'git_branch_--delete', { branches });
  await page.getByRole('textbox', { name: 'A model’s answer' }).fill(text);
  await page.getByRole('button', { name: 'Run after asking' }).click();
}

async function askHere(page: Page, branches: readonly string[]): Promise<void> {
  await ask(page, branches);
  await expect(refusal(page)).toBeFocused();
}

/**
 * Watches the page while something happens. However busy the machine is, no moment is missed.
 *
 * @returns ms for which approving was held back before it was possible
 */
async function heldBackWhile(page: Page, happens: () => Promise<unknown>): Promise<number> {
  const watched = page.evaluate(() => {
    const button = () => document.querySelector<HTMLButtonElement>('[data-part=confirmation] .button-danger');
    const isNew = button() === null;
    let since = button()?.disabled === true ? performance.now() : undefined;
    return new Promise<number>((resolve) => {
      new MutationObserver((_changes, observer) => {
        const found = button();
        if (found?.disabled === true) since ??= performance.now();
        if (found?.disabled !== false || (since === undefined && !isNew)) return;
        observer.disconnect();
        resolve(since === undefined ? 0 : performance.now() - since);
      }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    });
  });
  await happens();
  return watched;
}

/** The half second in which nobody can have read it, less what timers are early. */
const HALF_A_SECOND = 450;

/** Longer than the half second after which only what was not read can still hold approving back. */
async function expectHeldBack(page: Page): Promise<void> {
  await expect(question(page)).toContainText('To approve, scroll to the end');
  const enabled = page.waitForSelector('[data-part=confirmation] .button-danger:enabled', { timeout: 900 });
  await expect(enabled).rejects.toThrow('Timeout 900ms');
}

test('what a person approves is what will run: all of it was seen, in time, and nothing else is approved with it', async ({
  companion,
  page,
  expectComplaint,
}) => {
  const { repository } = companion;
  const left = (): string => git(repository, 'branch', '--list', 'old').trim();
  await openTry(page, companion);

  await test.step('it shows exactly what would run and where; a no is no error, and nothing ran', async () => {
    expect(await heldBackWhile(page, () => askHere(page, ['old']))).toBeGreaterThan(HALF_A_SECOND);
    await expect(elements(page)).toHaveText([/\/git$/, 'branch', '--delete', '--', 'old']);
    await expect(question(page)).toContainText(repository);
    await expect(question(page)).toContainText('permanently destroys data');
    await expect(question(page)).toContainText(/sha256:[0-9a-f]{64}/);
    await expect(approval(page)).toHaveText('Run git branch --delete -- old');
    await page.mouse.click(5, 5);
    await expect(refusal(page)).toBeVisible();
    await refusal(page).press('Enter');
    await expect(result(page)).toHaveAttribute('data-phase', 'declined');
    await expect(result(page)).toContainText('You declined; nothing ran.');
    await expect(result(page)).not.toContainText('confirmation-denied');
    await expect(result(page).locator('.bad')).toHaveCount(0);
    await askHere(page, ['old']);
    await page.keyboard.press('Escape');
    await expect(result(page)).toHaveAttribute('data-phase', 'declined');
    expect(left()).toBe('old');
  });

  await test.step('characters that look like others, or like nothing, are shown as what they are', async () => {
    const unseen = [`list${'\u00a0'.repeat(3)}\u202etxt`, `old${' '.repeat(8000)}new`, 'a\\nb', 'a\nb', ' '];
    await askHere(page, ['TOKEN=$(touch x)', 'a -----BEGIN RSA PRIVATE KEY----- b', ...unseen]);
    await expect(elements(page)).toHaveText([
      ...[/\/git$/, 'branch', '--delete', '--', 'TOKEN=$(touch x)', 'a -----BEGIN RSA PRIVATE KEY----- b'],
      ...['list\\u{a0}\\u{a0}\\u{a0}\\u{202e}txt', 'old⟨8,000 spaces⟩new', 'a\\\\nb', 'a\\nb', '⟨1 space⟩'],
    ]);
    await expect(approval(page)).toHaveText(
      'Run git branch --delete -- TOKEN=$(touch x) … (10 arguments, 8,092 characters)',
    );
    await refusal(page).click();
  });

  await test.step('a long element, and the last of many, is read to its end before it can be approved', async () => {
    await askHere(page, ['x'.repeat(16_000), 'old']);
    await expect(approval(page)).toHaveText('Run git branch --delete -- … (5 arguments, 16,019 characters)');
    await expectHeldBack(page);
    const long = question(page).getByRole('region', { name: 'Element 4, 16,000 characters' });
    await long.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(approval(page)).toBeEnabled();
    await expect(approval(page)).toBeInViewport({ ratio: 1 });
    await refusal(page).click();
    await askHere(
      page,
      Array.from({ length: 200 }, (_, index) => `branch-${index}`),
    );
    await expect(question(page).getByText('permanently destroys data')).toBeInViewport();
    await expect(approval(page)).toBeInViewport({ ratio: 1 });
    await expectHeldBack(page);
    await elements(page).last().scrollIntoViewIfNeeded();
    await expect(approval(page)).toBeEnabled();
    await refusal(page).click();
  });

  await test.step('a page that was out of sight starts the half second anew; the clock runs, and is said near its end', async () => {
    await askHere(page, ['old']);
    await expect(approval(page)).toBeEnabled();
    const become = (state: string): Promise<void> =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await become('hidden');
    await expect(approval(page)).toBeDisabled();
    expect(await heldBackWhile(page, () => become('visible'))).toBeGreaterThan(HALF_A_SECOND);
    const focus = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
    expect(await heldBackWhile(page, focus)).toBeGreaterThan(HALF_A_SECOND);
    await refusal(page).click();
    await page.clock.install();
    await askHere(page, ['old']);
    await expect(question(page).getByRole('timer')).toHaveText('Refused in 2:00 unless you answer');
    await page.clock.fastForward(95_000);
    await expect(question(page).getByRole('timer')).toHaveText('Refused in 0:25 unless you answer');
    await expect(question(page)).toContainText('Less than 30 seconds left to answer');
    await refusal(page).click();
    await page.clock.resume();
  });

  await test.step('an approval is of that command and that program: another hash, or a program changed since, runs nothing', async () => {
    expectComplaint(/status of 409 .*\/decision/);
    await page.route('**/decision', (route, request) => {
      const sent: unknown = request.postDataJSON();
      return route.continue({ postData: JSON.stringify({ ...Object(sent), hash: `sha256:${'0'.repeat(64)}` }) });
    });
    await askHere(page, ['old']);
    await approval(page).click();
    await expect(result(page)).toHaveAttribute('data-phase', 'failed');
    await page.unroute('**/decision');
    const program = join(companion.bin, 'git');
    writeFileSync(program, '#!/bin/sh\nexec /usr/bin/git "$@"\n', { mode: 0o755 });
    await askHere(page, ['old']);
    await expect(elements(page).first()).toHaveText(program);
    writeFileSync(program, '#!/bin/sh\nexec /usr/bin/git  "$@"\n', { mode: 0o755 });
    await approval(page).click();
    await expect(result(page)).toHaveAttribute('data-phase', 'failed');
    await expect(result(page)).toContainText(program);
    rmSync(program);
    expect(left()).toBe('old');
  });

  await test.step('a yes for good shows its rule, narrowest first, is written where the page says, and can be taken back', async () => {
    await askHere(page, ['old']);
    await expect(question(page).getByRole('radio', { name: 'Once' })).toBeChecked();
    await question(page).getByRole('radio', { name: 'Always' }).check();
    await expect(question(page).getByRole('radio', { name: /the narrowest$/ })).toBeChecked();
    const words = `git branch --delete where branches is old, and nothing else, in ${repository}`;
    await expect(question(page)).toContainText(words);
    expect(await violations(page, ['[data-part=confirmation]'])).toStrictEqual([]);
    await approval(page).click();
    const file = join(companion.home, '.config/agent-tools/config.json');
    await expect(page.getByText(`Not asked again: ${words}, written to ${file}`)).toBeVisible();
    const rules = (): unknown => JSON.parse(readFileSync(file, 'utf8')).policy.rules;
    const note = expect.stringContaining('git_branch_--delete');
    expect(rules()).toMatchObject([{ run: 'git branch --delete', decision: 'allow', note }]);
    await expect(result(page)).toContainText('Deleted branch old');
    git(repository, 'branch', 'old');
    await page.getByRole('button', { name: 'Run after asking' }).click();
    await expect.poll(left).toBe('');
    await expect(result(page)).toHaveAttribute('data-phase', 'done');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Taken back.')).toBeVisible();
    expect(rules()).toStrictEqual([]);
  });
});

/** A companion that asks at a terminal, which is a real one. */
async function startAtTerminal() {
  const { folder, args, env, ...machine } = prepareMachine();
  const line = [process.execPath, ...args, '--confirm', 'terminal'].join(' ');
  const child = spawn('script', ['-qfec', line, '/dev/null'], { env });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  await expect.poll(() => text).toMatch(/#k=\S+\r?\n/);
  const stop = async (): Promise<void> => {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  const type = (words: string): boolean => child.stdin.write(`${words}\r`);
  return { ...machine, link: /http:\S+/.exec(text)?.[0] ?? '', shown: () => text, type, stop };
}

const inTerminal = test.extend<{ terminal: Awaited<ReturnType<typeof startAtTerminal>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
  terminal: async ({}, use) => {
    const terminal = await startAtTerminal();
    await use(terminal);
    await terminal.stop();
  },
});

inTerminal('a companion that asks in its terminal is answered there alone', async ({ terminal, page }) => {
  const branch = (): string => git(terminal.repository, 'branch', '--list', 'old').trim();
  await openTry(page, terminal);

  await test.step('a call is approved in the terminal; the page can only end it, on a phone too', async () => {
    await ask(page, ['old']);
    await expect(result(page).getByRole('status')).toHaveText('Answer in the terminal where the companion runs.');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Run after asking' })).toHaveAttribute('aria-disabled', 'true');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByRole('button', { name: 'Cancel the run' })).toBeInViewport({ ratio: 1 });
      expect(await violations(page, ['[data-part=try]'])).toStrictEqual([]);
    }
    // In the first half second nobody can have read it, and the terminal asks again.
    await expect(async () => {
      terminal.type('yes');
      await expect(result(page)).toHaveAttribute('data-phase', 'done', { timeout: 1000 });
    }).toPass();
    expect(branch()).toBe('');
  });

  await test.step('cancelled on the page, the question in the terminal is over, and so is that about a document', async () => {
    git(terminal.repository, 'branch', 'old');
    await ask(page, ['old']);
    await expect(result(page).getByRole('status')).toHaveText('Answer in the terminal where the companion runs.');
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await expect(result(page)).toHaveAttribute('data-phase', 'cancelled');
    await expect.poll(terminal.shown).toContain('This question is over; nothing will run.');
    terminal.type('yes');
    writeFileSync(join(terminal.bin, 'mine'), '#!/bin/sh\n', { mode: 0o755 });
    await page.getByRole('button', { name: /^New document/ }).click();
    await openText(page, documentOf('mine'));
    await page.getByRole('tab', { name: 'Try it' }).click();
    await page.getByRole('radio', { name: 'Form' }).check();
    await page.getByRole('button', { name: 'Save on this computer' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Save mine on this computer?' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Answer in the terminal where the companion runs.');
    await expect.poll(terminal.shown).toContain('A document of mine is about to be saved.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(terminal.shown).toContain('This question is over; nothing will be saved.');
    expect(branch()).toBe('old');
  });
});
