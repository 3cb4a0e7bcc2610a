import { readFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
const DIST = process.argv[2];
const T = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const server = createServer((q, r) => {
  const p = new URL(q.url, 'http://x').pathname;
  const f = join(DIST, p === '/' ? 'index.html' : p);
  if (!existsSync(f)) return r.writeHead(404).end();
  const ct = T[extname(f)] ?? 'application/octet-stream';
  const text = /text|svg/.test(ct);
  if (process.env.BR && existsSync(f + '.br')) {
    r.writeHead(200, { 'content-type': ct, 'content-encoding': 'br' });
    return r.end(readFileSync(f + '.br'));
  }
  r.writeHead(200, { 'content-type': ct, ...(text && { 'content-encoding': 'gzip' }) });
  r.end(text ? gzipSync(readFileSync(f)) : readFileSync(f));
});
await new Promise((r) => server.listen(0, '127.0.0.1', r));
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--remote-debugging-port=9334'],
});
const { default: lighthouse } = await import('/tmp/lh/node_modules/lighthouse/core/index.js');
for (let i = 0; i < +(process.argv[3] ?? 1); i++) {
  const { lhr } = await lighthouse(`http://127.0.0.1:${server.address().port}/`, {
    port: 9334,
    logLevel: 'error',
    onlyCategories: ['performance'],
  });
  const a = lhr.audits;
  console.log(
    lhr.categories.performance.score * 100,
    [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'speed-index',
      'cumulative-layout-shift',
      'interactive',
    ]
      .map((k) => k + ' ' + a[k].displayValue)
      .join('; '),
  );
  if (i === 0) {
    console.log(
      JSON.stringify(
        a['largest-contentful-paint-element'].details?.items?.map((x) =>
          x.items?.map((y) => y.node?.snippet ?? [y.phase, y.timing | 0]),
        ),
      ),
    );
    console.log(
      a['network-requests'].details.items
        .map(
          (x) =>
            `${x.networkRequestTime | 0}-${x.networkEndTime | 0} ${x.transferSize} ${x.priority} ${x.url.split('/').pop()}`,
        )
        .join('\n'),
    );
  }
}
await b.close();
server.close();
