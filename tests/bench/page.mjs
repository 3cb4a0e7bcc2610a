/**
 * The page's speed, by hand: `node tests/bench/page.mjs [SAMPLE.json …]` after `npm run build`. Prints one table.
 *
 * Serves `web/dist` compressed with gzip from this process and opens it in Chromium with a fresh context for each value.
 * Values are medians of 5; typing is the 95th percentile of 40 keys (25 for documents beyond 500 kB), from the key to the
 * output that holds it. `LIGHTHOUSE=path/to/node_modules/lighthouse` adds its scores.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { encodeShare } from '../../packages/share/dist/index.js';

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const ROUNDS = 5;
const LARGE = 500_000;

const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://page').pathname;
  try {
    const body = readFileSync(join(DIST, path === '/' ? 'index.html' : path));
    const type = TYPES[extname(path)] ?? (path === '/' ? 'text/html' : 'application/octet-stream');
    const isText = /text|svg/.test(type);
    response.writeHead(200, { 'content-type': type, ...(isText && { 'content-encoding': 'gzip' }) });
    response.end(isText ? gzipSync(body) : body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--remote-debugging-port=9333'],
});

const ranked = (values) => values.toSorted((one, other) => one - other);
const quantile = (values, part) => ranked(values)[Math.min(values.length - 1, Math.floor(values.length * part))];
const median = (values) => quantile(values, 0.5);

async function firstLoad() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  let script = 0;
  page.on('response', async (response) => {
    if (!response.url().endsWith('.js') || /monaco|worker/.test(response.url())) return;
    script += gzipSync(await response.body()).length;
  });
  await page.addInitScript(() => {
    globalThis.seen = { lcp: 0, shift: 0, long: 0 };
    const watch = (type, take) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    watch('largest-contentful-paint', (entry) => (globalThis.seen.lcp = entry.startTime));
    watch('layout-shift', (entry) => (globalThis.seen.shift += entry.value));
    watch('longtask', (entry) => (globalThis.seen.long = Math.max(globalThis.seen.long, entry.duration)));
  });
  await page.goto(base);
  await page.waitForTimeout(400);
  const first = script;
  await page.waitForTimeout(2500);
  const seen = await page.evaluate(() => globalThis.seen);
  await context.close();
  return { ...seen, first };
}

const firstTool = (command) => (command.commands ? firstTool(Object.values(command.commands)[0]) : command);

/** Ms from each key to the output that holds it. */
async function typing(path) {
  const text = readFileSync(path, 'utf8');
  const document = JSON.parse(text);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(base + encodeShare({ documents: [{ name: `${document.name}.json`, text }], provider: 'openai' }));
  await page.locator('[data-part=editor] .monaco-editor .view-lines').first().waitFor();
  const keep = page.getByRole('button', { name: /keep as my draft/i });
  if (await keep.isVisible()) await keep.click();
  await page.locator('[data-part=output][data-revision]').first().waitFor();
  // Opening is measured elsewhere.
  await page.waitForTimeout(3000);
  // At the end of the description of the first command that is a tool: the output repeats it, a group's it does not.
  const offset = text.indexOf(
    `"description": ${JSON.stringify(firstTool(document).description)}`,
    text.indexOf('"commands"'),
  );
  const line = text.slice(0, offset).split('\n').length;
  await page.evaluate(() => {
    globalThis.long = [];
    new PerformanceObserver((list) =>
      globalThis.long.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
  });
  await page.locator('[data-part=editor] .monaco-editor .view-lines').first().click();
  await page.keyboard.press('Control+Home');
  for (let at = 1; at < line; at += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.evaluate(() => {
    globalThis.waited = [];
    let since = 0;
    addEventListener('keydown', () => (since = performance.now()), { capture: true });
    new MutationObserver(() => requestAnimationFrame(() => globalThis.waited.push(performance.now() - since))).observe(
      document.querySelector('[data-part=output]'),
      { attributeFilter: ['data-revision'] },
    );
  });
  for (let key = 1; key <= (text.length > LARGE ? 25 : 40); key += 1) {
    await page.keyboard.type('x');
    await page.waitForFunction((keys) => globalThis.waited.length >= keys, key);
    await page.waitForTimeout(300);
  }
  const values = await page.evaluate(() => globalThis.waited);
  const long = await page.evaluate(() => globalThis.long);
  await page.close();
  return {
    bytes: text.length,
    p50: quantile(values, 0.5),
    p95: quantile(values, 0.95),
    long: long.length,
    longest: Math.max(0, ...long),
  };
}

const loads = [];
for (let round = 0; round < ROUNDS; round += 1) loads.push(await firstLoad());
const of = (key) => median(loads.map((load) => load[key]));
console.log(`first JavaScript, gzip, without Monaco and workers: ${(of('first') / 1000).toFixed(1)} kB`);
console.log(
  `LCP ${of('lcp').toFixed(0)} ms, layout shift ${of('shift').toFixed(4)}, longest task at the start ${of('long').toFixed(0)} ms`,
);
for (const path of process.argv.slice(2)) {
  const { bytes, p50, p95, long, longest } = await typing(path);
  console.log(
    `${path} (${(bytes / 1000).toFixed(0)} kB): key to output p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; ${long} tasks over 50 ms, longest ${longest.toFixed(0)} ms`,
  );
}
if (process.env['LIGHTHOUSE']) {
  const { default: lighthouse, desktopConfig } = await import(
    pathToFileURL(join(process.env['LIGHTHOUSE'], 'core/index.js')).href
  );
  for (const [name, config] of [
    ['mobile', undefined],
    ['desktop', desktopConfig],
  ]) {
    const scores = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { lhr } = await lighthouse(base, { port: 9333, logLevel: 'error' }, config);
      scores.push(['performance', 'accessibility', 'best-practices'].map((id) => lhr.categories[id].score * 100));
      if (round === 0) {
        for (const audit of Object.values(lhr.audits))
          if (audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative')
            console.log(`  ${audit.id}: ${audit.displayValue ?? audit.title}`);
      }
    }
    console.log(`Lighthouse ${name}: ${[0, 1, 2].map((at) => median(scores.map((score) => score[at]))).join(' / ')}`);
  }
}
await browser.close();
server.close();
