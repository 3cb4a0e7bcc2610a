// The baseline of the companion: Hono, and the same answer.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const answer = JSON.parse(process.env.ANSWER);
const app = new Hono();
app.get('/tools/:name', (context) => context.json(answer));
app.post('/compile', async (context) => {
  await context.req.json();
  return context.json(answer);
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`http://127.0.0.1:${port}\n`),
);
