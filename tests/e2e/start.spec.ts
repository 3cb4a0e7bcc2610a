import type { BrowserContext, Locator, Page } from '@playwright/test';
import { TOOLS_AT_HAND } from '../../web/src/start/well-known.ts';
import { expect, test } from './companion.ts';
import { openSample, output, pasteDocument, storedDraft } from './page.ts';

const HELP =
  'Remove things.\n\nUsage: gone rm [OPTIONS] FILE...\n\nOptions:\n  -f, --force   Do not ask\n  -h, --help    Show this\n';

async function openStart(page: Page, link: string) {
  await page.goto(link);
  const field = page.getByRole('textbox', { name: 'Paste anything that describes a tool' });
  await expect(field).toBeFocused();
  return field;
}

/** By the clipboard and the keyboard, as a person does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
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

test('the start page by keyboard, by clipboard and by drops', async ({ companion, page }) => {
  const field = await openStart(page, companion.link);

  await test.step('by keyboard alone: a well-known tool and all tools', async () => {
    const tools = page.getByRole('region', { name: 'Tools to start from' });
    await expect(tools.getByRole('listitem')).toHaveCount(6);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText(`${TOOLS_AT_HAND} tools`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(tools.getByRole('button', { name: /^git 222 commands/ })).toBeFocused();
    await page.keyboard.press('Enter');
    // The largest bundled document, and other tests beside this one.
    await expect(output(page)).toContainText('git_');
  });

  await test.step('a help text pasted over a document is offered to be opened, files dropped anywhere open, and what is none says why', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    const offer = page.locator('[data-part=import-offer]');

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

  await test.step('Enter opens a help text, and Undo leads back', async () => {
    await page.getByRole('button', { name: 'New document' }).first().click();
    await field.focus();
    await paste(page, HELP.replaceAll('gone', 'lost'));
    await page.keyboard.press('Enter');
    await expect(output(page)).toContainText('lost_rm');
    await expect(page.getByRole('tab', { name: 'Output' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('button', { name: /^Document: lost.json/ })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: /^See what a command-line tool can do/ })).toBeVisible();
  });

  await test.step('Enter ends a line of what is still being written; Ctrl+Enter opens it all the same', async () => {
    await page.getByRole('button', { name: 'New document' }).first().click();
    await field.focus();
    await page.keyboard.type('{ "atip":');
    await expect(page.locator('#start-found')).toContainText('JSON with a mistake in line 1');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('{ "atip":\n');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.locator('[data-part=editor]')).toBeVisible();
  });

  await test.step('one dropped file comes into the field', async () => {
    await page.getByRole('button', { name: 'New document' }).first().click();
    await field.focus();
    const dataTransfer = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'gone.txt'));
      return transfer;
    }, HELP);
    await field.dispatchEvent('drop', { dataTransfer });
    await expect(field).toHaveValue(HELP);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(output(page)).toContainText('gone_rm');
  });

  await test.step('a model’s answer opens in Try it with the tool that it calls', async () => {
    await page.getByRole('button', { name: 'New document' }).first().click();
    await field.focus();
    await paste(page, '{ "name": "git_status", "arguments": {} }');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Try it' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('[data-part=try]')).toContainText('git_status');
    await expect(page.getByRole('button', { name: /^Document: git.json/ })).toBeVisible();
  });
});

const textOf = (name: string): string =>
  `{ "atip": "0.4", "name": "${name}", "version": "1", "description": "One command", "commands": { "go": { "description": "Goes" } } }`;

/** The plain text area is enough here; Monaco would only take time. */
async function openTab(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 800, height: 700 });
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
  await editorOf(page).fill(textOf(name));
  await expect.poll(() => storedDraft(page)).toContain(name);
}

test('drafts survive two tabs and a closed tab', async ({ companion, context }) => {
  await test.step('two tabs do not overwrite each other; a new one starts with the newest', async () => {
    const first = await openTab(context, companion.origin);
    await editTo(first, 'first');
    const second = await openTab(context, companion.origin);
    await expect(editorOf(second)).toHaveValue(textOf('first'));
    await editTo(second, 'second');
    await editTo(first, 'again');
    for (const [page, name] of [
      [first, 'again'],
      [second, 'second'],
    ] as const) {
      await page.reload();
      await expect(editorOf(page)).toHaveValue(textOf(name));
    }
    const third = await openTab(context, companion.origin);
    await expect(editorOf(third)).toHaveValue(textOf('again'));
    for (const page of context.pages()) await page.close();
  });

  await test.step('the last keystroke before closing is kept', async () => {
    const first = await openTab(context, companion.origin);
    await editTo(first, 'before');
    await editorOf(first).fill(textOf('last-word'));
    await first.close({ runBeforeUnload: true });
    const next = await openTab(context, companion.origin);
    await expect(editorOf(next)).toHaveValue(textOf('last-word'));
    for (const page of context.pages()) await page.close();
  });
});
