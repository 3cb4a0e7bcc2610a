import { rmSync } from 'node:fs';
import { askToDelete } from './ask-to-delete.ts';
import { violations } from './axe.ts';
import { expect, git, prepareMachine, test as base } from './companion.ts';

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

const test = base.extend<{ terminal: Terminal }>({
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

test('a call is approved in the terminal, and nowhere else', async ({ terminal, page }) => {
  const dialog = await askToDelete(page, terminal, ['old']);
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

test('cancelled on the page, the question in the terminal is over', async ({ terminal, page }) => {
  const dialog = await askToDelete(page, terminal, ['old']);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('[data-phase=cancelled]')).toBeVisible();
  await expect.poll(terminal.shown).toContain('This question is over; nothing will run.');
  terminal.type('yes\r');
  expect(git(terminal.repository, 'branch', '--list', 'old').trim()).toBe('old');
});
