import { Hono } from 'hono';
import type { PortableApp } from '../contract/portable-api.ts';
import { answerErrors, answerNotFound } from '../http/answer-errors.ts';
import { jsonBody } from '../http/json-body.ts';
import { jsonAnswer } from '../http/json-answer.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { PORTABLE_ROUTES } from '../openapi/portable-route-table.ts';
import {
  COMPILE_REQUEST,
  FILTER_REQUEST,
  PROMPT_REQUEST,
  SHARE_REQUEST,
  VALIDATE_REQUEST,
} from '../schemas/portable-schemas.ts';
import { withPortableApi } from '../with-api.ts';
import { createAnswerCache } from './answer-cache.ts';
import { compiledShare, type ShareOutcome } from './compiled-share.ts';
import { deleteShare } from './delete-share.ts';
import { findShare, getShare } from './find-share.ts';
import { noStore } from './no-store.ts';
import { openShare } from './open-share.ts';
import type { PortablePorts } from './portable-ports.ts';
import { compileSources, filterText, promptForSources, validateSource } from './portable-routes.ts';
import { storeShare } from './store-share.ts';

/** 16 MiB: a Worker has 128 for everything, and answers of `/compile` take twice as much of it. */
const COMPILED_BYTES = 16_777_216;

/**
 * Builds the routes that need no process and no file: the companion serves them, and so can an edge Worker, whole.
 *
 * It runs nothing, and asks for no token: whoever serves it puts that before it.
 */
export function createPortableApp(ports: PortablePorts): PortableApp {
  const { name, version, openApi, report } = ports;
  // Compiling costs more than anything else a request needs, and depends on nothing but the body.
  const answers = createAnswerCache();
  const compiled = createAnswerCache<ShareOutcome>(COMPILED_BYTES);
  const document = JSON.stringify(openApi);
  const app = new Hono()
    .onError(answerErrors(report, name))
    .notFound(answerNotFound)
    .use(noStore())
    .get('/api/v1/health', (c) => c.json({ name, version }))
    .post('/api/v1/validate', jsonBody(VALIDATE_REQUEST), (c) => c.json(validateSource(c.req.valid('json'))))
    .post('/api/v1/compile', jsonBody(COMPILE_REQUEST, answers), (c) =>
      jsonAnswer(c, compileSources(c.req.valid('json'))),
    )
    .post('/api/v1/prompt', jsonBody(PROMPT_REQUEST), (c) => c.json(promptForSources(c.req.valid('json'))))
    .post('/api/v1/filter', jsonBody(FILTER_REQUEST), (c) => c.json(filterText(c.req.valid('json'))))
    .post('/api/v1/shares', jsonBody(SHARE_REQUEST), async (c) => {
      const { status, link } = await storeShare(c.req.valid('json'), new URL(c.req.url).origin, ports);
      return c.json(link, status);
    })
    .get('/api/v1/shares/:id', async (c) => c.json(await getShare(c.req.param('id'), ports)))
    .delete('/api/v1/shares/:id', async (c) => {
      await deleteShare(c.req.param('id'), c.req.header('atip-delete-token'), ports);
      return c.body(null, 204);
    })
    .get('/api/v1/openapi.json', () => new Response(document, { headers: { 'content-type': 'application/json' } }))
    .get('/s/:id', async (c) => openShare(await findShare(c.req.param('id'), ports)))
    .get('/s/:id/:file', async (c) => {
      const share = await findShare(c.req.param('id'), ports);
      const request = { file: c.req.param('file'), ifNoneMatch: c.req.header('if-none-match'), now: ports.now() };
      return compiledShare(share, request, compiled);
    })
    .use(methodNotAllowed(PORTABLE_ROUTES));
  return withPortableApi(app);
}
