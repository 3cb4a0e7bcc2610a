import type { Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { documentOf, LARGE_COUNT, largeDocument } from './documents.ts';
import { downloadOutput, focusEditor, openPlayground, output, pasteDocument, storedDrafts } from './page.ts';

async function expectEveryProvider(page: Page, count: number): Promise<void> {
  for (const provider of ['OpenAI', 'Responses', 'Anthropic', 'Gemini', 'MCP', 'Bedrock']) {
    await page.getByRole('combobox', { name: 'Provider' }).selectOption({ label: provider });
    await expect(output(page).getByLabel(`Tools for ${provider}`)).toBeVisible();
    await expect(output(page)).toContainText(`${count} tools`);
    expect(await downloadOutput(page)).toHaveLength(count);
  }
}

test('a pasted document of 167 commands compiles for each provider', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, largeDocument());
  await expectEveryProvider(page, LARGE_COUNT);
  await page.getByRole('combobox', { name: 'Provider' }).selectOption({ label: 'OpenAI' });
  await expect(output(page)).toContainText("39 over OpenAI's limit");
});

test('a broken document keeps the last good output, says where it broke, and loses nothing', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  const before = await output(page).getByLabel('Tools for OpenAI').textContent();
  await focusEditor(page);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('oops ');
  await expect(output(page)).toHaveAttribute('data-stale', 'true');
  expect(await output(page).getByLabel('Tools for OpenAI').textContent()).toBe(before);
  await expect(page.locator('[data-part=problems] .problem').first()).toContainText('1:1');
  await expect(output(page).getByRole('button', { name: 'Copy last good' })).toBeVisible();
  await output(page).getByLabel('Tools for OpenAI').focus();
  await page.keyboard.press('ArrowDown');
  const reason = output(page).getByRole('region').getByRole('status');
  await expect(reason).toHaveText('Where line 1 comes from is known once the document has no errors.');
  await page.reload();
  await expect(page.locator('[data-part=editor]')).toContainText('oops');
  // Typed text is kept, however fast.
  await pasteDocument(page, '{"atip":"0.3","name":"t","version":"1","description":""}');
  await focusEditor(page);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const typed = 'the quick brown fox jumps over the lazy dog 0123456789 '.repeat(4);
  await page.keyboard.type(typed, { delay: 0 });
  await expect.poll(() => storedDrafts(page)).toContain(typed.trimEnd());
});

test('a document of 5 MiB is refused, and the page goes on', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await pasteDocument(page, `{"x":"${'a'.repeat(5 * 1024 * 1024)}"}`);
  await expect(page.locator('[data-part=problems] .problem-error').first()).toContainText(/at most 4194304/);
  await page.getByRole('button', { name: /^Document: / }).click();
  await page.getByRole('menuitem', { name: /hello/i }).click();
  await expect(output(page)).toHaveAttribute('data-stale', 'false');
  await expect(output(page)).toContainText('1 tool');
});

test('a document that compiles for too long is given up, the page says so, and the next edit compiles', async ({
  companion,
  page,
  context,
}) => {
  await context.route('**/compile.worker-*.js', async (route) => {
    const body = await (await route.fetch()).text();
    const hang =
      "self.addEventListener('message', (e) => { if (e.data.question.text.includes('HANG')) { self.postMessage({ state: 'begun', id: e.data.id, kind: 'compile' }); for (;;); } });";
    await route.fulfill({ contentType: 'text/javascript', body: `${hang}\n${body}` });
  });
  await openPlayground(page, companion.link);
  await pasteDocument(page, documentOf('HANG'));
  await expect(page.locator('html')).toHaveAttribute('data-state', 'busy');
  await expect(page.getByText('took too long and was stopped').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await pasteDocument(page, documentOf('quick'));
  await expect(output(page)).toContainText('quick_go');
});
