import type { JsonSchema } from '../schemas/json-schema.ts';

/** What a route answers with when it did what was asked. */
export type RouteAnswer =
  | {
      readonly kind: 'json';
      readonly status: 200 | 201;
      /** Where there is one more that means the same was there before. */
      readonly again?: 200;
      readonly schema: JsonSchema;
      readonly headers?: readonly string[];
    }
  /** `events`: the schema of each event's data; `json`: what comes instead to `Accept: application/json`. */
  | { readonly kind: 'events'; readonly events: Readonly<Record<string, JsonSchema>>; readonly json?: JsonSchema }
  | { readonly kind: 'empty'; readonly status: 204 }
  /** A page, or the way to one. */
  | { readonly kind: 'page' }
  /** Another protocol's. */
  | { readonly kind: 'foreign'; readonly description: string };

/** One route, for `openapi.json` and for whoever uses another method. */
export interface RouteSpec {
  /** Unique. */
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'delete';
  /** As Hono has it: `/api/v1/tools/:name`. */
  readonly path: string;
  readonly summary: string;
  /** `portable`: wherever the API is served; `companion`: where commands can run. */
  readonly tag: 'portable' | 'companion';
  /** True: without the token, also where there is one. */
  readonly open?: boolean;
  readonly params?: Readonly<Record<string, JsonSchema>>;
  /** The schema of an object whose fields are the query's names. */
  readonly query?: JsonSchema;
  /** Headers of its own that it wants, by name. */
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  readonly body?: JsonSchema;
  readonly answer: RouteAnswer;
  /** Stable codes of refusals by status, without those that every route has. */
  readonly problems?: Readonly<Record<number, readonly string[]>>;
}
