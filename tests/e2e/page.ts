import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

/** Opens a companion's page with the git sample, unless it opens with a draft; waits for Monaco and the first result. */
export async function openPlayground(page: Page, link: string): Promise<void> {
  await page.goto(link);
  const start = page.locator('[data-pane=start]');
  await expect(start.or(page.locator('[data-part=editor]'))).toBeVisible();
  if (await start.isVisible()) await openSample(page, /^git /);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await expect(page.locator('[data-part=editor] .monaco-editor').first()).toBeVisible();
  await expect(output(page)).toHaveAttribute('data-revision', /[1-9]/);
}

/** Opens a sample by the menu of documents. */
export async function openSample(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Document:/ }).click();
  await page.getByRole('menuitem', { name }).click();
}

export function output(page: Page): Locator {
  return page.locator('[data-part=output]');
}

/** Replaces the whole document as a person does: select all, paste. */
export async function pasteDocument(page: Page, text: string): Promise<void> {
  await focusEditor(page);
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('ControlOrMeta+V');
}

/** By a click on what is seen of the editor: its lines are longer than the window, and scrolling to their middle loses the click. */
export async function focusEditor(page: Page): Promise<void> {
  const editor = page.locator('[data-part=editor] .monaco-editor').first();
  await editor.click();
  await expect(editor).toHaveClass(/focused/);
}

/** Asks for the share link by its key, and gives it: copied, or on one's own machine as the dialog that opens shows it. */
export async function copyShareLink(page: Page): Promise<string> {
  // The result of an earlier copy must not count as this one's.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('ControlOrMeta+S');
  const here = page.getByRole('radio', { name: 'Link for this computer' });
  await expect(here.or(page.getByText('Link copied')).first()).toBeVisible();
  if (!(await here.isVisible())) return page.evaluate(() => navigator.clipboard.readText());
  await here.check();
  const link = await page.getByRole('textbox', { name: 'Share link' }).inputValue();
  await page.keyboard.press('Escape');
  await expect(here).toHaveCount(0);
  return link;
}

/** The provider's request, taken by Copy's Download, so exactly what a person gets. */
export async function downloadOutput(page: Page): Promise<unknown> {
  await output(page).getByRole('button', { name: 'Copy', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Download tools/ }).click(),
  ]);
  const value: unknown = JSON.parse(readFileSync(await download.path(), 'utf8'));
  return value;
}

/** The newest draft that the browser keeps, as JSON. */
export function storedDraft(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('atip.draft.v1') ?? '');
}
