import { resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { createBenchMachine } from './companion-machine.ts';
import { startServer } from './companion-process.ts';
import { BROWSER } from './page-browser.ts';
import { lighthouseRatios } from './page-lighthouse.ts';
import { gzippedSum, measurePage } from './page-sizes.ts';
import { typingRatios } from './page-typing.ts';
import { atMost, type Ratio } from './ratio.ts';
import { sizeTable } from './sizes.ts';

/** Bytes with gzip that the page may start with. */
const ENTRY_LIMIT = 150_000;
/** Bytes with gzip; files below are one sample each, most of them, and many. */
const WORTH_A_ROW = 10_000;

/** The built page as the built companion serves it: what it starts with, how fast it follows typing, and Lighthouse. */
export async function pageBench(): Promise<Ratio[]> {
  const { entry, styles } = await measurePage(resolve('.'));
  const size = gzippedSum(entry);
  const detail = `${size} bytes in ${entry.length} files; styles ${gzippedSum(styles)}`;
  const ratios = [atMost(1, 'scripts that the page starts with, gzipped, over 150 kB', size / ENTRY_LIMIT, detail)];
  const machine = createBenchMachine();
  const cli = resolve('packages/cli/dist/main.js');
  const args = [cli, 'serve', '--port', '0', '--no-open', '--cwd', machine.cwd];
  const companion = await startServer(args, machine.env, machine.cwd);
  try {
    ratios.push(...(await lighthouseRatios(`${companion.link.origin}/`)));
    ratios.push(...(await withPage((page) => typingRatios(page, companion.link.href))));
  } finally {
    await companion.stop();
    machine.remove();
  }
  return ratios;
}

/** What the page loads when something needs it, the largest first. */
export async function pageTable(): Promise<string> {
  const { lazy } = await measurePage(resolve('.'));
  const small = lazy.filter(({ gzipped }) => gzipped < WORTH_A_ROW);
  const rest = {
    name: `${small.length} more`,
    bytes: small.reduce((sum, { bytes }) => sum + bytes, 0),
    gzipped: gzippedSum(small),
  };
  return sizeTable([...lazy.filter((size) => !small.includes(size)), rest], 'file that comes later');
}

async function withPage<Value>(work: (page: Page) => Promise<Value>): Promise<Value> {
  const browser = await chromium.launch({ ...BROWSER, args: [...BROWSER.args] });
  try {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, permissions });
    return await work(page);
  } finally {
    await browser.close();
  }
}
