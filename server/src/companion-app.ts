import { Hono } from 'hono';
import { COMPANION_CHECKS } from './generated/companion-checks.ts';
import { PORTABLE_CHECKS } from './generated/portable-checks.ts';
import { guard, letNamedOriginsRead, varyByOrigin } from './guard/guard.ts';
import { requireToken } from './guard/session.ts';
import { limitStarts } from './guard/throttle.ts';
import { provide, refuseOtherMethods } from './http/operation.ts';
import { answerErrors, answerNotFound } from './http/problem.ts';
import { securityHeaders } from './http/security-headers.ts';
import { servePage } from './page/page-files.ts';
import type { CompanionPorts } from './ports.ts';
import { companionOpenApi, companionRoutes, sessionRoute } from './routes/companion.ts';
import { portable } from './routes/portable.ts';
import { createInTurn } from './shares/short-links.ts';

/**
 * Builds the companion's HTTP application over its ports: the API under `/api/v1`, the built page everywhere else.
 *
 * The order of the chain is its security: headers on every answer, then the guard for every route, then the only
 * API route without a token, then the token for the rest of the API.
 */
export function createCompanionApp(ports: CompanionPorts) {
  const openApi = companionOpenApi(ports.version);
  const env = { ...ports, name: 'atip-companion' as const, inTurn: createInTurn(), openApi };
  const app = new Hono()
    .onError(answerErrors(ports.report))
    .notFound(answerNotFound)
    .use(securityHeaders)
    .use(varyByOrigin)
    .use(guard(ports.allowed))
    .use(letNamedOriginsRead(ports.allowed))
    .use(provide(env, { ...PORTABLE_CHECKS, ...COMPANION_CHECKS }))
    .route('/', sessionRoute)
    .use('/api/*', requireToken(ports.session))
    .use('/api/*', limitStarts())
    .route('/', portable)
    .route('/', companionRoutes);
  refuseOtherMethods(app);
  app.get('*', servePage(ports.page, ports.publicPage));
  return app;
}

/** For the typed client: `hc<CompanionApp>(origin)`. */
export type CompanionApp = ReturnType<typeof createCompanionApp>;
