import type { Page } from '@playwright/test';
import { expect, git, test } from './companion.ts';
import { largeDocument, responseWithCall } from './documents.ts';

/** Four kinds of people do what they came for, from the first page to the end, without a mouse; each test notes its steps. */

/** A person at the keyboard: a key, a word that is typed, and a text that is pasted are one step each. */
class Keyboard {
  steps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(keys: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.press(keys);
  }

  async type(text: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.type(text);
  }

  async paste(text: string): Promise<void> {
    await this.page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await this.press('ControlOrMeta+V');
  }

  /** Goes on by a key until the thing of that role and name has the focus. */
  async reach(
    role: 'button' | 'menuitem' | 'combobox' | 'textbox' | 'searchbox',
    name: RegExp,
    key = 'Tab',
  ): Promise<void> {
    const wanted = this.page.getByRole(role, { name });
    await expect(wanted.first()).toBeEnabled();
    for (let step = 0; step < 30; step += 1) {
      if (await wanted.evaluateAll((found) => found.includes(document.activeElement as never))) return;
      await this.press(key);
    }
    throw new Error(`No ${role} ${name} is reached by ${key}.`);
  }

  /** Reaches it and presses it. */
  async use(role: 'button' | 'menuitem', name: RegExp, key?: string): Promise<void> {
    await this.reach(role, name, key);
    await this.press('Enter');
  }

  /** Notes the steps with the test, and compares them with the last count. */
  expectAtMost(most: number): void {
    test.info().annotations.push({ type: 'steps', description: String(this.steps) });
    expect(this.steps).toBeLessThanOrEqual(most);
  }
}

async function arrive(page: Page, link: string): Promise<Keyboard> {
  await page.goto(link);
  await expect(page.getByRole('textbox', { name: 'Paste anything that describes a tool' })).toBeFocused();
  return new Keyboard(page);
}

const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name });

const DRAFT = `{
  "atip": { "version": "0.4" },
  "name": "notes",
  "version": "1.0.0",
  "desciption": "Keep notes",
  "commands": {
    "list": { "description": "List notes", "effects": { "filesystem": { "write": "no" } } },
    "remove": {
      "description": "Remove a note",
      "options": [{ "name": "tag", "type": "string", "description": "Only notes with this tag", "flags": ["tag"] }],
      "effects": { "destructive": true }
    }
  }
}
`;

test('a tool author mends a document with three mistakes and gives it away', async ({ companion, page }) => {
  const keyboard = await arrive(page, companion.link);
  await keyboard.paste(DRAFT);
  await keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: /^3 problems/ })).toBeVisible();
  for (const fix of [/^Rename to "description"/, /^Change to false/, /^Change to "--tag"/]) {
    await keyboard.use('button', fix);
    await expect(page.getByRole('button', { name: fix })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Problems' })).not.toContainText('Checking');
  }
  await expect(panel(page, 'Output')).toContainText('notes_remove');
  await expect(page.getByRole('heading', { name: /error/ })).toHaveCount(0);
  await keyboard.press('ControlOrMeta+S');
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), keyboard.use('button', /^Download/)]);
  expect(file.suggestedFilename()).toContain('notes');
  keyboard.expectAtMost(40);
});

const HELP =
  'Remove things.\n\nUsage: gone rm [OPTIONS] FILE...\n\nOptions:\n  -f, --force   Do not ask\n  -h, --help    Show this\n';

test('an agent developer takes a help text home as a request for Anthropic', async ({ companion, page }) => {
  const keyboard = await arrive(page, companion.link);
  await keyboard.paste(HELP);
  await keyboard.press('Enter');
  await expect(panel(page, 'Output')).toContainText('gone_rm');
  await keyboard.reach('combobox', /^Provider$/);
  await keyboard.type('An');
  await expect(panel(page, 'Output')).toContainText('input_schema');
  await keyboard.use('button', /^Copy$/);
  await keyboard.use('menuitem', /^Request/, 'ArrowDown');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^\{\n {2}"model": "[\s\S]*"max_tokens"[\s\S]*"input_schema"/);
  keyboard.expectAtMost(40);
});

test('a security reviewer finds the worst of 167 commands, why it is, and what the policy ci makes of it', async ({
  companion,
  page,
}) => {
  const keyboard = await arrive(page, companion.link);
  await keyboard.paste(largeDocument());
  await keyboard.press('ControlOrMeta+Enter');
  await keyboard.press('Control+Alt+Digit2');
  const safety = panel(page, 'Safety');
  await expect(safety.getByRole('row', { name: /destroys/ }).first()).toContainText('action-2');
  await keyboard.use('button', /^group0 action-2/);
  const why = page.getByRole('region', { name: 'About group0 action-2' });
  await expect(why).toContainText('asks before any command that destroys data');
  await keyboard.press('Escape');
  await expect(why).toBeHidden();
  await keyboard.use('button', /^Policy: standard/, 'Shift+Tab');
  await keyboard.reach('combobox', /^Start from/);
  await keyboard.type('ci');
  await expect(safety).toContainText('refuses 167');
  keyboard.expectAtMost(45);
});

test('an operator checks what a model asked for, agrees to it, and sees what it did', async ({ companion, page }) => {
  const keyboard = await arrive(page, companion.link);
  await keyboard.use('button', /^This computer/, 'Shift+Tab');
  await keyboard.reach('searchbox', /^Filter tools/);
  await keyboard.type('git');
  await keyboard.use('button', /^Open git/);
  await keyboard.press('Control+Alt+Digit3');
  await keyboard.reach('textbox', /^A model’s answer/);
  await keyboard.paste(responseWithCall('call_1', 'git_branch_--delete', { branches: ['old'] }));
  const attempt = panel(page, 'Try it');
  await expect(attempt.getByRole('region', { name: 'Command line', exact: true })).toContainText('git branch --delete');
  await keyboard.use('button', /^Run after asking/);
  const question = page.locator('[data-part=confirmation]');
  await expect(question).toContainText('permanently destroys data');
  await keyboard.use('button', /^Run git/);
  await expect(attempt.getByRole('region', { name: 'Result' })).toHaveAttribute('data-phase', 'done');
  expect(git(companion.repository, 'branch', '--list', 'old')).toBe('');
  keyboard.expectAtMost(30);
});
