import { COMPANION_ROUTES } from './companion-route-table.ts';
import { type OpenApiDocument, openApiDocument } from './openapi-document.ts';
import { PORTABLE_ROUTES } from './portable-route-table.ts';

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
