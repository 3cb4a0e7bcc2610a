import { expect, test } from './companion.ts';
import { openPlayground } from './page.ts';

test.use({ fresh: true });

test('one link unlocks the tabs that are open already; a tab that comes later needs none', async ({
  companion,
  page,
}) => {
  const sibling = await page.context().newPage();
  await openPlayground(sibling, companion.origin);
  await sibling.getByRole('button', { name: /Connect this computer$/ }).click();
  await expect(sibling.getByRole('dialog', { name: 'Connect this computer' })).toContainText(
    'This page has no key to the companion yet.',
  );
  await openPlayground(page, companion.link);
  await expect(page.getByRole('button', { name: /This computer$/ })).toBeVisible();
  await expect(sibling.getByRole('dialog', { name: 'This computer' })).toBeVisible();
  const later = await page.context().newPage();
  await openPlayground(later, companion.origin);
  await expect(later.getByRole('button', { name: /This computer$/ })).toBeVisible();
});

test('Ctrl+S on one’s own machine offers the file, and says why', async ({ companion, page }) => {
  await openPlayground(page, companion.link);
  await page.keyboard.press('ControlOrMeta+S');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toContainText('This page is on your own computer, so a link opens only here.');
  await expect(dialog.getByRole('radio', { name: 'File' })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Download git.atip.json' })).toBeEnabled();
  await expect(dialog.getByRole('radio', { name: 'Embed' })).toHaveCount(0);
});
