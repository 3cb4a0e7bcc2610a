import { resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { createBenchMachine } from './companion-machine.ts';
import { startServer } from './companion-process.ts';
import { BROWSER } from './page-browser.ts';
import { lighthouseRows } from './page-lighthouse.ts';
import { gzippedSum, measurePage } from './page-sizes.ts';
import { typingRows } from './page-typing.ts';
import type { Measured, Row, Table } from './row.ts';
import { type Size, sizeTable } from './sizes.ts';

/** Bytes with gzip; files below are one sample each, most of them, and many. */
const WORTH_A_ROW = 10_000;

/** The built page as the built companion serves it: what it starts with, how fast it follows typing, and Lighthouse. */
export async function pageBench(): Promise<Measured> {
  const { entry, styles, lazy } = await measurePage(resolve('.'));
  const size = gzippedSum(entry);
  const detail = `${entry.length} files; styles ${gzippedSum(styles).toLocaleString('en')}`;
  const what = 'scripts that the page starts with, gzipped';
  const rows: Row[] = [{ id: 'start', what, value: size, unit: 'bytes', detail }];
  const machine = createBenchMachine();
  const cli = resolve('packages/cli/dist/main.js');
  const args = [cli, 'serve', '--port', '0', '--no-open', '--cwd', machine.cwd];
  const companion = await startServer(args, machine.env, machine.cwd);
  try {
    rows.push(...(await lighthouseRows(`${companion.link.origin}/`)));
    const typing = await withPage((page) => typingRows(page, companion.link.href));
    return { rows: [...rows, ...typing.rows], growth: [typing.growth], tables: [laterFiles(lazy)] };
  } finally {
    await companion.stop();
    machine.remove();
  }
}

/** What the page loads when something needs it, the largest first. */
function laterFiles(lazy: readonly Size[]): Table {
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
