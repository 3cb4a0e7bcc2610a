import type { Locator, Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, openTry } from './ask-to-delete.ts';
import { inBothSchemes, OF_COLOUR, OF_LAYOUT, violations } from './axe.ts';
import { expect, test } from './companion.ts';
import { type Place, PLACES } from './places.ts';

/** The parts that lie on top: only they differ from place to place. */
const ON_TOP = ['dialog[open]', '[role=menu]'] as const;

/** Walks from place to place. @returns by place what `look` found wrong there; places without a fault are absent */
async function walk(
  page: Page,
  places: readonly Place[],
  look: () => Promise<readonly string[]>,
): Promise<Record<string, readonly string[]>> {
  const faults: Record<string, readonly string[]> = {};
  page.setDefaultTimeout(10_000);
  for (const place of places) {
    await test.step(place.name, async () => {
      // The other places are worth knowing, too.
      const missed = await place.show(page).then(
        () => undefined,
        (error: unknown) => String(error).slice(0, 300),
      );
      if (missed !== undefined) {
        faults[place.name] = [missed];
        return;
      }
      const found = await look();
      if (found.length > 0) faults[place.name] = found;
    });
  }
  return faults;
}

/** The panes as they were looked at last, by their names. */
type Looked = Map<string, string>;

/** The dialog or menu; all panes where one is new, else those that are not as they were looked at: all take seconds each time. */
async function changedParts(page: Page, looked: Looked): Promise<readonly string[]> {
  for (const part of ON_TOP) if (await page.locator(part).first().isVisible()) return [part];
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main[data-pane], main [data-pane]')]
      .filter((pane) => pane.checkVisibility())
      .map((pane) => [`[data-pane=${pane.dataset['pane']}]`, pane.outerHTML] as const),
  );
  if (shown.length === 0) throw new Error('Nothing is shown.');
  const isNew = shown.some(([part]) => !looked.has(part));
  const changed = shown.filter(([part, html]) => looked.get(part) !== html);
  for (const [part, html] of changed) looked.set(part, html);
  return isNew ? ['main'] : changed.map(([part]) => part);
}

/** Menus and dialogs, which a wide window lays out in another way; the panels behind them are looked at beside each other. */
const ON_TOP_WHEN_WIDE = [
  'document-menu',
  'help-menu',
  'samples',
  'output-copy',
  'share',
  'keys',
  'palette',
  'companion',
];

/** A phone, a smaller one, whose layout is the same, and 1440 × 900 at 200 % zoom. */
const [PHONE, SMALL, ZOOMED] = [
  { width: 390, height: 844 },
  { width: 320, height: 700 },
  { width: 720, height: 450 },
];

test.describe(() => {
  // Its own companion: who stores a share that another test stored before is offered no Delete.
  test.use({ fresh: true });
  test('axe finds nothing on any panel or dialog, in light and in dark, and nothing runs out of the side', async ({
    companion,
    page,
  }) => {
    test.setTimeout(480_000);
    // Elements in transition have not arrived, and a colour on its way from one to another has the contrast of neither.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(companion.link);
    await expect(page.getByRole('region', { name: 'Tools to start from' })).toBeVisible();
    expect(await inBothSchemes(page)).toStrictEqual([]);
    await page.setViewportSize(PHONE);
    const looked: Looked = new Map();
    expect(await walk(page, PLACES, () => inNarrowWindows(page, looked))).toStrictEqual({});

    await test.step('in a wide window, which shows several panes at once', async () => {
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1440, height: 900 });
      const places = PLACES.filter(({ name }) => ON_TOP_WHEN_WIDE.includes(name));
      expect(places).toHaveLength(ON_TOP_WHEN_WIDE.length);
      const look = async () => inBothSchemes(page, await changedParts(page, new Map()));
      expect(await walk(page, places, look)).toStrictEqual({});
      await page.keyboard.press('Escape');
      for (const name of ['Safety', 'Try it', 'Diff', 'Output']) {
        await page.getByRole('tab', { name, exact: true }).click();
        await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
        expect.soft(await violations(page, [], OF_LAYOUT), name).toStrictEqual([]);
      }
      // Only a wide window has the bars between panes.
      expect(await inBothSchemes(page)).toStrictEqual([]);
    });
  });
});

/** Opening a place takes longer than looking at it in three sizes; axe reads one of them, since all have the same elements. */
async function inNarrowWindows(page: Page, looked: Looked): Promise<readonly string[]> {
  const found: string[] = [];
  for (const size of [SMALL, ZOOMED, PHONE]) {
    await page.setViewportSize(size);
    found.push(...(await tooWide(page)).map((one) => `${size.width} × ${size.height}: ${one}`));
  }
  const parts = await changedParts(page, looked);
  return [...found, ...(await inBothSchemes(page, parts))];
}

