import type { Locator, Page } from '@playwright/test';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask, openTry } from './ask-to-delete.ts';
import { violations } from './axe.ts';
import { expect, git, prepareMachine, test } from './companion.ts';

function approveButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^Run git/ });
}

async function cancel(page: Page): Promise<void> {
  const dialog = page.locator('[data-part=confirmation]');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
}

/** Looks for far longer than the half second after which only what was not read can still hold approving back. */
async function expectHeldBack(page: Page): Promise<void> {
  const enabled = page.waitForSelector('[data-part=confirmation] .button-danger:enabled', { timeout: 1500 });
  await expect(enabled).rejects.toThrow('Timeout 1500ms');
}

test('what a person approves is what will run, all of it was seen, and a yes for good can be taken back', async ({
  companion,
  page,
}) => {
  await openTry(page, companion);

  await test.step('a yes for good shows its rule, narrowest first, is written where the page says, and can be taken back', async () => {
    const dialog = await ask(page, ['old']);
    await expect(dialog.getByRole('radio', { name: 'Once' })).toBeChecked();
    await dialog.getByRole('radio', { name: 'Always' }).check();
    await expect(dialog.getByRole('radio', { name: /the narrowest$/ })).toBeChecked();
    const words = `git branch --delete where branches is old, and nothing else, in ${companion.repository}`;
    await expect(dialog).toContainText(words);
    expect(await violations(page, ['[data-part=confirmation]'])).toStrictEqual([]);
    await approveButton(dialog).click();
    const kept = page.getByRole('list', { name: 'Kept by your answer' });
    const file = join(companion.repository, '../.config/agent-tools/config.json');
    await expect(kept).toContainText(words);
    await expect(kept).toContainText(`written to ${file}`);
    expect(JSON.parse(readFileSync(file, 'utf8')).policy.rules).toMatchObject([
      { run: 'git branch --delete', decision: 'allow', note: expect.stringContaining('git_branch_--delete') },
    ]);
    await expect(page.locator('[data-phase=done]')).toBeVisible();
    git(companion.repository, 'branch', 'old');
    await page.getByRole('button', { name: 'Run after asking' }).click();
    await expect.poll(() => git(companion.repository, 'branch', '--list', 'old').trim()).toBe('');
    await expect(page.locator('[data-phase=done]')).toBeVisible();
    await kept.getByRole('button', { name: 'Undo' }).click();
    await expect(kept).toHaveCount(0);
    expect(JSON.parse(readFileSync(file, 'utf8')).policy.rules).toStrictEqual([]);
  });

  await test.step('what looks like a secret, or is not seen, is shown as what will run', async () => {
    const dialog = await ask(page, [
      'TOKEN=$(touch x)',
      'a -----BEGIN RSA PRIVATE KEY----- b',
      `list${'\u00a0'.repeat(3)}\u202etxt`,
      `old${' '.repeat(8000)}new`,
      'a\\nb',
      'a\nb',
      ' ',
    ]);
    await expect(dialog.getByRole('list', { name: 'Command line' }).getByRole('listitem')).toHaveText([
      /\/git$/,
      'branch',
      '--delete',
      '--',
      'TOKEN=$(touch x)',
      'a -----BEGIN RSA PRIVATE KEY----- b',
      'list\\u{a0}\\u{a0}\\u{a0}\\u{202e}txt',
      'old⟨8,000 spaces⟩new',
      'a\\\\nb',
      'a\\nb',
      '⟨1 space⟩',
    ]);
    await expect(approveButton(dialog)).toHaveText(
      'Run git branch --delete -- TOKEN=$(touch x) … (10 arguments, 8,092 characters)',
    );
    await cancel(page);
  });

  await test.step('a long command line is read to its end before it can be approved', async () => {
    const dialog = await ask(page, ['x'.repeat(16_000), 'old']);
    const approve = approveButton(dialog);
    await expect(approve).toHaveText('Run git branch --delete -- … (5 arguments, 16,019 characters)');
    await expect(dialog).toContainText('16,000 characters:');
    await expect(dialog).toContainText('scroll to the end');
    await expectHeldBack(page);
    const long = dialog.getByRole('region', { name: 'Element 4, 16,000 characters' });
    await long.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(approve).toBeEnabled();
    await expect(approve).toBeInViewport({ ratio: 1 });
    await cancel(page);
  });

  await test.step('many arguments: the dialog opens at its top, its buttons in sight, and waits for the last one', async () => {
    const dialog = await ask(
      page,
      Array.from({ length: 200 }, (_, index) => `branch-${index}`),
    );
    const approve = approveButton(dialog);
    await expect(dialog.getByText('permanently destroys data')).toBeInViewport();
    await expect(approve).toBeInViewport({ ratio: 1 });
    await expectHeldBack(page);
    const last = dialog.getByRole('listitem').last();
    await expect(last).not.toBeInViewport();
    await last.scrollIntoViewIfNeeded();
    await expect(approve).toBeEnabled();
    await cancel(page);
  });

  await test.step('a page out of sight cannot be approved, and coming back starts the half second anew', async () => {
    git(companion.repository, 'branch', 'old');
    const dialog = await ask(page, ['old']);
    const approve = approveButton(dialog);
    await expect(approve).toBeEnabled();
    const become = (state: string): Promise<void> =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await become('hidden');
    await expect(approve).toBeDisabled();
    await become('visible');
    await expect(approve).toBeDisabled();
    await expect(approve).toBeEnabled();
    await approve.click();
    await expect(page.locator('[data-phase=done]')).toBeVisible();
    expect(git(companion.repository, 'branch', '--list', 'old').trim()).toBe('');
  });
});

