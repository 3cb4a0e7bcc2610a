import { summarizeShims } from '@atip/catalog';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { Keyboard } from './keyboard.ts';
import { openText, output } from './page.ts';

const HELP =
  'Remove things.\n\nUsage: gone rm [OPTIONS] FILE...\n\nOptions:\n  -f, --force   Do not ask\n  -h, --help    Show this\n';

/** One command that destroys, one that only reads, and one that says so itself; two facts that OpenAI is not told. */
const DOCUMENT = JSON.stringify(
  {
    ...{ atip: { version: '0.4' }, name: 'notes', version: '1', description: 'Keep notes' },
    globalOptions: [{ name: 'quiet', flags: ['-q'], type: 'boolean', description: 'Say less' }],
    commands: {
      list: { description: 'List notes', effects: { network: false, filesystem: { write: false } } },
      wipe: {
        description: 'Wipe all notes [🔒 READ-ONLY]',
        options: [{ name: 'kind', flags: ['--kind'], type: 'enum', enum: ['a', 'a'], description: 'Which notes' }],
        effects: { destructive: true, network: true },
      },
      forge: { description: 'Forge a note [🔒 READ-ONLY]' },
    },
  },
  null,
  2,
);

const code = (page: Page, side = 0): Locator => output(page).locator('.output-code .view-lines').nth(side);
const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
const lineOf = (part: Locator, text: string): Locator => part.locator('.view-line', { hasText: text }).first();

