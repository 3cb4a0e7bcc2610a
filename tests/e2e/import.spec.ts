import type { Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { openPlayground, output, pasteDocument } from './page.ts';

const HELP = 'Remove things.\n\nUsage: gone rm [OPTIONS] FILE...\n\nOptions:\n  -f, --force   Do not ask\n';

/** Drops files on the page as a file manager does. */
async function dropFiles(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const data = await page.evaluateHandle((entries) => {
    const transfer = new DataTransfer();
    for (const [name, text] of entries) transfer.items.add(new File([text], name));
    return transfer;
  }, Object.entries(files));
  await page.locator('[data-part=output]').dispatchEvent('drop', { dataTransfer: data });
}

test('a help text pasted over a document is offered to be opened, files dropped anywhere open, and what is none says why', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  const offer = page.locator('[data-part=import-offer]');

  await test.step('OpenAPI is named, with what to do instead, and is never taken for a document', async () => {
    await pasteDocument(page, '{ "openapi": "3.1.0", "info": { "title": "Pets" }, "paths": { "/pets": {} } }');
    await expect(offer).toContainText('OpenAPI 3.1.0. It describes an HTTP service and not commands.');
    await expect(offer.getByRole('button')).toHaveCount(0);
  });

  await test.step('a help text takes the place of what was pasted', async () => {
    await pasteDocument(page, HELP);
    await offer.getByRole('button', { name: 'Open as a document' }).click();
    await expect(output(page)).toContainText('gone_rm');
    await expect(page.getByText('effects of 1 of 1 commands are inferred')).toBeVisible();
    await expect(offer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Document: gone.json' })).toBeVisible();
  });

  await test.step('dropped files', async () => {
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
    await dropFiles(page, { 'other.txt': HELP.replaceAll('gone', 'away'), 'pot.json': tools });
    await expect(page.getByRole('button', { name: 'Document: pot.json' })).toBeVisible();
    await expect(output(page)).toContainText('pot_boil');
    await page.getByRole('button', { name: /^Document:/ }).click();
    await expect(page.getByRole('menuitem', { name: 'away.json' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('an address is not loaded, code is not run', async () => {
    await dropFiles(page, { 'a.txt': 'https://example.org/tool.json' });
    await expect(page.getByText('a.txt: This page loads nothing from other places')).toBeVisible();
    await dropFiles(page, { 'b.js': 'module.exports = { name: "a" };' });
    await expect(page.getByText('b.js: Code is never run here')).toBeVisible();
    await dropFiles(page, { 'c.png': '\u{fffd}' });
    await expect(page.getByText(/^c.png: /)).toBeVisible();
    expect(asked.filter((origin) => origin !== companion.origin)).toStrictEqual([]);
  });
});
