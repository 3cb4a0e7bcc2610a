import { type OpenApiDocument, openApiDocument } from './openapi-document.ts';
import { PORTABLE_ROUTES } from './portable-route-table.ts';
import type { RouteSpec } from './route-spec.ts';

/** The routes that need no machine behind them, where nothing else is served. */
export function portableOpenApi(version: string): OpenApiDocument {
  return openApiDocument({
    title: 'ATIP at the edge',
    version,
    routes: PORTABLE_ROUTES.map(withUnavailable).map(withRefusedWrites),
    token: false,
    problems: { 500: ['internal-error'] },
  });
}

/** Nobody has a token there, so what changes the store is refused by where it comes from, and by how often. */
function withRefusedWrites(route: RouteSpec): RouteSpec {
  const { path, method, problems = {} } = route;
  if (!path.startsWith('/api/v1/shares') || method === 'get') return route;
  return { ...route, problems: { ...problems, 403: ['cross-site', ...(problems[403] ?? [])], 429: ['rate-limited'] } };
}

/** Shares are kept by the platform, which can fail. */
function withUnavailable(route: RouteSpec): RouteSpec {
  if (!/^\/(api\/v1\/shares|s)\b/.test(route.path)) return route;
  return { ...route, problems: { ...route.problems, 503: ['shares-unavailable'] } };
}
