// What Hono costs alone, in a process of its own: one route that sends bytes it has, and one that sends them as a text,
// which is encoded each time, as it is for whoever answers with what was just made.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const [, , file = ''] = process.argv;
const bytes = new Uint8Array(readFileSync(file));
const text = readFileSync(file, 'utf8');
const headers = { 'content-type': 'application/json' };
const app = new Hono()
  .post('/bytes', (c) => c.body(bytes, 200, headers))
  .post('/text', (c) => c.body(text, 200, headers));
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
process.on('SIGTERM', () => server.close(() => process.exit(0)));
