import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { operation, provide } from './operation.ts';
import { answerErrors } from './problem.ts';
import { object, text } from './schema.ts';

const NAMED = object('Named', { name: text() });

test.each([
  ['a body', { body: NAMED }, 'POST'],
  ['a query', { query: NAMED }, 'GET'],
])('a route whose check of %s was not compiled answers nothing', async (_name, described, method) => {
  const reported: unknown[] = [];
  const app = new Hono()
    .onError(answerErrors((error) => reported.push(error)))
    .use(provide({}, { other: { body: () => true, query: () => true } }))
    .all('/', operation('named', 'Says a name', { ...described, answer: NAMED }), (c) => c.var.answer({ name: 'a' }));
  const body = method === 'POST' ? '{}' : null;
  const response = await app.request('/', { method, body, headers: { 'content-type': 'application/json' } });
  expect([response.status, reported]).toStrictEqual([500, [new Error('named is not compiled: npm run build')]]);
});
