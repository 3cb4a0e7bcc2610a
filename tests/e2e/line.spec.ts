import type { Locator, Page } from '@playwright/test';
import { expect, test } from './companion.ts';
import { builtPage, startPageServer } from './page-server.ts';
import { openPlayground } from './page.ts';

/** @returns the panel with an empty line, on a page with the git document */
async function openLine(page: Page, link: string): Promise<Locator> {
  await openPlayground(page, link);
  await page.getByRole('tab', { name: 'Try it' }).click();
  const panel = page.locator('[data-part=try]');
  await panel.getByRole('radio', { name: 'Shell line' }).check();
  return panel;
}

const field = (panel: Locator): Locator => panel.getByRole('textbox', { name: 'A shell line' });
const verdict = (panel: Locator): Locator => panel.getByRole('region', { name: 'Verdict' });
const parts = (panel: Locator): Locator => panel.getByRole('list', { name: 'Parts of the line' }).getByRole('listitem');
/** The stretches of the line in the colour of a kind. */
const coloured = (panel: Locator, tone: string): Locator => panel.locator(`.line-colours [data-tone=${tone}]`);

async function settled(panel: Locator): Promise<void> {
  await expect(panel.locator('[data-part=line]')).toHaveAttribute('data-pending', 'false');
}

test('a shell line, typed and pointed at', async ({ companion, page }) => {
  const panel = await openLine(page, companion.link);

  await test.step('a typed line gets its decision and its parts, each with what it does, why, and what bash would start', async () => {
    await field(panel).focus();
    await page.keyboard.type('git status; sudo rm -rf $HOME');
    await expect(verdict(panel)).toHaveAttribute('data-verdict', 'asks');
    await expect(verdict(panel).getByRole('status')).toContainText(
      'rm deletes for good: no bin keeps what it removes.',
    );
    await settled(panel);
    await expect(parts(panel)).toHaveText([/git status.*reads.*Runs/, /sudo.*rm -rf \$HOME.*destroys.*Asks/]);
    await expect(coloured(panel, 'reads')).toHaveText(['git status']);
    await expect(coloured(panel, 'destroys')).toHaveText(['sudo rm -rf $HOME']);
    const detail = panel.getByRole('region', { name: 'Part 2' });
    await expect(detail).toContainText('Decided by /');
    await expect(detail.getByRole('list', { name: 'Effects' })).toContainText('as root');
    await expect(detail).toContainText('sudo, which starts');
    await expect(detail.getByRole('list', { name: 'What bash would start' }).getByRole('listitem')).toHaveText([
      'rm',
      '-rf',
      '$HOME a home directory',
    ]);
    // By keyboard from the line: Clear stands before it, the policy behind it.
    await field(panel).focus();
    for (const name of ['Show the policy', /^1 ?git status/]) {
      await page.keyboard.press('Tab');
      await expect(panel.getByRole('button', { name })).toBeFocused();
    }
    await expect(panel.getByRole('region', { name: 'Part 1' })).toContainText('git status');
  });

  await test.step('pointing at the line, and moving the caret, shows that part; the next key leaves no colour behind', async () => {
    await field(panel).fill('ls && rm x');
    await settled(panel);
    await expect(panel.getByRole('region', { name: 'Part 2' })).toContainText('rm');
    const place = await coloured(panel, 'reads').boundingBox();
    if (place === null) throw new Error('The line has no colours.');
    await page.mouse.move(place.x + 4, place.y + 6);
    await expect(panel.getByRole('region', { name: 'Part 1' })).toContainText('ls');
    await page.mouse.move(place.x, place.y + 400);
    await expect(panel.getByRole('region', { name: 'Part 2' })).toBeVisible();
    await field(panel).focus();
    await page.keyboard.press('Home');
    await expect(panel.getByRole('region', { name: 'Part 1' })).toBeVisible();
    await page.keyboard.press('End');
    await page.keyboard.type('yz');
    await settled(panel);
    await expect(coloured(panel, 'destroys')).toHaveText(['rm xyz']);
    await panel.getByRole('button', { name: 'Clear' }).click();
    await expect(parts(panel)).toHaveCount(0);
    await expect(field(panel)).toBeFocused();
  });

  await test.step('what is not understood is asked about, named, and selected in the line', async () => {
    await field(panel).fill('ls; eval "$X"');
    await expect(verdict(panel)).toContainText('1 place not understood');
    const places = panel.getByRole('region', { name: 'Not understood' }).getByRole('listitem');
    await expect(places).toHaveCount(1);
    await places.getByRole('button').click();
    await expect(field(panel)).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('eval');
  });
});

test('a page without a companion takes a line, from its start field too; the reader is loaded only then', async ({
  page,
}) => {
  const server = await startPageServer(builtPage);
  try {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto(server.origin);
    await page.getByRole('textbox', { name: 'Paste anything that describes a tool' }).fill('git log | tee out.txt');
    await expect(page.getByText('A shell line of git')).toBeVisible();
    const before = loaded.splice(0);
    await page.getByRole('button', { name: /^Open/ }).click();
    const panel = page.locator('[data-part=try]');
    await expect(field(panel)).toHaveValue('git log | tee out.txt');
    await expect(verdict(panel)).toHaveAttribute('data-verdict', /runs|asks/);
    await expect(parts(panel)).toHaveCount(2);
    const isLine = (url: string): boolean => /\/(?:Line|tee)-[^/]*\.js$/.test(url);
    expect(before.filter(isLine)).toStrictEqual([]);
    expect(loaded.filter(isLine)).toHaveLength(2);
  } finally {
    // The page still loads files, which would fail when the server is gone.
    await page.goto('about:blank');
    await server.close();
  }
});
