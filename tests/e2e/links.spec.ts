import { type ShareState, decodeShare, encodeShare } from '@atip/share';
import type { Locator, Page } from '@playwright/test';
import { type Companion, PLANTED_SECRET, expect, test } from './companion.ts';
import { documentOf } from './documents.ts';
import { copyShareLink, focusEditor, openPlayground, output, pasteDocument, storedDraft } from './page.ts';

const EVIL =
  '<img src=x onerror="hit=1"><script>hit=1</script>\u202eevil\u2066\r\n\u0000\u001b]8;;javascript:hit=1\u0007[a](command:x)';
const MINE = '{"atip":"0.4","name":"mine","version":"1","description":"d","commands":{"go":{"description":"Go"}}}';

const DOCUMENT = JSON.stringify({
  ...{ atip: '0.4', name: 'evil', version: EVIL, description: EVIL, homepage: 'javascript:hit=1' },
  commands: {
    constructor: {
      description: EVIL,
      options: [{ name: 'prototype', flags: ['--prototype'], type: 'string', description: EVIL, default: EVIL }],
    },
    ['to-string']: { description: EVIL, effects: { destructive: true } },
  },
});

/** All that a link can carry, of the worst kind. */
const STATE: ShareState = {
  documents: [
    { name: EVIL.repeat(5000), text: DOCUMENT },
    ...Array.from({ length: 100 }, (_, at) => ({ name: `${EVIL}${at}`, text: EVIL })),
  ],
  provider: '__proto__',
  filter: { commands: ['__proto__', 'constructor', EVIL], depth: 3 },
  policy: JSON.parse(`{"__proto__":{"a":1},"allowDestructive":true,"allowNetwork":"true","x":${JSON.stringify(EVIL)}}`),
};

/** Opens a link as one that was followed, over a draft. */
async function follow(page: Page, { origin }: Companion, state: ShareState): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${origin}/${encodeShare(state)}`);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await expect(page.locator('[data-part=shared-document]')).toBeVisible();
}

test('no hostile link runs anything, blanks the page, writes over the draft or stops the editor', async ({
  companion,
  page,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await openPlayground(page, companion.link);

  await test.step('no panel runs, blanks or writes over the draft, whatever its link holds', async () => {
    await pasteDocument(page, MINE);
    await expect.poll(() => storedDraft(page)).toContain('mine');
    const draft = await storedDraft(page);
    for (const panel of ['output', 'safety', 'try', 'diff']) {
      await follow(page, companion, { ...STATE, panel });
      await expect(page.locator(`#tab-${panel}`)).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByText('could not be shown')).toHaveCount(0);
      await expect(page.locator('[data-part=editor]')).toContainText('"evil"');
      const seen = await page.evaluate(() => [Reflect.get(window, 'hit'), Reflect.get({}, 'polluted'), document.title]);
      expect(seen).toStrictEqual([undefined, undefined, 'ATIP workbench']);
    }
    expect(await storedDraft(page)).toBe(draft);
    expect(dialogs).toStrictEqual([]);
    await page.getByRole('button', { name: 'Back to my draft' }).click();
    await expect(output(page)).toContainText('mine_go');
  });

  await test.step('a document with the line ends of Unicode opens no dialog of the browser, and keeps its text', async () => {
    const text = MINE.replace('"d"', '"one\u2028two\u2029three"');
    for (const panel of ['output', 'diff'] as const) {
      const documents = [
        { name: 'mine.json', text },
        { name: 'other.json', text },
      ];
      await follow(page, companion, { documents, provider: 'openai', panel });
      // Only Output has the editor beside it from the start.
      if (panel !== 'output') await page.getByRole('button', { name: 'Document', exact: true }).click();
      await expect(page.locator('[data-part=editor] .monaco-editor').first()).toContainText('"mine"');
      await focusEditor(page);
      await page.keyboard.press('ControlOrMeta+A');
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await page.keyboard.press('ControlOrMeta+C');
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
    expect(dialogs).toStrictEqual([]);
  });

  await test.step('a document nested a hundred thousand times says where it is wrong', async () => {
    await follow(page, companion, {
      documents: [{ name: 'deep.json', text: '['.repeat(100_000) }],
      provider: 'openai',
    });
    await expect(page.getByText('Line 1 is not valid JSON')).toBeVisible();
    await expect(page.locator('[data-part=editor] .monaco-editor').first()).toBeVisible();
  });
});

/** Opens the dialog at the link, which on one's own machine stands behind the file. */
async function openShare(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.locator('[data-part=share-dialog]');
  await dialog.getByRole('radio', { name: 'Link for this computer' }).check();
  return dialog;
}

