import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import type { RuntimeReport } from '../report.ts';

/** ms for a browser to start and run the suite; a twentieth of it is enough on a quiet machine. */
const PATIENCE = 300_000;
const HEADERS = { 'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'" };

/** Serves a page that runs the suite, has `open` show it to a browser, and resolves to what the page sends back. */
export async function openPage(
  directory: string,
  open: (url: string, give: (error: Error) => void) => Promise<() => Promise<void>>,
): Promise<RuntimeReport> {
  const { promise, resolve, reject } = heard();
  // When the browser cannot be started, that is what is thrown, and nobody waits for its page any more.
  promise.catch(() => undefined);
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    if (request.method === 'POST' && request.url === '/report') {
      text(request).then(resolve, reject);
      response.end();
    } else if (isPage || request.url === '/page.js') {
      response.writeHead(200, { ...HEADERS, 'content-type': isPage ? 'text/html' : 'text/javascript; charset=utf-8' });
      response.end(
        isPage
          ? '<!doctype html><script type="module" src="/page.js"></script>'
          : readFileSync(join(directory, 'page.js')),
      );
    } else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const timer = setTimeout(() => reject(new Error('The page sent no report within five minutes.')), PATIENCE);
  try {
    const close = await open(`http://127.0.0.1:${port}/`, reject);
    try {
      const report: RuntimeReport | { readonly failed: string } = JSON.parse(await promise);
      if ('failed' in report) throw new Error(`The page failed: ${report.failed}`);
      return report;
    } finally {
      await close();
    }
  } finally {
    clearTimeout(timer);
    server.closeAllConnections();
    server.close();
  }
}

/** A promise with both its ends, as `Promise.withResolvers`, which Node 20 has not. */
function heard(): { promise: Promise<string>; resolve: (value: string) => void; reject: (reason: unknown) => void } {
  let ends: { resolve: (value: string) => void; reject: (reason: unknown) => void } | undefined;
  const promise = new Promise<string>((resolve, reject) => {
    ends = { resolve, reject };
  });
  if (ends === undefined) throw new Error('A promise that did not begin.');
  return { promise, ...ends };
}
