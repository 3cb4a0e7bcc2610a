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
import { compiledShare } from './compiled-share.ts';
import { openShare } from './open-share.ts';
import type { PortablePorts } from './portable-ports.ts';
import { compileSources, filterText, promptForSources, validateSource } from './portable-routes.ts';
import { getShare, storeShare } from './share-routes.ts';

/**
 * Builds the routes that need no process and no file: the companion serves them, and so can an edge Worker, whole.
 *
 * It runs nothing, and asks for no token: whoever serves it puts that before it.
 */
export function createPortableApp({ name, version, shares, openApi, report }: PortablePorts): PortableApp {
  // Compiling costs more than anything else a request needs, and depends on nothing but the body.
  const answers = createAnswerCache();
  const document = JSON.stringify(openApi);
  const app = new Hono()
    .onError(answerErrors(report))
    .notFound(answerNotFound)
    .get('/api/v1/health', (c) => c.json({ name, version }))
    .post('/api/v1/validate', jsonBody(VALIDATE_REQUEST), (c) => c.json(validateSource(c.req.valid('json'))))
    .post('/api/v1/compile', jsonBody(COMPILE_REQUEST, answers), (c) =>
      jsonAnswer(c, compileSources(c.req.valid('json'))),
    )
    .post('/api/v1/prompt', jsonBody(PROMPT_REQUEST), (c) => c.json(promptForSources(c.req.valid('json'))))
    .post('/api/v1/filter', jsonBody(FILTER_REQUEST), (c) => c.json(filterText(c.req.valid('json'))))
    .post('/api/v1/shares', jsonBody(SHARE_REQUEST), async (c) =>
      c.json(await storeShare(c.req.valid('json'), new URL(c.req.url).origin, shares), 201),
    )
    .get('/api/v1/shares/:id', async (c) => c.json(await getShare(c.req.param('id'), shares)))
    .get('/api/v1/openapi.json', () => new Response(document, { headers: { 'content-type': 'application/json' } }))
    .get('/s/:id', async (c) => openShare(await getShare(c.req.param('id'), shares)))
    .get('/s/:id/:file', async (c) => {
      const share = await getShare(c.req.param('id'), shares);
      return compiledShare(share, c.req.param('file'), c.req.header('if-none-match'));
    })
    .use(methodNotAllowed(PORTABLE_ROUTES));
  return withPortableApi(app);
}
