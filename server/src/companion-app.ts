import { type Context, Hono } from 'hono';
import { listAudit } from './audit/audit-routes.ts';
import { startCall } from './calls/call-routes.ts';
import type { CompanionApp } from './contract/companion-api.ts';
import type { CompanionPorts } from './companion-ports.ts';
import { startDiscovery } from './tools/discovery-routes.ts';
import { guard } from './guard/guard.ts';
import { jsonBody } from './http/json-body.ts';
import { loadCommands } from './tools/load-commands.ts';
import { servePage } from './page/page-routes.ts';
import {
  parseCompileRequest,
  parseFilterRequest,
  parsePromptRequest,
  parseValidateRequest,
} from './portable/parse-portable-requests.ts';
import { parseAfter, parseCommandFilter, type ReadQuery } from './http/parse-query.ts';
import {
  parseCallRequest,
  parseCommandsRequest,
  parseDecisionRequest,
  parseDiscoveryRequest,
  parseSessionRequest,
} from './parse-requests.ts';
import { compileSources, filterText, promptForSources, validateSource } from './portable/portable-routes.ts';
import { prepareCall } from './calls/prepare-call.ts';
import { ProblemError, problemResponse, toProblem } from './http/problem.ts';
import { securityHeaders } from './http/security-headers.ts';
import { requireToken, type Session } from './guard/session.ts';
import { describeTool, listKnownTools } from './tools/tool-routes.ts';
import { withApi } from './with-api.ts';

/**
 * Builds the companion's HTTP application over its ports: the API under `/api/v1`, the built page everywhere else.
 *
 * The order of the chain is its security: headers on whatever comes out, then the guard for every route, then the only
 * route without a token, then the token for the rest of the API.
 */
export function createCompanionApp(ports: CompanionPorts): CompanionApp {
  const app = new Hono()
    .onError((error) => {
      if (!(error instanceof ProblemError)) ports.report(error);
      return problemResponse(toProblem(error));
    })
    .notFound(() => problemResponse(toProblem(new ProblemError(404, 'not-found', 'There is nothing at this address.'))))
    .use(securityHeaders())
    .use(guard(ports.port))
    .post('/api/v1/session', jsonBody(parseSessionRequest), (c) =>
      c.json({ token: exchangeCode(c.req.valid('json').code, ports.session) }),
    )
    .use('/api/*', requireToken(ports.session))
    .get('/api/v1/health', (c) => c.json({ name: 'atip-companion' as const, version: ports.version }))
    .post('/api/v1/validate', jsonBody(parseValidateRequest), (c) => c.json(validateSource(c.req.valid('json'))))
    .post('/api/v1/compile', jsonBody(parseCompileRequest), (c) => c.json(compileSources(c.req.valid('json'))))
    .post('/api/v1/prompt', jsonBody(parsePromptRequest), (c) => c.json(promptForSources(c.req.valid('json'))))
    .post('/api/v1/filter', jsonBody(parseFilterRequest), (c) => c.json(filterText(c.req.valid('json'))))
    .get('/api/v1/tools', async (c) => c.json(await listKnownTools(ports)))
    .get('/api/v1/tools/:name', async (c) =>
      c.json(await describeTool(c.req.param('name'), parseCommandFilter(readQuery(c)), ports)),
    )
    .post('/api/v1/tools/:name/commands', jsonBody(parseCommandsRequest), async (c) =>
      c.json(await loadCommands(c.req.param('name'), c.req.valid('json'), c.req.raw.signal, ports)),
    )
    .post('/api/v1/discoveries', jsonBody(parseDiscoveryRequest), (c) =>
      startDiscovery(c.req.valid('json'), c.req.raw.signal, ports),
    )
    .get('/api/v1/audit', async (c) => c.json(await listAudit(parseAfter(readQuery(c)), ports)))
    .post('/api/v1/calls/check', jsonBody(parseCallRequest), async (c) =>
      c.json((await prepareCall(c.req.valid('json'), ports)).check),
    )
    .post('/api/v1/calls', jsonBody(parseCallRequest), (c) =>
      startCall(c.req.valid('json'), { accept: c.req.header('accept'), clientGone: c.req.raw.signal }, ports),
    )
    .post('/api/v1/calls/:id/decision', jsonBody(parseDecisionRequest), (c) => {
      ports.calls.decide(c.req.param('id'), c.req.valid('json'));
      return c.body(null, 204);
    })
    .delete('/api/v1/calls/:id', (c) => {
      ports.calls.cancel(c.req.param('id'));
      return c.body(null, 204);
    })
    .all('/api/v1/mcp', (c) => ports.mcp(c.req.raw))
    .get('*', servePage(ports.page));
  return withApi(app);
}

function readQuery({ req }: Context): ReadQuery {
  return (name) => req.queries(name);
}

function exchangeCode(code: string, session: Session): string {
  const exchange = session.exchange(code);
  if (exchange.kind === 'opened') return exchange.token;
  if (exchange.kind === 'throttled') {
    throw new ProblemError(
      429,
      'too-many-codes',
      'Too many wrong codes were tried just now. Wait ten seconds, or open a new link: press Enter where the companion runs.',
    );
  }
  throw new ProblemError(
    401,
    'code-refused',
    'This link was used, or is older than a minute. Press Enter where the companion runs, and open the new link.',
  );
}
