import { expect, PLANTED_SECRET, test } from './companion.ts';
import { builtPage, startPageServer } from './page-server.ts';
import { startField } from './page.ts';

test('a shell line and output to redact: views of their own, on a page without a companion', async ({
  page,
  browser,
}) => {
  const server = await startPageServer(builtPage);
  const view = page.getByRole('main');
  const verdict = page.getByRole('region', { name: 'Verdict' });
  const field = page.getByRole('textbox', { name: 'A shell line' });
  const parts = page.getByRole('list', { name: 'Parts of the line' }).locator(':scope > li');
  /** The stretches of the line that are marked in a way. */
  const marked = (name: string): Promise<readonly string[]> =>
    page.evaluate((mark) => {
      const ranges = [...(CSS.highlights.get(mark) ?? [])] as StaticRange[];
      return ranges.map((one) => (one.startContainer.textContent ?? '').slice(one.startOffset, one.endOffset));
    }, name);

  await test.step('the start field opens a line; the reader is loaded only then', async () => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto(server.origin);
    await startField(page).fill('git log | tee out.txt');
    await expect(page.locator('#start-found')).toContainText('A shell line with git');
    const isLine = (url: string): boolean => /\/(?:Line|tee)-[^/]*\.js$/.test(url);
    expect(loaded.filter(isLine)).toStrictEqual([]);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(field).toHaveValue('git log | tee out.txt');
    await expect(verdict).toHaveAttribute('data-verdict', /allow|confirm/);
    await expect(parts).toHaveCount(2);
    expect(loaded.filter(isLine)).toHaveLength(2);
  });

  await test.step('a typed line gets its decision and its parts: what each does, why, and what bash would start', async () => {
    await field.fill('');
    await page.keyboard.type('git status; sudo rm -rf $HOME');
    await expect(verdict).toHaveAttribute('data-verdict', 'confirm');
    await expect(verdict.getByRole('status')).toContainText('rm deletes files, and nothing brings them back.');
    await expect(verdict).toHaveAttribute('aria-busy', 'false');
    await expect(parts).toHaveText([/git.*status.*Runs/, /sudo ›.*rm.*-rf.*Asks first/]);
    const words = page.getByRole('list', { name: 'Words of part 2' }).getByRole('listitem');
    await expect(words).toHaveText(['sudo ›', 'rm', '-rf', '$HOME a home directory']);
    await expect(parts.nth(1).getByRole('list', { name: 'Effects' })).toContainText('as root');
    await expect(parts.nth(1)).toContainText('By the setting “destroys data for good”.');
    expect(await marked('line-harm')).toStrictEqual(['sudo rm -rf $HOME']);
    expect(await marked('line-part')).toContain('git status');
    await page.keyboard.type('xyz');
    await expect.poll(() => marked('line-harm')).toStrictEqual(['sudo rm -rf $HOMExyz']);
  });

  await test.step('what is not understood is asked about and marked; the examples are there, and one is read', async () => {
    await field.fill('ls; eval "$X"');
    await expect(verdict).toHaveAttribute('data-verdict', 'confirm');
    await expect.poll(() => marked('line-unread')).toStrictEqual(['eval "$X"']);
    await field.fill('');
    const examples = page.getByRole('button').filter({ has: page.locator('code') });
    await expect(examples).toHaveCount(12);
    await examples.nth(3).click();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('sort -o /etc/passwd names');
    await expect(parts).toHaveCount(1);
  });

  await test.step('a pasted secret is named by its rule and hidden, and the address carries nothing that was pasted', async () => {
    await page.getByRole('button', { name: 'Back to the start' }).click();
    await page.getByRole('button', { name: 'Redact output' }).click();
    const pasted = page.getByRole('textbox', { name: 'Output of a tool' });
    await pasted.fill('nothing of note\n');
    await expect(view.getByRole('status').first()).toContainText('No rule found a secret.');
    await pasted.fill(`start\ndeployed with ${PLANTED_SECRET} end\n`);
    await expect(view.getByText('github-token: 1, first in line 2')).toBeVisible();
    const result = page.getByRole('region', { name: 'The model gets' });
    await expect(result).toContainText('with [REDACTED] end');
    await expect(result).not.toContainText(PLANTED_SECRET);
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(startField(other)).toHaveValue('');
    await context.close();
    await page.reload();
    await expect(pasted).toHaveValue(/ghp_/);
  });
  // The page still loads files, which would fail when the server is gone.
  await page.goto('about:blank');
  await server.close();
});