/** The part of `node-pty` that is used here; its own types name another package. */
interface Pty {
  spawn(
    file: string,
    args: readonly string[],
    options: { readonly cols: number; readonly rows: number; readonly env: NodeJS.ProcessEnv },
  ): {
    onData(listener: (text: string) => void): unknown;
    onExit(listener: () => void): unknown;
    write(text: string): void;
    kill(signal: string): void;
  };
}
const PACKAGE: string = 'node-pty';

/** A companion that asks at a terminal, which is a real one. */
interface Terminal {
  readonly link: string;
  readonly repository: string;
  /** Everything that the terminal has shown. */
  shown(): string;
  type(text: string): void;
}

const inTerminal = test.extend<{ terminal: Terminal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
  terminal: async ({}, use) => {
    const { folder, repository, args, env } = prepareMachine();
    const pty: Pty = await import(PACKAGE);
    const child = pty.spawn(process.execPath, [...args, '--confirm', 'terminal'], { cols: 100, rows: 40, env });
    const ended = new Promise<void>((resolve) => child.onExit(() => resolve()));
    let text = '';
    child.onData((piece) => {
      text += piece;
    });
    try {
      await expect.poll(() => text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#k=\S+\r?\n/);
      const link = /http:\S+/.exec(text)?.[0] ?? '';
      await use({ link, repository, shown: () => text, type: (typed) => child.write(typed) });
    } finally {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** The time in which nobody can have read a question yet is half a second; then the first line is asked for again. */
async function answer(terminal: Terminal, line: string): Promise<void> {
  const asked = (): number => terminal.shown().split('Type yes to run it: ').length - 1;
  const before = asked();
  terminal.type(`${line}\r`);
  await expect.poll(() => asked() > before || /It (may|will not) run\.|is over/.test(terminal.shown())).toBe(true);
}

inTerminal('a companion that asks in its terminal', async ({ terminal, page }) => {
  await openTry(page, terminal);

  await test.step('a call is approved in the terminal, and nowhere else', async () => {
    const dialog = await ask(page, ['old']);
    await expect(dialog.getByRole('status')).toContainText('Answer in the terminal where the companion runs');
    await expect(dialog.getByRole('button', { name: /^Run/ })).toHaveCount(0);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
      expect(await violations(page)).toStrictEqual([]);
    }
    await answer(terminal, 'yes');
    await expect(page.locator('[data-phase=done]')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(git(terminal.repository, 'branch', '--list', 'old').trim()).toBe('');
  });

  await test.step('cancelled on the page, the question in the terminal is over', async () => {
    git(terminal.repository, 'branch', 'old');
    const dialog = await ask(page, ['old']);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('[data-phase=cancelled]')).toBeVisible();
    await expect.poll(terminal.shown).toContain('This question is over; nothing will run.');
    terminal.type('yes\r');
    expect(git(terminal.repository, 'branch', '--list', 'old').trim()).toBe('old');
  });
});
