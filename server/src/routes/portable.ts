import type { OpenApiDocument } from '../http/openapi.ts';
import { openApiDocument } from '../http/openapi.ts';
import type { AppOf, RouteSpec } from '../http/route.ts';
import { getHealth, getOpenApi } from './about.ts';
import { compileDocuments, filter, prompt, validate } from './documents.ts';
import { getCompiledShare, getShare, openShare, storeShare } from './shares.ts';

/** The routes that need no process and no file: of the companion, and of the edge. */
export const PORTABLE_ROUTES = [
  getHealth,
  validate,
  compileDocuments,
  prompt,
  filter,
  storeShare,
  getShare,
  getOpenApi,
  openShare,
  getCompiledShare,
] as const;

/** For the typed client of a host with only the portable routes: `hc<PortableApp>(origin)`. */
export type PortableApp = AppOf<(typeof PORTABLE_ROUTES)[number]>;

/** The portable routes of a host that serves nothing else, without a token. */
export function portableOpenApi(version: string): OpenApiDocument {
  return openApiDocument({
    title: 'ATIP at the edge',
    version,
    routes: PORTABLE_ROUTES.map(withRefusalsOfEdge),
    token: false,
    problems: { 500: ['internal-error'] },
  });
}

/** The platform can fail. It limits writes by origin and rate, because clients have no token there. */
function withRefusalsOfEdge(route: RouteSpec): RouteSpec {
  const { path, method, problems = {} } = route;
  if (!/^\/(api\/v1\/shares|s)\b/.test(path)) return route;
  const kept = { ...problems, 503: ['shares-unavailable'] };
  if (method === 'get') return { ...route, problems: kept };
  return { ...route, problems: { ...kept, 403: ['cross-site', ...(problems[403] ?? [])], 429: ['rate-limited'] } };
}
