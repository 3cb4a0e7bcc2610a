import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { ROOT } from './companion.ts';

/** A git of four commands, which the companion has as well. */
export const GIT = readFileSync(join(ROOT, 'tests/git.json'), 'utf8');

/** A dialog, a menu or a list over the page. */
export const LAYER = '.dialog, .popup:is([role=menu], [role=listbox])[data-open]';

/** Opens a companion's page, and a document on it. */
export async function openPlayground(page: Page, link: string, text = GIT): Promise<void> {
  await page.goto(link);
  await openText(page, text);
}

/** Pastes a text into the start panel and opens it; waits for Monaco and the first result. */
export async function openText(page: Page, text: string): Promise<void> {
  await startField(page).focus();
  await pasteText(page, text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await expect(page.locator('[data-part=document] .monaco-editor').first()).toBeVisible();
  await expect(output(page)).toHaveAttribute('data-revision', /[1-9]/);
}

export function startField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Paste anything that describes a tool' });
}

/** By the clipboard, into whatever has the focus. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('ControlOrMeta+V');
}

export function output(page: Page): Locator {
  return page.locator('[data-part=output]');
}

/** Replaces the whole document as a person does: select all, paste. */
export async function pasteDocument(page: Page, text: string): Promise<void> {
  await focusEditor(page);
  await page.keyboard.press('ControlOrMeta+A');
  await pasteText(page, text);
}

/** By a click on what is seen of the editor: its lines are longer than the window, and scrolling to their middle loses the click. */
export async function focusEditor(page: Page): Promise<void> {
  const editor = page.locator('[data-part=document] .monaco-editor').first();
  await editor.click();
  await expect(editor).toHaveClass(/focused/);
}

/** Until scripts have answered a change of colours or sizes: Monaco, and what keeps a menu in the window. */
export function drawn(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** The newest draft that the browser keeps, as JSON. */
export function storedDraft(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('atip.draft.v1') ?? '');
}
