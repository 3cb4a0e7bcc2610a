import type { Page } from '@playwright/test';
import { documentOfSize, hugeDocument, longDocument, type TypedDocument } from './page-documents.ts';
import { installProbe, type KeyTimes } from './page-probe.ts';
import type { Growth, Row } from './row.ts';

const KEYS = 100;
/** Keys where only the median is asked for. */
const FEW = 30;
/** Characters of the documents that grow. */
const SIZES = [10_000, 100_000, 1_000_000];
const WARM_UP = 10;
/** Ms between two key presses: about eight in a second. */
const PACE = 125;
/** Characters of the second stretch, typed whether or not the page keeps up. */
const FLOW = 40;

/** What typing came to. */
export interface Typing {
  readonly rows: readonly Row[];
  readonly growth: Growth;
}

/** What was seen while somebody typed into one document; ms. */
interface Typed {
  readonly document: TypedDocument;
  readonly times: readonly KeyTimes[];
  /** Of keys that do nothing: the browser's share, and what else the machine does. */
  readonly idle: readonly number[];
  /** Tasks over 50 ms. */
  readonly tasks: readonly number[];
  readonly parsing: number;
}

/**
 * Types into a description of a long and of a huge document, by real key events, and waits for what each key brings about.
 *
 * @param page shows the page, not yet opened. @param link of a companion.
 */
export async function typingRows(page: Page, link: string): Promise<Typing> {
  await page.addInitScript(installProbe);
  await page.goto(link);
  await page.locator('html[data-state=ready]').waitFor();
  await page.locator('[data-part=editor] .monaco-editor').first().waitFor();
  const rows = [
    ...rowsOf('long', await type(page, longDocument(), KEYS)),
    ...rowsOf('huge', await type(page, hugeDocument(), KEYS)),
  ];
  const typed: Typed[] = [];
  for (const size of SIZES) typed.push(await type(page, documentOfSize(size), FEW));
  const line = (what: string, of: (one: Typed) => number): Growth['lines'][number] => ({
    what,
    unit: 'ms',
    values: typed.map(of),
  });
  const growth = {
    of: 'characters of the document',
    sizes: typed.map(({ document }) => document.text.length),
    lines: [
      line(`key press → painted output, median of ${FEW} keys`, ({ times }) =>
        quantile(
          times.map((each) => each.painted),
          0.5,
        ),
      ),
      line('a key that does nothing, median', ({ idle }) => quantile(idle, 0.5)),
    ],
  };
  return { rows, growth };
}

async function type(page: Page, document: TypedDocument, keys: number): Promise<Typed> {
  await open(page, document);
  await page.keyboard.type('warm up ..'.slice(0, WARM_UP), { delay: PACE });
  await settle(page);
  await page.evaluate(() => window.probe?.takeLongTasks());
  const [times, idle]: [KeyTimes[], number[]] = [[], []];
  while (times.length < keys) {
    times.push(await press(page, 'e', 'output'));
    // What a key costs here that does nothing: the browser's share, and what else the machine does.
    if (times.length % 4 === 0) idle.push((await press(page, 'Shift', 'frame')).painted);
  }
  await page.keyboard.type('typed without waiting '.repeat(2).slice(0, FLOW), { delay: PACE });
  await settle(page);
  const tasks = (await page.evaluate(() => window.probe?.takeLongTasks())) ?? [];
  const parsing = await page.evaluate(timeParsing, document.text);
  return { document, times, idle, tasks, parsing };
}

function rowsOf(id: string, { document, times, idle, tasks, parsing }: Typed): Row[] {
  const { name, text } = document;
  const show = (values: readonly number[]): string => `${quantile(values, 0.5)} and ${quantile(values, 0.95)} ms`;
  const changed = times.map((each) => each.changed);
  const painted = times.map((each) => each.painted);
  return [
    {
      id: `typing-${id}`,
      what: `key press → painted output, ${name}, 95th percentile`,
      value: quantile(painted, 0.95),
      unit: 'ms',
      baseline: { what: 'a key that does nothing', value: quantile(idle, 0.95) },
      detail: `median and 95th percentile ${show(painted)}, in the document after ${show(changed)}; ${KEYS} keys, ${text.length} characters; JSON.parse of them ${parsing.toFixed(1)} ms`,
    },
    {
      id: `long-tasks-${id}`,
      what: `main-thread tasks over 50 ms while typing, ${name}`,
      value: tasks.length,
      unit: '',
      detail: `with ${KEYS + FLOW} keys, the longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
    },
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
