import { type OpenApiDocument, openApiDocument } from '../http/openapi.ts';
import type { AppOf } from '../http/route.ts';
import { listAudit } from './audit.ts';
import { cancelCall, checkCallRoute, decideCall, startCall } from './calls.ts';
import { discover } from './discoveries.ts';
import { deleteMcp, getMcp, postMcp } from './mcp.ts';
import { PORTABLE_ROUTES } from './portable.ts';
import { openSession } from './session.ts';
import { getTool, listTools, loadCommands } from './tools.ts';

/** The routes that need the companion's machine. `openSession` alone is served without the token. */
export const COMPANION_ROUTES = [
  openSession,
  listTools,
  getTool,
  loadCommands,
  discover,
  checkCallRoute,
  startCall,
  decideCall,
  cancelCall,
  listAudit,
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
