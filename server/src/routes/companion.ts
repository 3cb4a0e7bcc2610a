import { Hono } from 'hono';
import { type OpenApiDocument, openApiDocument } from '../http/openapi.ts';
import { describedRoutes, operation } from '../http/operation.ts';
import { object, text } from '../http/schema.ts';
import type { CompanionEnv } from '../ports.ts';
import { audit } from './audit.ts';
import { calls } from './calls.ts';
import { PORTABLE_ROUTES } from './portable.ts';
import { savedDocumentRoutes } from './saved-documents.ts';
import { tools } from './tools.ts';

const SESSION_REQUEST = object('SessionRequest', {
  code: text('The part after #k= in the link that the companion printed.'),
});

/** The one route of the API without a token. */
export const sessionRoute = new Hono<CompanionEnv>().post(
  '/api/v1/session',
  operation('openSession', "Exchanges a link's code, once, for the token of every other route", {
    open: true,
    body: SESSION_REQUEST,
    answer: object('SessionAnswer', { token: text() }),
    problems: { 401: ['code-refused'], 429: ['too-many-codes'] },
  }),
  (c) => c.var.answer({ token: c.env.session.exchange(c.req.valid('json').code) }),
);

const MCP = 'The Model Context Protocol over Streamable HTTP: the tools, for its clients';
const RESPONSES = { default: { description: 'As the Model Context Protocol says, also where it refuses.' } };

const mcp = new Hono<CompanionEnv>()
  .get('/api/v1/mcp', operation('getMcp', MCP, { responses: RESPONSES }), (c) => c.env.mcp(c.req.raw))
  .post('/api/v1/mcp', operation('postMcp', MCP, { responses: RESPONSES, problems: { 429: ['rate-limited'] } }), (c) =>
    c.env.mcp(c.req.raw),
  )
  .delete('/api/v1/mcp', operation('deleteMcp', MCP, { responses: RESPONSES }), (c) => c.env.mcp(c.req.raw));

/** The routes that need the companion's machine, behind its token. */
export const companionRoutes = new Hono<CompanionEnv>()
  .route('/', tools)
  .route('/', savedDocumentRoutes)
  .route('/', calls)
  .route('/', audit)
  .route('/', mcp);

export const COMPANION_ROUTES = [sessionRoute, companionRoutes].flatMap(describedRoutes);

/** Every route of a companion. */
export function companionOpenApi(version: string): OpenApiDocument {
  return openApiDocument({
    title: 'ATIP companion',
    version,
    portable: PORTABLE_ROUTES,
    companion: COMPANION_ROUTES,
    token: true,
    problems: { 403: ['host-not-allowed', 'origin-not-allowed', 'cross-site'], 500: ['internal-error'] },
  });
}