/** Elements that cannot be reached without moving the page, or the dialog over it, sideways. */
function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const named = [
      ...document.querySelectorAll<HTMLElement>(
        'dialog[open], dialog[open] > :not(input, .visually-hidden), main, header',
      ),
    ];
    const wide = [document.documentElement, ...named].filter((one) => one.scrollWidth > one.clientWidth + 1);
    const out = [
      ...document.querySelectorAll<HTMLElement>(
        'button, input, select, textarea, h1, :is(h2, h3):not(.visually-hidden)',
      ),
    ]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !isInScroller(one));
    return [...wide, ...out].map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`);

    function isInScroller(one: Element): boolean {
      for (let parent = one.parentElement; parent !== null; parent = parent.parentElement)
        if (/auto|scroll/.test(getComputedStyle(parent).overflowX)) return true;
      return false;
    }
  });
}

/** Ways to use the page beside a dialog: focused by a script, hit by a pointer, painted above it. */
async function reachBeside(dialog: Locator): Promise<{ focused: boolean; hit: boolean; modal: boolean }> {
  return dialog.evaluate((element) => {
    const beside = document.querySelector<HTMLElement>('header button');
    if (beside === null) throw new Error('There is no button in the header.');
    const { x, y, width, height } = beside.getBoundingClientRect();
    const before = document.activeElement;
    beside.focus();
    const focused = document.activeElement === beside;
    if (before instanceof HTMLElement) before.focus();
    // In the top layer nothing that the page itself paints can lie over it, whatever its z-index.
    const cover = document.createElement('div');
    cover.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647';
    document.body.append(cover);
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    const box = element.getBoundingClientRect();
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + 4);
    cover.remove();
    return {
      focused,
      hit: at !== element || !(over !== null && element.contains(over)),
      modal: element.matches(':modal'),
    };
  });
}

test('dialogs are modal to the browser itself and give the focus back; high contrast', async ({ companion, page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openTry(page, companion);

  await test.step('the question whether a program may run is modal to the browser itself', async () => {
    const dialog = await ask(page, ['old']);
    await expect(page.getByRole('alertdialog', { name: 'Run this command?' })).toBeVisible();
    expect(await reachBeside(dialog)).toStrictEqual({ focused: false, hit: false, modal: true });
    expect(await inBothSchemes(page)).toStrictEqual([]);
    await page.mouse.click(2, 2);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('a dialog is left by Escape and by its button, and the focus returns', async () => {
    const opener = page.getByRole('button', { name: 'Help', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Keys' }).press('Enter');
      await expect(dialog).toBeFocused();
      expect(await reachBeside(dialog)).toStrictEqual({ focused: false, hit: false, modal: true });
      await leave();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    }
  });

  await test.step('high contrast: chosen, or what a light or a dark system asks for', async () => {
    const colours = (): Promise<string[]> =>
      page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]);
    const high = { light: ['oklch(1 0 0)', 'oklch(0 0 0)'], dark: ['oklch(0 0 0)', 'oklch(1 0 0)'] };
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, contrast: 'more' });
      await expect.poll(colours).toStrictEqual(high[colorScheme]);
      // 7 : 1 instead of 4.5 : 1.
      expect(await violations(page, [], [...OF_COLOUR, 'color-contrast-enhanced'])).toStrictEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'dark', contrast: 'no-preference' });
    await expect.poll(colours).not.toStrictEqual(high.dark);
    for (const next of ['light', 'dark', 'high contrast']) {
      await page.getByRole('button', { name: 'Help', exact: true }).click();
      await page.getByRole('menuitem', { name: new RegExp(`^Theme: .*to ${next}$`) }).click();
    }
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
    await expect.poll(colours).toStrictEqual(high.dark);
  });
});

/** Where `npm run screenshots` wants what README and docs show. */
const PICTURES = process.env['ATIP_PICTURES'] ?? '';

const SETS = [
  {
    name: 'wide and light',
    size: { width: 1440, height: 780 },
    colorScheme: 'light',
    places: {
      start: 'page-start.png',
      output: 'page-output.png',
      safety: 'page-safety.png',
      try: 'page-try.png',
      redaction: 'page-redaction.png',
      diff: 'page-diff.png',
      share: 'page-share.png',
    },
  },
  {
    name: 'a phone',
    size: { width: 390, height: 844 },
    colorScheme: 'light',
    places: { outline: 'page-phone.png' },
  },
] as const;

// They are for people to look at, and prove nothing that other tests do not.
for (const { name, size, colorScheme, places } of PICTURES === '' ? [] : SETS) {
  test(`pictures for the documentation: ${name}`, async ({ companion, page }) => {
    test.setTimeout(120_000);
    mkdirSync(PICTURES, { recursive: true });
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(companion.link);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    const files = new Map<string, string>(Object.entries(places));
    for (const place of PLACES) {
      if (files.size === 0) break;
      await place.show(page);
      const file = files.get(place.name);
      if (file === undefined) continue;
      files.delete(place.name);
      await takePicture(page, join(PICTURES, file));
    }
    expect([...files.keys()]).toStrictEqual([]);
  });
}

/** Without the message of what was done last, and with nothing under the pointer. */
async function takePicture(page: Page, path: string): Promise<void> {
  await page.mouse.move(0, 0);
  const close = page.getByRole('button', { name: 'Close message' });
  if ((await page.locator('dialog[open]').count()) === 0 && (await close.isVisible())) await close.click();
  await page.screenshot({ path, animations: 'disabled' });
}
