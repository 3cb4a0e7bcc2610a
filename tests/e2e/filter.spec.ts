import { expect, PLANTED_SECRET, test } from './companion.ts';
import { copyShareLink, openPlayground } from './page.ts';

test('a pasted secret is named by its rule and hidden, and so is what a pattern finds; no link carries patterns', async ({
  companion,
  page,
}) => {
  await openPlayground(page, companion.link);
  await page.getByRole('tab', { name: 'Filter', exact: true }).click();
  const panel = page.locator('[data-part=filter]');
  const pasted = panel.getByRole('textbox', { name: 'Output of a tool' });
  await pasted.fill(`start\ndeployed with ${PLANTED_SECRET} end\n`);
  await expect(panel.getByText('1 possible secret, by 1 rule.')).toBeVisible();
  const result = panel.getByRole('region', { name: 'What the model gets' });
  await expect(result).toContainText('with [REDACTED] end');
  await expect(result).not.toContainText(PLANTED_SECRET);
  await panel.getByRole('button', { name: /^line 2\s?, github-token$/ }).click();
  await expect(pasted).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(PLANTED_SECRET);
  await pasted.fill('order CUST-204817\n');
  await panel.getByText('Your own secrets and patterns').click();
  const patterns = panel.getByRole('textbox', { name: /^Patterns/ });
  await patterns.fill('CUST-\\d+');
  await expect(panel.getByRole('region', { name: 'What the model gets' })).not.toContainText('CUST-204817');
  const link = await copyShareLink(page);
  await patterns.fill('(');
  await expect(panel.getByText('Refused:')).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('atip.filter.patterns'));
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('tab', { name: 'Filter', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page.locator('[data-part=filter]').getByText('Your own secrets and patterns').click();
  await expect(panel.getByRole('textbox', { name: /^Patterns/ })).toHaveValue('');
});