async function choose(page: Page, control: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: control }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('an agent developer takes a help text home by keyboard alone; then sees what providers get, lose and are told', async ({
  companion,
  page,
}) => {
  await test.step('help text, provider, request: at most 15 steps', async () => {
    const keyboard = await Keyboard.arrive(page, companion.link);
    await keyboard.paste(HELP);
    await expect(page.getByText('Help text of gone')).toBeVisible();
    await keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Output' })).toBeFocused();
    await expect(output(page)).toContainText('gone_rm');
    await keyboard.use('combobox', /^Provider$/);
    await expect(page.getByRole('option', { name: 'OpenAI', exact: true })).toBeFocused();
    await keyboard.type('An');
    await keyboard.press('Enter');
    await expect(output(page)).toContainText('input_schema');
    await keyboard.use('button', /^More to copy$/);
    await keyboard.use('menuitem', /^Whole request/, 'ArrowDown');
    const request = /^\{\n {2}"model": "[\s\S]*"max_tokens"[\s\S]*"gone_rm"[\s\S]*"input_schema"/;
    await expect.poll(() => copied(page)).toMatch(request);
    keyboard.expectAtMost(15);
  });

  const outline = page.getByRole('region', { name: 'Outline' });
  const { commands = 0 } = (await summarizeShims())['gh'] ?? {};
  await test.step('gh wraps: nothing lies beside the window, and the brackets with effects are in sight', async () => {
    await page.getByRole('button', { name: 'New document' }).click();
    await page.getByRole('button', { name: /^gh / }).click();
    await expect(output(page)).toContainText(`${commands} tools`);
    await choose(page, 'Provider', 'OpenAI');
    // OpenAI takes 128.
    await expect(output(page)).toContainText(`${commands - 128} over the limit`);
    await expect(code(page)).toBeVisible();
    const right = await output(page)
      .locator('.output-code')
      .evaluate((box) => box.getBoundingClientRect().right);
    const words = output(page).locator('[class*=syntax-]');
    await expect(words.first()).toBeVisible();
    const ends = await words.evaluateAll((found) => found.map((word) => word.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThan(right);
  });

  await test.step('a click in the outline shows and copies one group alone; a tick leaves one out', async () => {
    await outline.getByRole('searchbox', { name: 'Search commands' }).fill('gpg');
    await outline.getByRole('treeitem', { name: /^gpg-key/ }).click();
    await expect(output(page).getByRole('status').first()).toHaveText(
      /^Only gpg-key, ~\d+ tokens; the numbers below are of all\.$/,
    );
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    const names = async (): Promise<readonly string[]> =>
      JSON.parse(await copied(page)).map(
        (tool: { readonly function: { readonly name: string } }) => tool.function.name,
      );
    await expect.poll(names).toStrictEqual(['gh_gpg-key_add', 'gh_gpg-key_delete', 'gh_gpg-key_list']);
    await page.getByRole('button', { name: 'More to copy' }).click();
    await page.getByRole('menuitem', { name: `All ${commands} tools` }).click();
    await expect.poll(async () => (await names()).length).toBe(commands);
    await output(page).getByRole('button', { name: 'Show all' }).click();
    await expect(output(page).getByText('Only gpg-key')).toHaveCount(0);

    await outline
      .getByRole('treeitem', { name: /^gpg-key/ })
      .locator('[data-click=filter]')
      .click();
    await expect(output(page)).toContainText(`${commands - 3} tools of ${commands} commands`);
    await outline.getByRole('button', { name: 'Include all' }).click();
    await expect(output(page)).toContainText(`${commands} tools`);
    await expect(output(page)).not.toContainText(`of ${commands} commands`);
  });

  await test.step('the number that destroys leads to Safety, which has the same', async () => {
    const count = outline.getByRole('button', { name: /destroy/ });
    const [number] = (await count.innerText()).split(' ', 1);
    await count.click();
    const safety = page.getByRole('tabpanel', { name: 'Safety' });
    await expect(
      safety.getByRole('heading', { name: new RegExp(`^${number} of ${commands} commands destroy`) }),
    ).toBeVisible();
    await page.getByRole('tab', { name: 'Output' }).click();
  });

  const text = page.locator('[data-part=document]');
  await test.step('two providers beside each other: what each one loses is counted, named and marked', async () => {
    await page.getByRole('button', { name: 'New document' }).click();
    await openText(page, DOCUMENT);
    await choose(page, 'Beside', 'beside Anthropic');
    await expect(lineOf(code(page), '"parameters"')).toBeVisible();
    await expect(lineOf(code(page, 1), '"input_schema"')).toBeVisible();
    await expect(output(page).locator('.lost-mark')).toHaveCount(4);
    await output(page).getByRole('button', { name: '2 facts lost' }).first().click();
    await output(page).getByRole('button', { name: 'wipe › --kind › enum' }).click();
    await expect(text.locator('.monaco-editor').first()).toHaveClass(/focused/);
    await page.keyboard.press('ControlOrMeta+C');
    expect(await copied(page)).toBe('"enum"');
    await choose(page, 'Beside', 'beside …');
    await expect(code(page, 1)).toHaveCount(0);
  });

  await test.step('a line leads to its place in the document, and a place to its lines', async () => {
    await lineOf(code(page), 'List notes').hover();
    await expect(output(page).getByText('Belongs to list › description and 2 more places')).toBeVisible();
    await expect(text.locator('.source-mark').first()).toBeVisible();
    await lineOf(code(page), 'List notes').click();
    await page.keyboard.press('ControlOrMeta+C');
    expect(await copied(page)).toBe('"description": "List notes"');
    for (const key of ['ControlOrMeta+End', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'End']) await page.keyboard.press(key);
    await expect(lineOf(code(page), 'Forge a note')).toBeInViewport();
    await expect(output(page).locator('.source-mark')).toHaveCount(1);
  });

  await test.step('by keyboard each line explains its words; only what the compiler wrote is coloured', async () => {
    await output(page).getByRole('textbox', { name: 'Tools for OpenAI' }).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    for (let line = 1; line < 19; line += 1) await page.keyboard.press('ArrowDown');
    const foot = output(page).getByText(/^Belongs to wipe › description/);
    await expect(foot).toContainText('Destroys data for good. · Uses the network.');
    await page.keyboard.press('ControlOrMeta+Home');
    const safe = output(page).locator('.syntax-safe');
    await expect(safe).toHaveText(['🔒 READ-ONLY']);
    await expect(lineOf(code(page), 'List notes').locator('.syntax-safe')).toHaveCount(1);
    const green = await page.evaluate(() => {
      document.body.style.outlineColor = 'var(--green)';
      return getComputedStyle(document.body).outlineColor;
    });
    await expect(safe).toHaveCSS('color', green);
  });

  await test.step('a phone has it as plain text, wrapped, with the same marks', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Output' }).click();
    const plain = output(page).getByRole('region', { name: 'Tools for OpenAI' });
    await expect(plain).toContainText('Forge a note [🔒 READ-ONLY]');
    await expect(plain.locator('.syntax-safe')).toHaveText(['🔒 READ-ONLY']);
    await expect(plain.locator('.syntax-harm')).toHaveText(['⚠️ DESTRUCTIVE']);
    expect(await plain.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  });
});
