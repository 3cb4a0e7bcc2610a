import type { Hono } from 'hono';
import type { BlankEnv } from 'hono/types';
import type {
  AuditList,
  CallCheck,
  CallRequest,
  CommandsRequest,
  DecisionRequest,
  DiscoveryRequest,
  SessionRequest,
  ToolDetail,
  ToolList,
} from './contract.ts';
import type { PortableApi } from './portable-api.ts';
import type { EmptyRoute, JsonRoute, NoInput, RawRoute } from './route-types.ts';

/** The companion's own routes; written out, since an exported function's type cannot be left to inference here. */
export type MachineApi = {
  '/api/v1/session': { $post: JsonRoute<{ json: SessionRequest }, { token: string }> };
  '/api/v1/tools': { $get: JsonRoute<NoInput, ToolList> };
  /** `commands`: names with commas between; `depth`: levels. */
  '/api/v1/tools/:name': {
    $get: JsonRoute<{ param: { name: string }; query?: { commands?: string; depth?: string } }, ToolDetail>;
  };
  '/api/v1/tools/:name/commands': {
    $post: JsonRoute<{ param: { name: string }; json: CommandsRequest }, ToolDetail>;
  };
  '/api/v1/discoveries': { $post: RawRoute<{ json: DiscoveryRequest }> };
  /** `after`: number of the last entry that the client has. */
  '/api/v1/audit': { $get: JsonRoute<{ query?: { after?: string } }, AuditList> };
  '/api/v1/calls/check': { $post: JsonRoute<{ json: CallRequest }, CallCheck> };
  '/api/v1/calls': { $post: RawRoute<{ json: CallRequest }> };
  '/api/v1/calls/:id/decision': { $post: EmptyRoute<{ param: { id: string }; json: DecisionRequest }> };
  '/api/v1/calls/:id': { $delete: EmptyRoute<{ param: { id: string } }> };
};

/** The API of the companion. */
export type CompanionApi = PortableApi & MachineApi;

/** For the typed client: `hc<CompanionApp>(origin)`. */
export type CompanionApp = Hono<BlankEnv, CompanionApi, '/'>;
