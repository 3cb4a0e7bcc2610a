import type { Hono } from 'hono';
import type { BlankEnv } from 'hono/types';
import type { Health } from './contract.ts';
import type {
  CompileAnswer,
  CompileRequest,
  FilterAnswer,
  FilterRequest,
  PromptAnswer,
  PromptRequest,
  Share,
  ShareLink,
  ShareRequest,
  ValidateRequest,
  Validation,
} from './portable-contract.ts';
import type { EmptyRoute, JsonRoute, NoInput, RawRoute } from './route-types.ts';

/** The API that needs no machine behind it; written out, as the companion's is. */
export type PortableApi = {
  '/api/v1/health': { $get: JsonRoute<NoInput, Health> };
  '/api/v1/validate': { $post: JsonRoute<{ json: ValidateRequest }, Validation> };
  '/api/v1/compile': { $post: JsonRoute<{ json: CompileRequest }, CompileAnswer> };
  '/api/v1/prompt': { $post: JsonRoute<{ json: PromptRequest }, PromptAnswer> };
  '/api/v1/filter': { $post: JsonRoute<{ json: FilterRequest }, FilterAnswer> };
  '/api/v1/shares': { $post: JsonRoute<{ json: ShareRequest }, ShareLink, 200 | 201> };
  '/api/v1/shares/:id': {
    $get: JsonRoute<{ param: { id: string } }, Share>;
    $delete: EmptyRoute<{ param: { id: string }; header: { 'Atip-Delete-Token': string } }>;
  };
  '/api/v1/openapi.json': { $get: RawRoute<NoInput> };
};

/** For the typed client of a host that serves the portable routes only: `hc<PortableApp>(origin)`. */
export type PortableApp = Hono<BlankEnv, PortableApi, '/'>;
