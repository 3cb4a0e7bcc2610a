import { type OpenApiDocument, openApiDocument } from '../http/openapi.ts';
import { ProblemError } from '../http/problem.ts';
import { type AppOf, route } from '../http/route.ts';
import { object, text } from '../http/schema.ts';
import type { CompanionPorts } from '../ports.ts';
import { listAudit, verifyAudit } from './audit.ts';
import { cancelCall, checkCallRoute, decideCall, startCall } from './calls.ts';
import { discover } from './discoveries.ts';
import { forgetKept, keepHost } from './kept.ts';
import { checkLineRoute, startLine } from './lines.ts';
import { PORTABLE_ROUTES } from './portable.ts';
import { removeDocument, saveDocument } from './saved-documents.ts';
import { getTool, listTools, loadCommands } from './tools.ts';

const openSession = route(
  {
    operationId: 'openSession',
    method: 'post',
    path: '/api/v1/session',
    summary: "Exchanges a link's code, once, for the token of every other route",
    tag: 'companion',
    open: true,
    body: object('SessionRequest', {
      code: text({ description: 'The part after #k= in the link that the companion printed.' }),
    }),
    answer: { kind: 'json', status: 200, schema: object('SessionAnswer', { token: text() }) },
    problems: { 401: ['code-refused'], 429: ['too-many-codes'] },
  },
  ({ body }, { session }: CompanionPorts) => {
    const exchange = session.exchange(body.code);
    if (exchange.kind === 'opened') return { token: exchange.token };
    if (exchange.kind === 'throttled') {
      const detail =
        'Too many wrong codes were tried just now. Wait ten seconds, or open a new link: run atip serve --new-link.';
      throw new ProblemError(429, 'too-many-codes', detail, { retryAfter: exchange.retryAfter });
    }
    throw new ProblemError(
      401,
      'code-refused',
      'This link was used, or is older than a minute. Run atip serve --new-link, and open the link that it prints.',
    );
  },
);

const MCP = {
  path: '/api/v1/mcp',
  summary: 'The Model Context Protocol over Streamable HTTP: the tools, for its clients',
  tag: 'companion',
  answer: { kind: 'foreign', description: 'As the Model Context Protocol says, also where it refuses.' },
} as const;

type Handler = (input: { readonly request: Request }, ports: CompanionPorts) => Promise<Response>;
const pass: Handler = ({ request }, { mcp }) => mcp(request);

const getMcp = route({ ...MCP, operationId: 'getMcp', method: 'get' }, pass);

const postMcp = route({ ...MCP, operationId: 'postMcp', method: 'post', problems: { 429: ['rate-limited'] } }, pass);

const deleteMcp = route({ ...MCP, operationId: 'deleteMcp', method: 'delete' }, pass);

/** The routes that need the companion's machine. Only `openSession` is served without the token. */
export const COMPANION_ROUTES = [
  openSession,
  listTools,
  getTool,
  loadCommands,
  discover,
  saveDocument,
  removeDocument,
  checkCallRoute,
  startCall,
  decideCall,
  cancelCall,
  checkLineRoute,
  startLine,
  keepHost,
  forgetKept,
  listAudit,
  verifyAudit,
  getMcp,
  postMcp,
  deleteMcp,
] as const;

/** For the typed client: `hc<CompanionApp>(origin)`. */
export type CompanionApp = AppOf<(typeof PORTABLE_ROUTES)[number] | (typeof COMPANION_ROUTES)[number]>;

/** Every route of a companion. */
export function companionOpenApi(version: string): OpenApiDocument {
  return openApiDocument({
    title: 'ATIP companion',
    version,
    routes: [...PORTABLE_ROUTES, ...COMPANION_ROUTES],
    token: true,
    problems: { 403: ['host-not-allowed', 'origin-not-allowed', 'cross-site'], 500: ['internal-error'] },
  });
}
