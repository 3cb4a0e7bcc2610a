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

async function openDrafts(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Document:/ }).click();
  await page.getByRole('menuitem', { name: /^Drafts/ }).click();
  return page.getByRole('dialog', { name: 'Drafts' });
}

test('two tabs do not overwrite each other, and a third sees both', async ({ companion, context }) => {
  const first = await openTab(context, companion.origin);
  await editTo(first, 'first');
  const second = await openTab(context, companion.origin);
  await expect(editorOf(second)).toHaveValue(document('first'));
  await expect(second.locator('[data-part=copied-draft]')).toContainText('A copy of your draft');
  await editTo(second, 'second');
  await editTo(first, 'again');
  for (const [page, name] of [
    [first, 'again'],
    [second, 'second'],
  ] as const) {
    // More than once: the page before must have let go of the draft each time.
    for (let round = 0; round < 3; round++) {
      await page.reload();
      await expect(editorOf(page)).toHaveValue(document(name));
      await expect(page.locator('[data-part=copied-draft]')).toHaveCount(0);
    }
  }
  const third = await openTab(context, companion.origin);
  await expect(editorOf(third)).toHaveValue(document('again'));
  const dialog = await openDrafts(third);
  // The other is what this tab shows itself.
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await third.keyboard.press('Escape');
  await editTo(third, 'third');
  await openDrafts(third);
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('listitem').first()).toContainText('open in another tab');
  await expect(dialog.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
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
    LockManager.prototype.request = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
    LockManager.prototype.query = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
  });
  await editorOf(page).fill(document('kept-nowhere'));
  await expect(page.getByText('The browser does not store this draft')).toBeVisible();
  await page.getByRole('button', { name: 'Result' }).click();
  await expect(page.locator('[data-part=output]')).toHaveAttribute('data-revision', /[1-9]/);
});

test('a draft is opened and deleted, and both are taken back', async ({ companion, context }) => {
  const earlier = await openTab(context, companion.origin);
  await editTo(earlier, 'earlier');
  const page = await openTab(context, companion.origin);
  await editTo(page, 'now');
  await earlier.close();
  const dialog = page.getByRole('dialog', { name: 'Drafts' });
  // A browser lets go of a closed tab’s draft a moment later, and the dialog lists the open tabs once, as it opens.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await openDrafts(page);
    await dialog.getByRole('button', { name: /^Delete earlier\.json/ }).click({ timeout: 3000 });
  }).toPass();
  await expect(dialog.getByText('No other drafts')).toBeVisible();
  await expect.poll(() => storedDrafts(page)).not.toContain('earlier');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await dialog.getByRole('button', { name: /^Open earlier\.json/ }).click();
  await expect(dialog).toBeHidden();
  await expect(editorOf(page)).toHaveValue(document('earlier'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(editorOf(page)).toHaveValue(document('now'));
  await openDrafts(page);
  await dialog.getByRole('button', { name: /^Open earlier\.json/ }).click();
  // It is read from the browser's database first; a reload before that leaves what is shown.
  await expect(editorOf(page)).toHaveValue(document('earlier'));
  await page.reload();
  await expect(editorOf(page)).toHaveValue(document('earlier'));
  // The previous text is still there.
  await openDrafts(page);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: /^Open now\.json/ }).click();
  await expect(editorOf(page)).toHaveValue(document('now'));
});
