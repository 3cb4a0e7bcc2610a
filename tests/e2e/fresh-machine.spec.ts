import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { listShims } from '@atip/catalog';
import { expect, test } from './companion.ts';
import { responseWithCall } from './documents.ts';
import { openPlayground } from './page.ts';

// Each has tools of its own.
test.use({ fresh: true });

/** Everyday tools that every Debian has, `git` besides. */
const EXPECTED = `cat chmod cp cut date df diff du find git grep head ls mkdir
  mv ps rm sed sort stat tail tar tee touch tr uniq wc xargs`.split(/\s+/);

test('with no configuration, Discover has the everyday tools of a machine, and one runs in the sandbox', async ({
  companion,
  page,
}) => {
  // As on a machine that nobody has set up: not even a shim of the user's.
  rmSync(join(companion.repository, '../data'), { recursive: true });
  await openPlayground(page, companion.link);
  await page.getByRole('button', { name: 'This computer', exact: true }).click();
  const panel = page.locator('[data-part=companion]');
  await panel.getByRole('button', { name: 'Discover tools' }).click();
  await expect(panel.getByRole('status').first()).toHaveText(
    /^\d+ tools; [\d,]+ programs read, \d+ asked, \d+\.\d s$/,
    {
      timeout: 30_000,
    },
  );
  const rows = panel.getByRole('listitem').filter({ hasText: 'workbench' });
  const names = (await rows.allInnerTexts()).map((text) => text.split(/\s/)[0] ?? '');
  expect(EXPECTED.filter((name) => !names.includes(name))).toStrictEqual([]);
  expect(names.filter((name) => !listShims().includes(name))).toStrictEqual([]);

  await panel.getByRole('button', { name: 'Open git as document' }).click();
  await page.getByRole('tab', { name: 'Try it' }).click();
  await page
    .getByRole('textbox', { name: 'A model’s answer' })
    .fill(responseWithCall('call_1', 'git_log', { 'max-count': 2, oneline: true }));
  const calls = page.locator('[data-part=try]');
  await expect(calls.getByRole('region', { name: 'Command line' })).toContainText('--oneline');
  await calls.getByRole('button', { name: /^Run/ }).first().click();
  await expect(calls.locator('[data-phase=done]')).toBeVisible();
  const output = calls.getByRole('region', { name: 'Output of the process' });
  await expect(output).toContainText('second commit');
});
