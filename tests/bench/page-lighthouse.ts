import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse, { type Config, desktopConfig, type Result } from 'lighthouse';
import { BROWSER } from './page-browser.ts';
import type { Row } from './row.ts';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const FIGURES: Readonly<Record<string, string>> = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  SI: 'speed-index',
};

/** What Lighthouse says of a page, with both of its presets; each score is the median of three runs. @param url the page's. */
export async function lighthouseRows(url: string): Promise<Row[]> {
  const port = await freePort();
  // Lighthouse asks whether the page can be kept for "back"; Playwright forbids that by a flag.
  const browser = await chromium.launch({
    ...BROWSER,
    args: [...BROWSER.args, `--remote-debugging-port=${port}`],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    return [...(await rowsOf(url, port, 'mobile', undefined)), ...(await rowsOf(url, port, 'desktop', desktopConfig))];
  } finally {
    await browser.close();
  }
}

async function rowsOf(url: string, port: number, preset: string, config: Config | undefined): Promise<Row[]> {
  const results: Result[] = [];
  while (results.length < RUNS) {
    const flags = { port, logLevel: 'error', onlyCategories: CATEGORIES } as const;
    const run = await lighthouse(url, flags, config);
    if (run === undefined || run.lhr.runtimeError)
      throw new Error(`Lighthouse failed: ${run?.lhr.runtimeError?.message}`);
    results.push(run.lhr);
  }
  return CATEGORIES.map((category) => {
    const scores = results.map(({ categories }) => categories[category]?.score ?? 0);
    const figures = category === 'performance' ? `${figuresOf(results)}; ` : '';
    const detail = `${scores.map((score) => Math.round(score * 100)).join(', ')}; ${figures}${costsOf(results, category)}`;
    return {
      id: `lighthouse-${preset}-${category}`,
      what: `Lighthouse, ${preset}: ${category}`,
      value: Math.round(median(scores) * 100),
      unit: 'points',
      detail,
    };
  });
}

function figuresOf(results: readonly Result[]): string {
  const figures = Object.entries(FIGURES).map(([short, id]) => {
    const value = median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    return `${short} ${short === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`}`;
  });
  const scripts = Math.round(median(results.map(scriptBytes)) / 1000);
  // How fast Lighthouse found the machine: 1,500 and more is a desktop that has nothing else to do.
  const speed = results.map(({ environment }) => Math.round(environment.benchmarkIndex));
  return [...figures, `scripts sent ${scripts} kB`, `benchmark index ${speed.join(', ')}`].join(', ');
}

/** Bytes of all scripts as they came over the wire, workers' not counted. */
function scriptBytes({ audits }: Result): number {
  const details = audits['network-requests']?.details;
  const items = details?.type === 'table' ? details.items : [];
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0);
}

/** The audits that took points from a category in any of the runs, with what Lighthouse says of them. */
function costsOf(results: readonly Result[], category: string): string {
  const costs = new Map<string, string>();
  for (const { audits, categories } of results) {
    for (const { id, weight } of categories[category]?.auditRefs ?? []) {
      const { score = null, displayValue = '' } = audits[id] ?? {};
      if (weight > 0 && score !== null && score < 1) costs.set(id, displayValue ? `${id} (${displayValue})` : id);
    }
  }
  return costs.size === 0 ? 'nothing took points' : `points went to ${[...costs.values()].join(', ')}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
