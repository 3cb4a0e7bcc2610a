import type { Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { openPlayground, output, pasteDocument } from './page.ts';

const HELP = 'Remove things.\n\nUsage: gone rm [OPTIONS] FILE...\n\nOptions:\n  -f, --force   Do not ask\n';

async function openImport(page: Page) {
  await page.getByRole('button', { name: /^Document:/ }).click();
  await page.getByRole('menuitem', { name: /^Import/ }).click();
  return page.getByRole('dialog', { name: 'Import' });
}

/** Drops files on the page as a file manager does. */
async function dropFiles(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const data = await page.evaluateHandle((entries) => {
    const transfer = new DataTransfer();
    for (const [name, text] of entries) transfer.items.add(new File([text], name));
    return transfer;
  }, Object.entries(files));
  await page.locator('[data-part=output]').dispatchEvent('drop', { dataTransfer: data });
}

test('a help text is recognised, says what is inferred, and opens as a document; pasted as one, it is offered to be imported', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  const dialog = await openImport(page);
  await expect(dialog.getByRole('button', { name: 'Open as document' })).toBeDisabled();
  await dialog.getByLabel('Import text').fill(HELP);
  await expect(dialog.getByLabel('Read as')).toHaveValue('');
  await expect(dialog).toContainText('It has a usage line.');
  const counts = dialog.locator('[data-part=import-counts]');
  await expect(counts).toHaveText('1 command, 1 option, effects inferred for 10 not stated');
  await dialog.getByText(/effects? inferred, and why/).click();
  await expect(dialog.getByRole('row', { name: 'rm destructive: true "rm" in the name' })).toBeVisible();
  await expect(dialog.locator('.code-mark')).not.toHaveCount(0);
  await dialog.getByLabel('Infer effects that are not stated').uncheck();
  await expect(counts).toHaveText('1 command, 1 option1 not stated');
  await dialog.getByLabel('Tool name').fill('away');
  await expect(dialog.getByLabel('away.json as it will be opened')).toBeVisible();
  await dialog.getByRole('button', { name: 'Open as document' }).click();
  await expect(output(page)).toContainText('away_rm');
  await expect(page.getByRole('button', { name: 'Document: away.json' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(output(page)).toContainText('git_log');
  await pasteDocument(page, HELP);
  const offer = page.locator('[data-part=import-offer]');
  await offer.getByRole('button', { name: 'Import it…' }).click();
  await page.getByRole('dialog', { name: 'Import' }).getByRole('button', { name: 'Open as document' }).click();
  await expect(output(page)).toContainText('gone_rm');
  await expect(offer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Document: gone.json' })).toBeVisible();
});

test('files dropped anywhere open as a document each; a picture is refused', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  const drag = (type: 'dragover' | 'dragleave'): Promise<void> =>
    page.evaluate((name) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['{}'], 'gh.json'));
      document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
    }, type);
  await drag('dragover');
  await expect(page.getByText('Drop to open')).toBeVisible();
  await drag('dragleave');
  await expect(page.getByText('Drop to open')).toBeHidden();
  const tools = JSON.stringify([
    { name: 'boil', description: 'Boil', input_schema: { type: 'object', properties: {} } },
  ]);
  await dropFiles(page, { 'gone.txt': HELP, 'pot.json': tools });
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await expect(dialog.getByRole('list', { name: 'Import list' }).getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Open 2 documents' }).click();
  await expect(page.getByRole('button', { name: 'Document: pot.json' })).toBeVisible();
  await expect(output(page)).toContainText('pot_boil');
  await dropFiles(page, { 'picture.png': '\u{fffd}' });
  await expect(dialog.getByLabel('Import text')).toHaveValue('\u{fffd}');
});

test('an address is not loaded, code is not run', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  const dialog = await openImport(page);
  await dialog.getByLabel('Import text').fill('https://example.org/tool.json');
  await expect(dialog.getByRole('link', { name: 'Open https://example.org/tool.json' })).toBeVisible();
  await dialog.getByLabel('Import text').fill('module.exports = { name: "a" };');
  await expect(dialog).toContainText('Code is never run here');
  expect(asked.filter((origin) => origin !== companion.origin)).toStrictEqual([]);
});

test('OpenAPI is named, with what to do instead, and is never taken for a document', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, '{ "openapi": "3.1.0", "info": { "title": "Pets" }, "paths": { "/pets": {} } }');
  const offer = page.locator('[data-part=import-offer]');
  await expect(offer).toContainText('OpenAPI 3.1.0. It describes an HTTP service and not commands.');
  await expect(offer.getByRole('button')).toHaveCount(0);
  const dialog = await openImport(page);
  await dialog.getByLabel('Import text').fill('openapi: 3.1.0\ninfo:\n  title: Pets\n');
  await expect(dialog).toContainText('paste its tools/list or its --help');
  await expect(dialog.getByRole('button', { name: 'Open as document' })).toBeDisabled();
});
