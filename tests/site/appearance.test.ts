// The built site in a browser: nothing asked of anybody else, nothing too wide, nothing that axe objects to, and a search that finds.
// ATIP_PICTURES=DIRECTORY also takes the picture of the front page.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from '../e2e/axe.ts';
import { findSite, ROOT } from './find-site.ts';
import { type SiteServer, serveSite } from './serve-site.ts';

const PAGES = [
  '/',
  '/tutorials/tool-author.html',
  '/reference/cli.html',
  '/api/core/functions/buildRequest.html',
] as const;
const LOOKS = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 1440, height: 900 },
  { colorScheme: 'light', width: 390, height: 844 },
] as const;

let server: SiteServer;
let browser: Browser;

beforeAll(async () => {
  server = await serveSite(findSite());
  browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** @throws Error when there is none, and none can be installed */
async function findChromium(): Promise<string> {
  const script = pathToFileURL(join(ROOT, 'scripts/find-chromium.mjs')).href;
  const { findChromium: find }: { findChromium: () => Promise<string | undefined> } = await import(script);
  const path = await find();
  if (path === undefined) throw new Error('There is no Chromium.');
  return path;
}

/** A page, and what went wrong on it: errors, warnings, and whatever was asked of another host. */
async function open(look: (typeof LOOKS)[number]): Promise<{ page: Page; complaints: string[] }> {
  const { width, height, colorScheme } = look;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/`)) complaints.push(`asked for ${request.url()}`);
  });
  return { page, complaints };
}

test.each(LOOKS)('$colorScheme, $width pixels wide', { timeout: 120_000 }, async (look) => {
  const { page, complaints } = await open(look);
  for (const path of PAGES) {
    await page.goto(`${server.url}${path}`, { waitUntil: 'load' });
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    const { violations } = await axe(page).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect({ path, tooWide, found }).toStrictEqual({ path, tooWide: 0, found: [] });
    await takePicture(page, path, look);
  }
  expect(complaints).toStrictEqual([]);
  await page.context().close();
});

test('the search finds an exported function, which opens', { timeout: 120_000 }, async () => {
  const { page, complaints } = await open(LOOKS[0]);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('buildCommandArray');
  const found = page.locator('.VPLocalSearchBox a.result[href^="/api/core/functions/buildCommandArray.html"]');
  await found.first().click();
  await page.getByRole('heading', { level: 1, name: 'buildCommandArray' }).waitFor();
  expect(complaints).toStrictEqual([]);
  expect(server.missing).toStrictEqual([]);
  await page.context().close();
});

async function takePicture(page: Page, path: string, { colorScheme, width }: (typeof LOOKS)[number]): Promise<void> {
  const pictures = process.env['ATIP_PICTURES'] ?? '';
  if (pictures === '' || path !== '/' || colorScheme !== 'light' || width !== 1440) return;
  await page.screenshot({ path: join(pictures, 'site.png'), animations: 'disabled' });
}
