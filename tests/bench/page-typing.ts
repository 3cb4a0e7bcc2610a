import type { Page } from '@playwright/test';
import { type TypedDocument, hugeDocument, longDocument } from './page-documents.ts';
import { installProbe, type KeyTimes } from './page-probe.ts';
import { atMost, type Ratio } from './ratio.ts';

const KEYS = 100;
const WARM_UP = 10;
/** Ms between two key presses: about eight in a second. */
const PACE = 125;
/** Characters of the second stretch, typed whether or not the page keeps up. */
const FLOW = 40;

/**
 * Types into a description of a long and of a huge document, by real key events, and waits for what each key brings about.
 *
 * @param page shows the page, not yet opened. @param link of a companion.
 */
export async function typingRatios(page: Page, link: string): Promise<Ratio[]> {
  await page.addInitScript(installProbe);
  await page.goto(link);
  await page.locator('html[data-state=ready]').waitFor();
  await page.locator('[data-part=editor] .monaco-editor').first().waitFor();
  return [...(await ratiosOf(page, longDocument(), 50)), ...(await ratiosOf(page, hugeDocument(), 200))];
}

/** @param bound ms from key to output. */
async function ratiosOf(page: Page, document: TypedDocument, bound: number): Promise<Ratio[]> {
  const { name, text } = document;
  await open(page, document);
  await page.keyboard.type('warm up ..'.slice(0, WARM_UP), { delay: PACE });
  await settle(page);
  await page.evaluate(() => window.probe?.takeLongTasks());
  const [times, idle]: [KeyTimes[], number[]] = [[], []];
  while (times.length < KEYS) {
    times.push(await press(page, 'e', 'output'));
    // What a key costs here that does nothing: the browser's share, and what else the machine does.
    if (times.length % 4 === 0) idle.push((await press(page, 'Shift', 'frame')).painted);
  }
  await page.keyboard.type('typed without waiting '.repeat(2).slice(0, FLOW), { delay: PACE });
  await settle(page);
  const tasks = (await page.evaluate(() => window.probe?.takeLongTasks())) ?? [];
  const baseline = await page.evaluate(timeParsing, text);
  const [painted, changed] = [times.map((each) => each.painted), times.map((each) => each.changed)];
  const show = (values: readonly number[]): string => `${quantile(values, 0.5)} and ${quantile(values, 0.95)} ms`;
  return [
    atMost(
      1,
      `key press → painted output, ${name}, 95th percentile over ${bound} ms`,
      quantile(painted, 0.95) / bound,
      `median and 95th percentile ${show(painted)}, in the document after ${show(changed)}; a key that does nothing ${show(idle)}; ${KEYS} keys, ${text.length} characters; JSON.parse of them ${baseline.toFixed(1)} ms`,
    ),
    atMost(
      0,
      `main-thread tasks over 50 ms while typing, ${name}, over the keys`,
      tasks.length / (KEYS + FLOW),
      `${tasks.length} with ${KEYS + FLOW} keys, the longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
    ),
  ];
}

/** Puts the document in the editor as a person does, and the cursor into its first description. */
async function open(page: Page, { name, text, commands }: TypedDocument): Promise<void> {
  await page.locator('[data-part=editor] .monaco-editor .view-lines').first().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('ControlOrMeta+V');
  const count = new RegExp(`\\b${commands.toLocaleString('en').replace(',', ',?')} tools`);
  await page.locator('[data-part=output]', { hasText: count }).waitFor({ timeout: 60_000 });
  const line = text.split('\n').findIndex((each) => each.startsWith('  "description": "'));
  if (line < 0) throw new Error(`${name} has no description to type into.`);
  await page.keyboard.press('ControlOrMeta+Home');
  for (let down = 0; down < line; down++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  for (const _ of '",') await page.keyboard.press('ArrowLeft');
}

/** Presses a key at the pace; ms until what follows from it is painted. */
async function press(page: Page, key: string, follows: 'output' | 'frame'): Promise<KeyTimes> {
  await page.evaluate((what) => window.probe?.arm(what), follows);
  const next = performance.now() + PACE;
  await page.keyboard.press(key);
  const times = await page.evaluate(() => window.probe?.painted());
  if (times === undefined) throw new Error('The page has lost its probe.');
  await page.waitForTimeout(Math.max(0, next - performance.now()));
  return times;
}

/** Until the page has nothing left to do that it says, and a moment longer. */
async function settle(page: Page): Promise<void> {
  await page.locator('html[data-state=ready]').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(500);
}

/** Runs in the page: ms of parsing a text, the median of nine times. */
function timeParsing(text: string): number {
  const times = Array.from({ length: 9 }, () => {
    const started = performance.now();
    JSON.parse(text);
    return performance.now() - started;
  });
  return times.toSorted((a, b) => a - b)[4] ?? Number.NaN;
}

/** Rounded to a tenth. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN) * 10) / 10;
}