test('secrets stop at a gate, wherever they stand', async ({ companion, page }) => {
  await openPlayground(page, companion.link);

  await test.step('another document goes along when it is chosen, and takes its secrets to the gate', async () => {
    await pasteDocument(page, `{"secret": "${PLANTED_SECRET}"}`);
    await page.getByRole('button', { name: /^Document:/ }).click();
    await page.getByRole('menuitem', { name: /^hello/ }).click();
    await expect(output(page)).toContainText('hello');
    const dialog = await openShare(page);
    await expect(dialog.getByLabel('Share link')).toBeVisible();
    await dialog.getByLabel('Also git.json').check();
    await expect(dialog.getByRole('alert')).toContainText('1 place may hold a secret');
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
    await dialog.getByLabel('Share anyway').check();
    await expect(dialog.getByLabel('Share link')).toBeVisible();
    // The approval covered this set of documents.
    await dialog.getByLabel('Also git.json').uncheck();
    await dialog.getByLabel('Also git.json').check();
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
    await page.keyboard.press('Escape');
  });

  await test.step('secrets are named by line and rule; the redacted link holds none of them', async () => {
    await pasteDocument(
      page,
      `{"atip":"0.3","name":"t","version":"1","description":"d",\n"commands":{"":{"description":"uses ${PLANTED_SECRET}"}}}`,
    );
    await expect(output(page)).toContainText('1 tool');
    const dialog = await openShare(page);
    await expect(dialog.getByRole('row', { name: /t\.json, line 2 github-token .*\[REDACTED\]/ })).toBeVisible();
    await expect(dialog.getByLabel('Share link')).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
    await dialog.getByLabel('Share redacted').check();
    const link = await dialog.getByLabel('Share link').inputValue();
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.locator('[data-part=shared-document]')).toBeVisible();
    await expect(output(page)).toContainText('uses [REDACTED]');
    expect(await page.content()).not.toContain(PLANTED_SECRET);
  });

  await test.step('what a name or a filter holds goes through the gate, and no form has it afterwards', async () => {
    const filter = { commands: [PLANTED_SECRET] };
    await follow(page, companion, {
      ...{ documents: [{ name: `${PLANTED_SECRET}.json`, text: DOCUMENT }], provider: 'openai', filter },
    });
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.locator('[data-part=share-dialog]');
    await expect(dialog.getByRole('alert')).toContainText('2 places may hold a secret');
    await dialog.getByLabel('Share redacted').check();
    await dialog.getByRole('radio', { name: 'Link for this computer' }).check();
    const link = await dialog.getByRole('textbox', { name: 'Share link' }).inputValue();
    const shared = decodeShare(link.slice(link.indexOf('#')));
    expect(shared.ok && JSON.stringify(shared.state)).toMatch(/^(?!.*ghp_).*REDACTED/s);
    await dialog.getByRole('radio', { name: 'File', exact: true }).check();
    await expect(dialog.getByRole('button', { name: /^Download \[REDACTED\]\.atip\.json/ })).toBeVisible();
  });
});

test('links and files carry what was open, and leave the draft alone', async ({ companion, page }) => {
  await openPlayground(page, companion.link);

  await test.step('a link leaves the draft alone and one click brings it back; one that cannot be read says so', async () => {
    const gitLink = await copyShareLink(page);
    await pasteDocument(page, documentOf('mine'));
    await expect(output(page)).toContainText('mine_go');
    await page.goto('about:blank');
    await page.goto(gitLink);
    await expect(page.locator('[data-part=shared-document]')).toBeVisible();
    await expect(output(page)).toContainText('git_log');
    await page.getByRole('button', { name: 'Back to my draft' }).click();
    await expect(output(page)).toContainText('mine_go');
    for (const fragment of ['#v9.0.AAAA', '#v2.0.AAAA', '#v2.']) {
      await page.goto('about:blank');
      await page.goto(`${companion.origin}/${fragment}`);
      const notice = page.locator('[data-part=unreadable-link]');
      await expect(notice).toContainText('could not be read');
      await expect(notice.getByRole('button', { name: 'Copy the raw link' })).toBeVisible();
      await expect(output(page)).toContainText('mine_go');
    }
  });

  await test.step('edits to a shared document come back with Undo after another link, and survive a reload then', async () => {
    await openPlayground(page, companion.link);
    const links: string[] = [];
    for (const name of ['first', 'second']) {
      await pasteDocument(page, documentOf(name));
      await expect(output(page)).toContainText(`${name}_go`);
      links.push(await copyShareLink(page));
    }
    const [first = '', second = ''] = links;
    await page.goto(first);
    await expect(output(page)).toContainText('first_go');
    await pasteDocument(page, documentOf('edited'));
    await expect(output(page)).toContainText('edited_go');
    await page.goto(second);
    await expect(output(page)).toContainText('second_go');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(output(page)).toContainText('edited_go');
    expect(page.url()).toBe(first);
    await page.reload();
    await expect(output(page)).toContainText('edited_go');
  });

  await test.step('the link is copied whole; on one’s own computer there is no frame', async () => {
    await openPlayground(page, companion.link);
    await page.getByLabel('Provider').selectOption({ label: 'Gemini' });
    const dialog = await openShare(page);
    const link = await dialog.getByLabel('Share link').inputValue();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    // A frame with an address of this machine is of use to nobody.
    await expect(dialog.getByRole('radio', { name: 'Embed', exact: true })).toHaveCount(0);
  });
});
