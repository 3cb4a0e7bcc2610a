import { expect, test } from './companion.ts';
import { copyShareLink, openPlayground, output, pasteDocument } from './page.ts';

const documentOf = (name: string): string =>
  `{"atip":"0.3","name":"${name}","version":"1","description":"d","commands":{"go":{"description":"Go"}}}`;

test('edits to a shared document come back with Undo after another link, and survive a reload then', async ({
  companion,
  page,
}) => {
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
  await expect(page.getByText('took too long and was stopped')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await pasteDocument(page, documentOf('quick'));
  await expect(output(page)).toContainText('quick_go');
});
