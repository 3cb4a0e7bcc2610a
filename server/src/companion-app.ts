import { Hono } from 'hono';
import { listAudit } from './audit/audit-routes.ts';
import { startCall } from './calls/call-routes.ts';
import type { CompanionApp } from './contract/companion-api.ts';
import type { CompanionPorts } from './ports/companion-ports.ts';
import { startDiscovery } from './tools/discovery-routes.ts';
import { cors, varyByOrigin } from './guard/cors.ts';
import { limitStarts } from './guard/limit-starts.ts';
import { guard } from './guard/guard.ts';
import { jsonBody } from './http/json-body.ts';
import { loadCommands } from './tools/load-commands.ts';
import { servePage } from './page/page-routes.ts';
import { answerErrors, answerNotFound } from './http/answer-errors.ts';
import { methodNotAllowed } from './http/method-not-allowed.ts';
import { queryReader } from './http/query-reader.ts';
import { companionOpenApi } from './openapi/companion-openapi.ts';
import { COMPANION_ROUTES } from './openapi/companion-route-table.ts';
import { createInTurn } from './portable/in-turn.ts';
import { createPortableApp } from './portable/create-portable-app.ts';
import type { PortablePorts } from './portable/portable-ports.ts';
import { AUDIT_QUERY } from './schemas/audit-schemas.ts';
import { CALL_REQUEST, DECISION_REQUEST } from './schemas/call-schemas.ts';
import { DISCOVERY_REQUEST } from './schemas/discovery-schemas.ts';
import { SESSION_REQUEST } from './schemas/session-schemas.ts';
import { COMMAND_FILTER, COMMANDS_REQUEST } from './schemas/tool-schemas.ts';
import { answerCheck } from './calls/check-request.ts';
import { ProblemError } from './http/problem.ts';
import { securityHeaders } from './http/security-headers.ts';
import { requireToken, type Session } from './guard/session.ts';
import { describeTool, listKnownTools } from './tools/tool-routes.ts';
import { withApi } from './with-api.ts';

const readCommandFilter = queryReader(COMMAND_FILTER);
const readAuditQuery = queryReader(AUDIT_QUERY);

/**
 * Builds the companion's HTTP application over its ports: the API under `/api/v1`, the built page everywhere else.
 *
 * The order of the chain is its security: headers on whatever comes out, then the guard for every route, then the only
 * route without a token, then the token for the rest of the API.
 */
export function createCompanionApp(ports: CompanionPorts): CompanionApp {
  const app = new Hono()
    .onError(answerErrors(ports.report))
    .notFound(answerNotFound)
    .use(securityHeaders())
    .use(varyByOrigin())
    .use(guard(ports.allowed))
    .use(cors(ports.allowed))
    .post('/api/v1/session', jsonBody(SESSION_REQUEST), (c) =>
      c.json({ token: exchangeCode(c.req.valid('json').code, ports.session) }),
    )
    .use('/api/*', requireToken(ports.session))
    .use('/api/*', limitStarts(ports.clock))
    .route('/', createPortableApp(portablePorts(ports)))
    .get('/api/v1/tools', async (c) => c.json(await listKnownTools(ports)))
    .get('/api/v1/tools/:name', async (c) =>
      c.json(await describeTool(c.req.param('name'), readCommandFilter(c), ports)),
    )
    .post('/api/v1/tools/:name/commands', jsonBody(COMMANDS_REQUEST), async (c) =>
      c.json(await loadCommands(c.req.param('name'), c.req.valid('json'), c.req.raw.signal, ports)),
    )
    .post('/api/v1/discoveries', jsonBody(DISCOVERY_REQUEST), (c) =>
      startDiscovery(c.req.valid('json'), c.req.raw.signal, ports),
    )
    .get('/api/v1/audit', async (c) => c.json(await listAudit(readAuditQuery(c).after ?? 0, ports)))
    .post('/api/v1/calls/check', jsonBody(CALL_REQUEST), async (c) =>
      c.json(await answerCheck(c.req.valid('json'), ports)),
    )
    .post('/api/v1/calls', jsonBody(CALL_REQUEST), (c) =>
      startCall(c.req.valid('json'), { accept: c.req.header('accept'), clientGone: c.req.raw.signal }, ports),
    )
    .post('/api/v1/calls/:id/decision', jsonBody(DECISION_REQUEST), (c) => {
      ports.calls.decide(c.req.param('id'), c.req.valid('json'));
      return c.body(null, 204);
    })
    .delete('/api/v1/calls/:id', (c) => {
      ports.calls.cancel(c.req.param('id'));
      return c.body(null, 204);
    })
    .on(['GET', 'POST', 'DELETE'], '/api/v1/mcp', (c) => ports.mcp(c.req.raw))
    .use(methodNotAllowed(COMPANION_ROUTES))
    .get('*', servePage(ports.page));
  return withApi(app);
}

function portablePorts({ version, shares, now, report }: CompanionPorts): PortablePorts {
  const openApi = companionOpenApi(version);
  return { name: 'atip-companion', version, shares, inTurn: createInTurn(), now, openApi, report };
}

function exchangeCode(code: string, session: Session): string {
  const exchange = session.exchange(code);
  if (exchange.kind === 'opened') return exchange.token;
  if (exchange.kind === 'throttled') {
    throw new ProblemError(
      429,
      'too-many-codes',
      'Too many wrong codes were tried just now. Wait ten seconds, or open a new link: press Enter where the companion runs.',
      { retryAfter: exchange.retryAfter },
    );
  }
  throw new ProblemError(
    401,
    'code-refused',
    'This link was used, or is older than a minute. Press Enter where the companion runs, and open the new link.',
  );
}
