import { expect, test } from './companion.ts';
import { openPlayground } from './page.ts';

test('the tour: three steps where they act, over for good, and again when asked for', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  const tour = page.getByRole('region', { name: 'Tour' });
  const next = tour.getByRole('button', { name: 'Next' });
  await expect(page.getByRole('region', { name: 'Document', exact: true }).locator(tour)).toContainText('1 of 3');
  await next.click();
  await expect(page.getByRole('region', { name: 'Result', exact: true }).locator(tour)).toContainText('2 of 3');
  await next.click();
  await expect(tour).toContainText('3 of 3');
  await tour.getByRole('button', { name: 'Open Calls' }).click();
  await expect(page.getByRole('tab', { name: 'Calls' })).toHaveAttribute('aria-selected', 'true');
  await expect(tour).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[data-part=calls]')).toBeVisible();
  await expect(tour).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('combobox', { name: 'Find a command' })).toBeFocused();
  await page.keyboard.type('show the tour');
  await page.keyboard.press('Enter');
  await expect(tour).toContainText('1 of 3');
  await tour.getByRole('button', { name: 'Skip' }).click();
  await expect(tour).toHaveCount(0);
});

test('on a phone each step brings its side into sight, and Skip is for good', async ({ companion, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(companion.origin);
  const tour = page.getByRole('region', { name: 'Tour' });
  await expect(tour).toContainText('1 of 3');
  await tour.getByRole('button', { name: 'Next' }).click();
  await expect(tour).toContainText('2 of 3');
  await expect(page.getByRole('button', { name: 'Result' })).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await tour.getByRole('button', { name: 'Skip' }).click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'ATIP document' })).toBeVisible();
  await expect(tour).toHaveCount(0);
});
