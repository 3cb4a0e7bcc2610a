import { expect, test } from './companion.ts';
import { documentOf } from './documents.ts';
import { copyShareLink, openPlayground, output, pasteDocument } from './page.ts';

test('a link leaves the draft alone and one click brings it back; one that cannot be read says so', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  const gitLink = await copyShareLink(page);
  await pasteDocument(page, documentOf('mine'));
  await expect(output(page)).toContainText('mine_go');
  await page.goto('about:blank');
  await page.goto(gitLink);
  await expect(page.locator('[data-part=shared-document]')).toBeVisible();
  await expect(output(page)).toContainText('git_log');
  await page.getByRole('button', { name: 'Back to my draft' }).click();
  await expect(output(page)).toContainText('mine_go');
  for (const fragment of ['#v2.0.AAAA', '#v9.0.AAAA', '#v2.']) {
    await page.goto('about:blank');
    await page.goto(`${companion.origin}/${fragment}`);
    const notice = page.locator('[data-part=unreadable-link]');
    await expect(notice).toContainText('could not be read');
    await expect(notice.getByRole('button', { name: 'Copy the raw link' })).toBeVisible();
    await expect(output(page)).toContainText('mine_go');
  }
});

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
