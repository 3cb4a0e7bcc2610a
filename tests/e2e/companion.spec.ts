import type { Locator, Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './axe.ts';
import { type Companion, expect, test } from './companion.ts';
import { openPlayground } from './page.ts';

// Each has tools of its own.
test.use({ fresh: true });

const DEMO = {
  atip: { version: '0.4' },
  name: 'atip-e2e-demo',
  version: '2.1.0',
  description: 'Greets people by name',
  commands: {
    greet: {
      description: 'Greet somebody',
      effects: { filesystem: { read: false, write: false, delete: false }, network: false, destructive: false },
    },
  },
};

/** Puts a program on the companion's PATH that describes itself. */
function install(companion: Companion): void {
  const lines = ['#!/bin/sh', '[ "$1" = --agent ] || exit 2', `cat <<'END'`, JSON.stringify(DEMO), 'END', ''];
  writeFileSync(join(companion.bin, DEMO.name), lines.join('\n'), { mode: 0o755 });
}

/** Many that do not answer when they are asked: the companion waits two seconds for each, four at a time. */
function installSilent(companion: Companion): void {
  const lines = ['#!/bin/sh', '# --agent', 'sleep 60', ''];
  for (let index = 0; index < 80; index++) {
    writeFileSync(join(companion.bin, `atip-e2e-silent-${index}`), lines.join('\n'), { mode: 0o755 });
  }
}

async function openPanel(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'This computer', exact: true }).click();
  return page.locator('[data-part=companion]');
}

/** The panel on a second tab, which has the key of the first. */
async function openSecondPanel(page: Page, companion: Companion): Promise<Locator> {
  const second = await page.context().newPage();
  await openPlayground(second, companion.origin);
  return openPanel(second);
}

test('one link connects; tools are found, and one page at a time looks for them', async ({
  companion,
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 409 .*\/api\/v1\/discoveries/);
  await openPlayground(page, companion.link);

  await test.step('Ctrl+S on one’s own machine offers the file, and says why', async () => {
    await page.keyboard.press('ControlOrMeta+S');
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await expect(dialog).toContainText('This page is on your own computer, so a link opens only here.');
    await expect(dialog.getByRole('radio', { name: 'File' })).toBeChecked();
    await expect(dialog.getByRole('button', { name: 'Download git.atip.json' })).toBeEnabled();
    await expect(dialog.getByRole('radio', { name: 'Embed' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('Discover finds a program that describes itself, reads it anew only when asked to, and opens its document', async () => {
    install(companion);
    const panel = await openPanel(page);
    const row = panel.getByRole('listitem').filter({ hasText: new RegExp(`^${DEMO.name}`) });
    await expect(panel.getByRole('listitem').filter({ hasText: /^git/ })).toContainText('your folder');
    await expect(row).toHaveCount(0);
    await panel.getByRole('button', { name: 'Discover tools' }).click();
    await expect(panel.getByRole('status').first()).toHaveText(
      /^\d+ tools?; [\d,]+ programs? read, \d+ asked, \d+\.\d s$/,
    );
    await expect(row).toContainText('the program');
    await expect(row).toContainText('1 command · ');
    const status = panel.getByRole('status').first();
    await panel.getByRole('button', { name: 'Discover tools' }).click();
    await expect(status).toContainText('; 0 programs read');
    await panel.getByRole('checkbox', { name: 'Read every program again' }).check();
    const asked = page.waitForRequest(/\/discoveries$/);
    await panel.getByRole('button', { name: 'Discover tools' }).click();
    expect((await asked).postDataJSON()).toStrictEqual({ refresh: true });
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(status).toHaveText('Cancelled before the end.');
    await panel.getByRole('searchbox', { name: 'Filter tools' }).fill('greets PEOPLE');
    await expect(panel.getByRole('button', { name: /^Open / })).toHaveCount(1);
    expect(await violations(page)).toStrictEqual([]);
    await panel.getByRole('button', { name: `Open ${DEMO.name} as document` }).click();
    await expect(page.getByRole('button', { name: `Document: ${DEMO.name}.json` })).toBeVisible();
    await expect(page.locator('[data-part=output]')).toContainText('Greet somebody');
  });

  await test.step('progress is shown in words, another page is refused meanwhile, and Cancel ends it', async () => {
    installSilent(companion);
    const panel = await openPanel(page);
    await panel.getByRole('checkbox', { name: 'Read every program again' }).uncheck();
    await panel.getByRole('button', { name: 'Discover tools' }).click();
    const progress = panel.getByRole('progressbar', { name: 'Discovery' });
    await expect(progress).toHaveAttribute('aria-valuetext', /^Asking programs about themselves: \d+ of \d+$/);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await openPanel(page);
    await expect(progress).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Discover tools' })).toBeDisabled();
    const other = await openSecondPanel(page, companion);
    await other.getByRole('button', { name: 'Discover tools' }).click();
    await expect(other.getByRole('status').first()).toContainText('A discovery is under way. Wait for it to end.');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel.getByRole('status').first()).toHaveText('Cancelled before the end.');
    await expect(progress).toHaveCount(0);
    // The companion gave up as well: the other page need not wait until all have been asked.
    await expect(async () => {
      await other.getByRole('button', { name: 'Discover tools' }).click();
      await expect(other.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^Asking/, { timeout: 3_000 });
    }).toPass();
  });
});

test('every test hears of a script that the policy stops, and of a request that leaves the origin', async ({
  companion,
  page,
  expectComplaint,
}) => {
  expectComplaint(/^Console: Outside the content security policy: script-src-elem inline/);
  expectComplaint(/violates/);
  expectComplaint(/^Foreign request: http:\/\/127\.0\.0\.1:1\/picture\.png$/);
  expectComplaint(/img-src/);
  await page.goto(companion.origin);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  const refused = page.waitForEvent('console', (message) => /img-src/.test(message.text()));
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('script'), { textContent: '0' }));
    new Image().src = 'http://127.0.0.1:1/picture.png';
  });
  await refused;
});
