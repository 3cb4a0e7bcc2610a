import { type ShareState, decodeShare, encodeShare } from '@atip/share';
import type { Page } from '@playwright/test';
import { faultsIn } from './axe.ts';
import { PLANTED_SECRET, expect, test } from './companion.ts';
import { documentOf, largeDocument } from './documents.ts';
import { openPlayground, openText, output, pasteDocument, storedDraft } from './page.ts';

const EVIL =
  '<img src=x onerror="hit=1"><script>hit=1</script>\u202eevil\u2066\r\n\u0000\u001b]8;;javascript:hit=1\u0007[a](command:x)';

const HOSTILE = JSON.stringify({
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
    { name: EVIL.repeat(5000), text: HOSTILE },
    ...Array.from({ length: 100 }, (_, at) => ({ name: `${EVIL}${at}`, text: EVIL })),
  ],
  provider: '__proto__',
  panel: 'safety',
  filter: { commands: ['__proto__', 'constructor', EVIL], depth: 3 },
  policy: JSON.parse(`{"__proto__":{"a":1},"allowDestructive":true,"allowNetwork":"true","x":${JSON.stringify(EVIL)}}`),
};

const linked = (name: string, more: Partial<ShareState> = {}): string =>
  encodeShare({ documents: [{ name: `${name}.json`, text: documentOf(name) }], provider: 'openai', ...more });

/** The content of the address by now. */
async function addressed(page: Page): Promise<ShareState | undefined> {
  const read = decodeShare(new URL(page.url()).hash);
  return read.ok ? read.state : undefined;
}

