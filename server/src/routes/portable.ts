import { Hono } from 'hono';
import { type OpenApiDocument, openApiDocument } from '../http/openapi.ts';
import { describedRoutes, type DescribedRoute, operation } from '../http/operation.ts';
import { object, oneOf, text } from '../http/schema.ts';
import type { PortableEnv } from '../ports.ts';
import { documents } from './documents.ts';
import { shares } from './shares.ts';

const HEALTH = object('Health', { name: oneOf(['atip-companion', 'atip-edge']), version: text() });

/** The routes that need no process and no file: of the companion, and of the edge. */
export const portable = new Hono<PortableEnv>()
  .get('/api/v1/health', operation('getHealth', 'Who answers, in which version', { answer: HEALTH }), (c) =>
    c.var.answer({ name: c.env.name, version: c.env.version }),
  )
  .get('/api/v1/openapi.json', operation('getOpenApi', 'This document', { answer: object(undefined, {}) }), (c) =>
    c.var.answer(c.env.openApi),
  )
  .route('/', documents)
  .route('/', shares);

export const PORTABLE_ROUTES = describedRoutes(portable);

/** The portable routes of a host that serves nothing else, without a token. */
export function portableOpenApi(version: string): OpenApiDocument {
  return openApiDocument({
    title: 'ATIP at the edge',
    version,
    portable: PORTABLE_ROUTES.map(withRefusalsOfEdge),
    token: false,
    problems: { 500: ['internal-error'] },
  });
}

/** The platform can fail. It limits writes by origin and rate, because clients have no token there. */
function withRefusalsOfEdge(route: DescribedRoute): DescribedRoute {
  const { path, method, problems = {} } = route;
  if (!/^\/(api\/v1\/shares|s)\b/.test(path)) return route;
  const kept = { ...problems, 503: ['shares-unavailable'] };
  if (method === 'get') return { ...route, problems: kept };
  return { ...route, problems: { ...kept, 403: ['cross-site', ...(problems[403] ?? [])], 429: ['rate-limited'] } };
}
