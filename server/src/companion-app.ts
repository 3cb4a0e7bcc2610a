import { Hono } from 'hono';
import { COMPANION_CHECKS } from './generated/companion-checks.ts';
import { cors, varyByOrigin, guard } from './guard/guard.ts';
import { requireToken } from './guard/session.ts';
import { limitStarts } from './guard/throttle.ts';
import { answerErrors, answerNotFound } from './http/problem.ts';
import { addRoutes, refuseOtherMethods } from './http/route.ts';
import { securityHeaders } from './http/security-headers.ts';
import { servePage } from './page/page-files.ts';
import { createPortableApp } from './routes/portable-app.ts';
import type { CompanionPorts, PortablePorts } from './ports.ts';
import { COMPANION_ROUTES, type CompanionApp, companionOpenApi } from './routes/companion.ts';
import { createInTurn } from './shares/short-links.ts';

/**
 * Builds the companion's HTTP application over its ports: the API under `/api/v1`, the built page everywhere else.
 *
 * The order of the chain is its security: headers on every answer, then the guard for every route, then the only
 * API route without a token, then the token for the rest of the API.
 */
export function createCompanionApp(ports: CompanionPorts): CompanionApp {
  const app = new Hono()
    .onError(answerErrors(ports.report))
    .notFound(answerNotFound)
    .use(securityHeaders())
    .use(varyByOrigin())
    .use(guard(ports.allowed))
    .use(cors(ports.allowed));
  const [openSession, ...routes] = COMPANION_ROUTES;
  addRoutes(app, [openSession], COMPANION_CHECKS, ports);
  app
    .use('/api/*', requireToken(ports.session))
    .use('/api/*', limitStarts())
    .route('/', createPortableApp(portablePorts(ports)));
  addRoutes(app, routes, COMPANION_CHECKS, ports);
  return refuseOtherMethods(app, COMPANION_ROUTES).get('*', servePage(ports.page, ports.publicPage));
}

function portablePorts({ version, shares, report }: CompanionPorts): PortablePorts {
  return {
    name: 'atip-companion',
    version,
    shares,
    inTurn: createInTurn(),
    openApi: companionOpenApi(version),
    report,
  };
}