test('the address is the link; links open beside, secrets stop at a gate, and none runs anything', async ({
  companion,
  page,
  browser,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const share = page.getByRole('dialog', { name: /^Share / });
  const undo = page.getByRole('button', { name: 'Undo' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPlayground(page, companion.link, documentOf('mine'));

  await test.step('the address follows the document, its provider and its tab', async () => {
    await expect.poll(async () => (await addressed(page))?.documents[0]?.text).toBe(documentOf('mine'));
    await page.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'Gemini' }).click();
    await page.getByRole('tab', { name: 'Safety' }).click();
    await expect.poll(() => addressed(page)).toMatchObject({ provider: 'gemini', panel: 'safety' });
  });

  await test.step('a link opens beside what is open, its policy applies to nobody who has one, and Undo takes it back', async () => {
    await page.goto(`${companion.origin}/${linked('first', { policy: { allowNetwork: false } })}`);
    await expect(output(page)).toContainText('first_go');
    await page.goto(`${companion.origin}/${linked('second', { policy: { allowDestructive: true } })}`);
    await expect(output(page)).toContainText('second_go');
    await expect.poll(() => storedDraft(page)).toContain('second');
    expect(JSON.parse(await storedDraft(page))).toMatchObject({ policy: { allowNetwork: false } });
    await page.getByRole('button', { name: 'Document: second.json' }).click();
    for (const name of ['mine', 'first'])
      await expect(page.getByRole('menuitem', { name: new RegExp(`^${name}\\.json`) })).toBeVisible();
    await page.keyboard.press('Escape');
    await undo.click();
    await expect(output(page)).toContainText('first_go');
  });

  await test.step('a link that is cut, or of a newer page, leaves all as it is', async () => {
    for (const [fragment, reason] of [
      [linked('cut').slice(0, -9), 'incomplete'],
      ['#v9.w.AAAA', 'of another version than this page'],
    ] as const) {
      await page.goto(`${companion.origin}/${fragment}`);
      const notice = page.getByRole('dialog', { name: /^The link could not be read/ });
      await expect(notice).toContainText(reason);
      await notice.getByRole('button', { name: 'Copy the raw link' }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(fragment);
      await expect(notice).toHaveCount(0);
      await expect(output(page)).toContainText('first_go');
    }
  });

  await test.step('a document over 32 KB comes into the address by Share alone', async () => {
    await page.getByRole('button', { name: 'New document' }).first().click();
    await openText(page, largeDocument());
    await expect.poll(() => page.url()).toBe(`${companion.origin}/`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(share).toContainText('This page is on your own computer, so a link opens only here.');
    await expect(share.getByRole('textbox', { name: 'Link' })).toBeFocused();
    const link = await share.getByRole('textbox', { name: 'Link' }).inputValue();
    await expect(share.getByRole('button', { name: 'Download big.atip.json' })).toBeVisible();
    expect(page.url()).toBe(link);
    await page.keyboard.press('Escape');
  });

  await test.step('possible secrets get no link before a person decides, and a redacted one holds none of them', async () => {
    await pasteDocument(page, documentOf('secret').replace('"Go"', `"Go with ${PLANTED_SECRET}"`));
    await expect.poll(() => page.url()).toBe(`${companion.origin}/`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(share.getByRole('alert')).toContainText('1 possible secret. You cannot take back what you share.');
    await expect(share.getByRole('list', { name: 'Possible secrets' })).toHaveText('secret.json, line 1: github-token');
    await expect(share.getByRole('textbox')).toHaveCount(0);
    expect(await faultsIn(page)).toStrictEqual([]);
    await share.getByRole('radio', { name: 'Share redacted' }).check();
    const link = await share.getByRole('textbox', { name: 'Link' }).inputValue();
    const read = decodeShare(new URL(link).hash);
    expect(read.ok && read.state.documents[0]?.text).toContain('Go with [REDACTED]');
    expect(page.url()).toBe(`${companion.origin}/`);
    await page.keyboard.press('Escape');
  });

  await test.step('a hostile link runs nothing, breaks nothing and changes nothing of the person’s', async () => {
    await page.goto(`${companion.origin}/${encodeShare(STATE)}`);
    await expect(page.locator('[data-part=problems]')).toContainText('Characters that people cannot see');
    await expect(page.getByRole('tab', { name: 'Safety' })).toHaveAttribute('aria-selected', 'true');
    for (const name of ['Safety', 'Try it', 'Output']) await page.getByRole('tab', { name }).click();
    await expect(page.getByText('could not be shown')).toHaveCount(0);
    const seen = await page.evaluate(() => [Reflect.get(window, 'hit'), Reflect.get({}, 'a'), document.title]);
    expect([...seen, ...dialogs]).toStrictEqual([undefined, undefined, 'ATIP workbench']);
    const deep = { documents: [{ name: 'deep.json', text: '['.repeat(100_000) }], provider: 'openai' };
    await page.goto(`${companion.origin}/${encodeShare(deep)}`);
    await expect(page.locator('[data-part=problems]')).toContainText('nested more than 100 deep');
    await undo.click();
    await expect(page.locator('[data-part=problems]')).toContainText('Characters that people cannot see');
  });

  await test.step('the read-only view of a frame shows both sides, and touches nothing of browser or companion', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const frame = await context.newPage();
    const asked: string[] = [];
    frame.on('request', (request) => asked.push(request.url()));
    const link = `${companion.origin}/${linked('framed', { provider: 'gemini' })}`;
    await frame.goto(link.replace('#', '?embed#'));
    await expect(frame.locator('html')).toHaveAttribute('data-state', 'ready');
    await expect(frame.getByLabel('ATIP document')).toContainText('framed');
    await expect(frame.getByLabel('Tools for Gemini')).toContainText('framed_go');
    const out = frame.getByRole('link', { name: 'Open in the workbench' });
    await expect(out).toHaveAttribute('href', link);
    // A page that was opened must not steer the one that opened it.
    await expect(out).toHaveAttribute('rel', 'noopener');
    await expect(frame.locator('textarea, input, [contenteditable]')).toHaveCount(0);
    expect(asked.filter((url) => !url.startsWith(`${companion.origin}/`) || url.includes('/api/'))).toStrictEqual([]);
    const kept = await frame.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()),
    ]);
    expect(kept).toStrictEqual([]);
    expect(await faultsIn(frame)).toStrictEqual([]);
    await frame.setViewportSize({ width: 320, height: 480 });
    await expect(frame.getByLabel('Tools for Gemini')).toBeInViewport();
    await expect(frame.getByLabel('ATIP document')).toBeInViewport();
    expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await frame.goto(`${companion.origin}/?embed`);
    await expect(frame.getByRole('alert')).toContainText('carries no document');
    await context.close();
  });
});
