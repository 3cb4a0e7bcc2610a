import type { Hono } from 'hono';
import type { BlankEnv } from 'hono/types';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import type {
  AuditList,
  CallCheck,
  CallRequest,
  CommandsRequest,
  DecisionRequest,
  DiscoveryRequest,
  Health,
  SessionRequest,
  ToolDetail,
  ToolList,
} from './contract.ts';
import type {
  CompileAnswer,
  CompileRequest,
  FilterAnswer,
  FilterRequest,
  PromptAnswer,
  PromptRequest,
  ValidateRequest,
  Validation,
} from './portable-contract.ts';

type NoInput = Record<never, never>;

// Type aliases, since Hono's client reads nothing out of interfaces.

/** A route that answers with JSON, as Hono's typed client reads it; a refusal has another status and a `Problem`. */
type JsonRoute<Input, Output> = {
  readonly input: Input;
  readonly output: Output;
  readonly outputFormat: 'json';
  readonly status: ContentfulStatusCode;
};

/** A route whose success has no body. */
type EmptyRoute<Input> = {
  readonly input: Input;
  readonly output: null;
  readonly outputFormat: 'body';
  readonly status: 204;
};

/** A route that answers with server-sent events. */
type StreamRoute<Input> = {
  readonly input: Input;
  readonly output: NoInput;
  readonly outputFormat: string;
  readonly status: StatusCode;
};

/** The API of the companion; written out, since an exported function's type cannot be left to inference here. */
export type CompanionApi = {
  '/api/v1/session': { $post: JsonRoute<{ json: SessionRequest }, { token: string }> };
  '/api/v1/health': { $get: JsonRoute<NoInput, Health> };
  '/api/v1/tools': { $get: JsonRoute<NoInput, ToolList> };
  /** `commands`: names with commas between; `depth`: levels. */
  '/api/v1/tools/:name': {
    $get: JsonRoute<{ param: { name: string }; query?: { commands?: string; depth?: string } }, ToolDetail>;
  };
  '/api/v1/tools/:name/commands': {
    $post: JsonRoute<{ param: { name: string }; json: CommandsRequest }, ToolDetail>;
  };
  '/api/v1/discoveries': { $post: StreamRoute<{ json: DiscoveryRequest }> };
  /** `after`: number of the last entry that the client has. */
  '/api/v1/audit': { $get: JsonRoute<{ query?: { after?: string } }, AuditList> };
  '/api/v1/validate': { $post: JsonRoute<{ json: ValidateRequest }, Validation> };
  '/api/v1/compile': { $post: JsonRoute<{ json: CompileRequest }, CompileAnswer> };
  '/api/v1/prompt': { $post: JsonRoute<{ json: PromptRequest }, PromptAnswer> };
  '/api/v1/filter': { $post: JsonRoute<{ json: FilterRequest }, FilterAnswer> };
  '/api/v1/calls/check': { $post: JsonRoute<{ json: CallRequest }, CallCheck> };
  '/api/v1/calls': { $post: StreamRoute<{ json: CallRequest }> };
  '/api/v1/calls/:id/decision': { $post: EmptyRoute<{ param: { id: string }; json: DecisionRequest }> };
  '/api/v1/calls/:id': { $delete: EmptyRoute<{ param: { id: string } }> };
};

/** For the typed client: `hc<CompanionApp>(origin)`. */
export type CompanionApp = Hono<BlankEnv, CompanionApi, '/'>;
