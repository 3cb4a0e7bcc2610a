import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { openSample, storedDrafts } from './page.ts';

const document = (name: string): string =>
  `{ "atip": "0.4", "name": "${name}", "version": "1", "description": "One command", "commands": { "go": { "description": "Goes" } } }`;

/** The plain text area is enough here; Monaco would only take time. */
async function openTab(context: BrowserContext, origin: string, prepare?: () => void): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 800, height: 700 });
  if (prepare) await page.addInitScript(prepare);
  await page.goto(origin);
  const start = page.locator('[data-pane=start]');
  await expect(start.or(editorOf(page))).toBeVisible();
  if (await start.isVisible()) await openSample(page, /^git /);
  const side = page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Document' });
  await side.click();
  await expect(editorOf(page)).toBeVisible();
  return page;
}

function editorOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'ATIP document' });
}

async function editTo(page: Page, name: string): Promise<void> {
  await editorOf(page).fill(document(name));
  await expect.poll(() => storedDrafts(page)).toContain(name);
}

test('two tabs do not overwrite each other; a new one starts with the newest', async ({ companion, context }) => {
  const first = await openTab(context, companion.origin);
  await editTo(first, 'first');
  const second = await openTab(context, companion.origin);
  await expect(editorOf(second)).toHaveValue(document('first'));
  await editTo(second, 'second');
  await editTo(first, 'again');
  for (const [page, name] of [
    [first, 'again'],
    [second, 'second'],
  ] as const) {
    await page.reload();
    await expect(editorOf(page)).toHaveValue(document(name));
  }
  const third = await openTab(context, companion.origin);
  await expect(editorOf(third)).toHaveValue(document('again'));
});

test('the last keystroke before closing is kept', async ({ companion, context }) => {
  const first = await openTab(context, companion.origin);
  await editTo(first, 'before');
  await editorOf(first).fill(document('last-word'));
  await first.close({ runBeforeUnload: true });
  const next = await openTab(context, companion.origin);
  await expect(editorOf(next)).toHaveValue(document('last-word'));
});

test('a page that goes while its database still writes loses nothing', async ({ companion, context }) => {
  const page = await openTab(context, companion.origin, () => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...entry) {
      // A transaction ends when nothing more is asked of it.
      const goOn = (): void => {
        this.count().onsuccess = goOn;
      };
      goOn();
      globalThis.document.title = 'writing';
      return put.apply(this, entry);
    };
  });
  await editorOf(page).fill(document('slow'));
  await expect(page).toHaveTitle('writing');
  await page.close({ runBeforeUnload: true });
  const next = await openTab(context, companion.origin);
  await expect(editorOf(next)).toHaveValue(document('slow'));
});

test('a browser that stores nothing is said to, and the page works', async ({ companion, context }) => {
  const page = await openTab(context, companion.origin, () => {
    const refuse = (): never => {
      throw new DOMException('Blocked', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    IDBFactory.prototype.open = refuse;
  });
  await editorOf(page).fill(document('kept-nowhere'));
  await expect(page.getByText('The browser does not store this draft')).toBeVisible();
  await page.getByRole('button', { name: 'Result' }).click();
  await expect(page.locator('[data-part=output]')).toHaveAttribute('data-revision', /[1-9]/);
});
