import type { Locator, Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { LARGE_COUNT, largeDocument } from './documents.ts';
import { focusEditor, openPlayground, output, pasteDocument } from './page.ts';

const code = (page: Page, name = 'OpenAI'): Locator => output(page).getByLabel(`Tools for ${name}`, { exact: true });
const reason = (page: Page): Locator => output(page).getByRole('region').getByRole('status');
const sourceMarks = (page: Page): Locator => page.locator('[data-part=editor] .source-mark');
const outputMarks = (page: Page): Locator => output(page).locator('.code-mark:not(.is-pointed)');

test('the output leads to the document and back, counts, tells losses, and is copied', async ({ companion, page }) => {
  await openPlayground(page, companion.link);

  await test.step('tokens are counted and lead to their commands; each form to copy is what it says', async () => {
    await output(page)
      .getByRole('button', { name: /^~?\d+ tokens$/ })
      .click();
    const table = output(page).getByRole('table', { name: 'Largest tools' });
    await expect(table.getByRole('row')).toHaveCount(9);
    // Until it is loaded the rows have an estimated order.
    await expect(output(page)).toContainText(/o200k_base/);
    const counts = await table.getByRole('cell').evaluateAll((cells) => cells.map(({ textContent }) => textContent));
    const tokens = counts.filter((_text, index) => index % 2 === 0).map(Number);
    expect(tokens).toStrictEqual(tokens.toSorted((a, b) => b - a));
    await table.getByRole('button', { name: 'git_log' }).click();
    await page.keyboard.press('ControlOrMeta+C');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^"log"/);
    const forms: readonly (readonly [RegExp, RegExp])[] = [
      [/^JSON/, /^\[\n {2}\{\n {4}"type": "function"/],
      [/^Safety prompt/, /Destructive Operations/],
      [/^Request/, /^\{\n {2}"model": "[\s\S]*"tools": \[/],
    ];
    for (const [name, content] of forms) {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await output(page).getByRole('button', { name: /^Cop/ }).click();
      await page.getByRole('menuitem', { name }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(content);
    }
    await expect(output(page).getByText('Copied', { exact: true })).toBeVisible();
  });

  await test.step('a line of the output says what made it and leads there; a place in the document marks what it became', async () => {
    await code(page).focus();
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowDown');
    await expect(reason(page)).toHaveText(/^From log › description and \d more places$/);
    await expect(sourceMarks(page).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-part=editor] .monaco-editor').first()).toHaveClass(/focused/);
    await page.keyboard.press('ControlOrMeta+C');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '"description": "List commits, newest first"',
    );

    const box = await code(page).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 8 + 19 * 4.5);
    await expect(reason(page)).toHaveText('From log and 1 more place');
    await page.mouse.click((box?.x ?? 0) + 200, (box?.y ?? 0) + 8 + 19 * 4.5);
    await page.keyboard.press('ControlOrMeta+C');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^"log"/);
    await page.mouse.move(5, 5);
    await expect(sourceMarks(page)).toHaveCount(0);
    await pasteDocument(page, largeDocument());
    await expect(output(page)).toContainText('167 tools');
    await focusEditor(page);
    await page.keyboard.press('ControlOrMeta+End');
    for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowUp');
    const show = output(page).getByRole('button', { name: 'Show in output' });
    await expect(show).toBeVisible();
    await show.click();
    await expect(outputMarks(page).first()).toBeInViewport();
  });

  await test.step('losses are told apart from what the host keeps, lead to their places and can be mended', async () => {
    const sentence = 'It does one thing, and then another. ';
    await pasteDocument(
      page,
      JSON.stringify({
        atip: '0.4',
        name: 'long',
        version: '1',
        description: 'Long',
        commands: {
          a: { description: sentence.repeat(40), effects: { subprocess: true, idempotent: false } },
          b: { description: 'B', effects: { subprocess: true } },
        },
      }),
    );
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems.getByRole('button', { name: '4 notes' }).click();
    await expect(problems).toContainText('OpenAI is told less than this');
    await output(page).getByRole('button', { name: '1 loss', exact: true }).click();
    await output(page)
      .getByText(/^\d+ facts stay with you, not the model$/)
      .click();
    // The list is sorted anew when the whole answer is there: a click in that moment opens another row.
    const place = output(page).getByRole('button', { name: 'b › effects.subprocess' });
    await expect(async () => {
      await output(page)
        .getByText(/2 ×.*"subprocess" is kept by the host/)
        .click();
      await expect(place).toBeVisible({ timeout: 5000 });
    }).toPass();
    await place.click();
    await page.keyboard.press('ControlOrMeta+C');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('"subprocess":true');

    const before = await output(page).getAttribute('data-revision');
    await output(page)
      .getByText(/1 ×.*is told less than this/)
      .click();
    await output(page)
      .getByRole('button', { name: /^Keep the first \d+ sentences/ })
      .click();
    await expect(output(page)).not.toHaveAttribute('data-revision', before ?? '');
    await expect(output(page).getByText(/is told less than this/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(output(page).getByText(/is told less than this/)).toBeVisible();
  });
});

function outline(page: Page): Locator {
  return page.locator('[data-part=commands]');
}

function tree(page: Page): Locator {
  return outline(page).getByRole('tree', { name: 'Commands' });
}

function row(page: Page, name: RegExp): Locator {
  return tree(page).getByRole('treeitem', { name });
}

async function openLarge(page: Page, link: string): Promise<void> {
  await openPlayground(page, link);
  await pasteDocument(page, largeDocument());
  await expect(outline(page).getByPlaceholder(`${LARGE_COUNT} commands`)).toBeVisible();
}

test('the outline of a large document', async ({ companion, page }) => {
  await openLarge(page, companion.link);

  await test.step('by keyboard alone: walk, leave out, go to the place, search and filter until nothing is left', async () => {
    await tree(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(row(page, /^group1, 7 commands/)).toHaveAttribute('aria-expanded', 'true');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', ' ']) await page.keyboard.press(key);
    await expect(row(page, /^action-2, .*left out$/)).toHaveAttribute('aria-checked', 'false');
    await expect(row(page, /^group1, 7 commands/)).toHaveAttribute('aria-checked', 'mixed');
    await expect(outline(page).getByText('166 of 167 included')).toBeVisible();
    await page.keyboard.press(' ');
    await expect(outline(page).getByText('166 of 167 included')).toBeHidden();

    await page.keyboard.press('Enter');
    await expect(page.locator('[data-part=editor] .monaco-editor').first()).toHaveClass(/focused/);

    const search = outline(page).getByRole('searchbox', { name: 'Search commands' });
    await search.focus();
    await page.keyboard.type('kind 23 action-2');
    await expect(tree(page).getByRole('treeitem')).toHaveCount(2);
    await search.fill('--dry-run');
    await outline(page).getByRole('button', { name: '24 destroy' }).press('Enter');
    await expect(outline(page).getByText('24 of 167: destroys')).toBeVisible();
    await search.fill('nothing has this');
    await expect(outline(page).getByText('No command matches “nothing has this”.')).toBeVisible();
    await outline(page).getByRole('button', { name: 'Clear the search' }).press('Enter');
    await expect(search).toHaveValue('');
    await expect(tree(page).getByRole('treeitem').first()).toBeVisible();
  });

  await test.step('what is left out is left out everywhere, and Undo takes each step back', async () => {
    await outline(page).getByRole('button', { name: '24 destroy' }).press('Enter');
    await row(page, /^group0, /)
      .locator('[data-click=filter]')
      .click();
    await expect(outline(page).getByText('161 of 167 included')).toBeVisible();
    await expect(page.locator('[data-part=output]').getByText('161', { exact: false }).first()).toBeVisible();
    await row(page, /^group3, /)
      .locator('[data-click=filter]')
      .click();
    await expect(outline(page).getByText('154 of 167 included')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(outline(page).getByText('161 of 167 included')).toBeVisible();
    await outline(page).getByRole('button', { name: 'Show all' }).click();
    await expect(outline(page).getByText('161 of 167 included')).toBeHidden();
  });
});
