import type { Locator, Page } from '@playwright/test';
import { expect, PLANTED_SECRET, test } from './companion.ts';
import { copyShareLink, openPlayground } from './page.ts';

async function openFilter(page: Page, link: string): Promise<Locator> {
  await openPlayground(page, link);
  await page.getByRole('tab', { name: 'Filter', exact: true }).click();
  const panel = page.locator('[data-part=filter]');
  await expect(panel.getByRole('button', { name: 'Insert an example' })).toBeVisible();
  return panel;
}

test('a pasted secret is hidden, named by its rule, and not in what the model gets', async ({ companion, page }) => {
  const panel = await openFilter(page, companion.link);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `start\ndeployed with ${PLANTED_SECRET} end\n`);
  await panel.getByRole('textbox', { name: 'Output of a tool' }).click();
  await page.keyboard.press('ControlOrMeta+V');
  const before = panel.getByRole('region', { name: 'Output with secrets marked' });
  await expect(before.locator('mark')).toContainText('github-token, line 2');
  await expect(before).not.toContainText(PLANTED_SECRET);
  await expect(panel.getByRole('region', { name: 'What the model gets' })).toContainText('with [REDACTED] end');
  await panel.getByRole('button', { name: /^line 2\s?, github-token$/ }).click();
  await expect(before.locator('mark')).toBeFocused();
  await panel.getByRole('switch', { name: 'Show secrets' }).check();
  await expect(before).toContainText(PLANTED_SECRET);
});

test('no boundary changes what leaves, and two hundred sets of them are tried', async ({ companion, page }) => {
  const panel = await openFilter(page, companion.link);
  await panel.getByRole('button', { name: 'Insert an example' }).click();
  const verdict = panel.getByRole('status', { name: 'What the stream came to' });
  for (const size of ['1', '7', '4,096', 'Random', 'One boundary']) {
    await panel.getByRole('radio', { name: size, exact: true }).check({ force: true });
    await expect(verdict).toContainText('equals what the filter makes of the whole text');
    await expect(verdict).toContainText('No chunk that left held a piece of any of the 6 secrets');
  }
  await panel.getByRole('button', { name: 'Shuffle 200 boundary sets' }).click();
  await expect(panel.getByText('200 of 200 sets gave the whole text’s result')).toBeVisible();
});

test('patterns are tried while they are typed, refused ones say why, and no link carries them', async ({
  companion,
  page,
}) => {
  const panel = await openFilter(page, companion.link);
  await panel.getByRole('button', { name: 'Insert an example' }).click();
  await panel.getByText('Options and patterns').click();
  await panel.getByRole('button', { name: 'Add a pattern' }).click();
  const pattern = panel.getByRole('textbox', { name: 'Pattern 1', exact: true });
  await pattern.fill('CUST-\\d+');
  await expect(panel.getByText('1 match in the text as it was pasted')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'What the model gets' })).not.toContainText('CUST-204817');
  const link = await copyShareLink(page);
  await pattern.fill('(a+)+$');
  await expect(panel.getByText('Refused:')).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('atip.filter.v1'));
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('tab', { name: 'Filter', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('[data-part=filter]').getByText('Options and patterns (')).toHaveCount(0);
});
