import { type OpenApiDocument, openApiDocument } from './openapi-document.ts';
import { PORTABLE_ROUTES } from './portable-route-table.ts';

/** The routes that need no machine behind them, where nothing else is served. */
export function portableOpenApi(version: string): OpenApiDocument {
  return openApiDocument({
    title: 'ATIP at the edge',
    version,
    routes: PORTABLE_ROUTES,
    token: false,
    problems: { 500: ['internal-error'] },
  });
}
