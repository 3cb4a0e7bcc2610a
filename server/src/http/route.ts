import type { Context, Hono } from 'hono';
import type { BlankEnv } from 'hono/types';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { type Check, readBody, readQuery } from './json-body.ts';
import { ProblemError, problemResponse } from './problem.ts';
import type { Infer, JsonSchema, Schema } from './schema.ts';

/** What a route answers with when it did what was asked. */
export type RouteAnswer =
  | {
      readonly kind: 'json';
      readonly status: 200 | 201;
      /** The status where the same was there before. */
      readonly again?: 200;
      readonly schema: JsonSchema;
      readonly headers?: readonly string[];
    }
  /** `events`: the schema of each event's data; `json`: what comes instead to `Accept: application/json`. */
  | { readonly kind: 'events'; readonly events: Readonly<Record<string, JsonSchema>>; readonly json?: JsonSchema }
  | { readonly kind: 'empty'; readonly status: 204 }
  /** A page, or a redirect to it. */
  | { readonly kind: 'page' }
  /** Another protocol answers. */
  | { readonly kind: 'foreign'; readonly description: string };

/** One route as `openapi.json` describes it. */
export interface RouteSpec {
  /** Unique. */
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'delete';
  /** As Hono has it: `/api/v1/tools/:name`. */
  readonly path: string;
  readonly summary: string;
  /** `portable`: wherever the API is served; `companion`: where commands can run. */
  readonly tag: 'portable' | 'companion';
  /** True: served without the token. */
  readonly open?: boolean;
  readonly params?: Readonly<Record<string, JsonSchema>>;
  /** The schema of an object whose fields are the query's names. */
  readonly query?: JsonSchema;
  /** Headers that the route wants, by name. */
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  readonly body?: JsonSchema;
  readonly answer: RouteAnswer;
  /** Stable codes of refusals by status, without those that every route has. */
  readonly problems?: Readonly<Record<number, readonly string[]>>;
}

/** What a handler gets of a request: body and query checked against their schemas. */
export interface RouteInput<Body, Query> {
  readonly body: Body;
  readonly query: Query;
  readonly request: Request;
  /** A part of the path, such as the `id` of `/shares/:id`. */
  readonly param: (name: string) => string;
}

/** A handler answers with the JSON of its schema or with a whole response; where the answer is empty, its value is ignored. */
type Result<Answer> = Answer extends { readonly kind: 'json'; readonly schema: infer S }
  ? Infer<S> | Response
  : Answer extends { readonly kind: 'empty' }
    ? unknown
    : Response;

/** A route: its description, its schemas and its handler, over the ports that it needs. */
export interface Route<Ports> extends RouteSpec {
  readonly handle: (input: RouteInput<never, never>, ports: Ports) => unknown;
}

/** Declares a route; the handler's input and answer have the types of the schemas. */
export function route<
  Ports,
  const Spec extends Omit<RouteSpec, 'body' | 'query'>,
  Body = undefined,
  Query = Record<never, never>,
>(
  spec: Spec & { readonly body?: Schema<Body>; readonly query?: Schema<Query> },
  handle: (input: RouteInput<Body, Query>, ports: Ports) => Result<Spec['answer']> | Promise<Result<Spec['answer']>>,
): Spec & {
  readonly body?: Schema<Body>;
  readonly query?: Schema<Query>;
  readonly handle: (input: RouteInput<Body, Query>, ports: Ports) => unknown;
} {
  return { ...spec, handle };
}

/** Compiled checks of bodies and queries, by operation. `npm run generate` writes them. */
export type Checks = Readonly<Record<string, { readonly body?: Check; readonly query?: Check }>>;

/**
 * Adds routes to an application.
 *
 * @throws Error for a schema that nobody compiled: `npm run generate` does.
 */
export function addRoutes<Ports>(app: Hono, routes: readonly Route<Ports>[], checks: Checks, ports: Ports): Hono {
  for (const { operationId, method, path, body, query, answer, handle } of routes) {
    const check = checks[operationId];
    if ((body && !check?.body) || (query && !check?.query)) {
      throw new Error(`The schemas of ${operationId} are not compiled. Run: npm run generate`);
    }
    app.on(method.toUpperCase(), path, async (c) => {
      const input = {
        body: check?.body && (await readBody(c, check.body)),
        query: query && check?.query && readQuery(c, query, check.query),
        request: c.req.raw,
        param: (name: string) => c.req.param(name) ?? '',
      };
      // Both were just checked against the schemas that give the handler its types.
      return respond(c, answer, await handle(input as RouteInput<never, never>, ports));
    });
  }
  return app;
}

function respond(c: Context, answer: RouteAnswer, value: unknown): Response {
  if (value instanceof Response) return value;
  return answer.kind === 'json' ? c.json(value, answer.status) : c.body(null, 204);
}

/**
 * Answers 405 to a method that a known address does not have, and names those it has in `Allow`.
 *
 * It stands behind the routes, so that it is asked only when none of them answered.
 */
export function refuseOtherMethods(app: Hono, routes: readonly RouteSpec[]): Hono {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()]);
  for (const [path, own] of methods) {
    // A server that answers GET answers HEAD.
    const allow = own.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    app.all(path, () => {
      const { problem } = new ProblemError(405, 'method-not-allowed', `This address takes ${allow} only.`);
      const response = problemResponse(problem);
      response.headers.set('allow', allow);
      return response;
    });
  }
  return app;
}

interface Described extends RouteSpec {
  readonly handle: (input: never, ports: never) => unknown;
}

/** Routes as Hono's typed client reads them: `hc<Hono<BlankEnv, ApiOf<typeof ROUTES[number]>, '/'>>(origin)`. */
export type ApiOf<Routes extends Described> = {
  [Path in Routes['path']]: {
    [One in Extract<Routes, { readonly path: Path }> as `$${One['method']}`]: ClientRoute<One>;
  };
};

export type AppOf<Routes extends Described> = Hono<BlankEnv, ApiOf<Routes>, '/'>;

type ClientRoute<One extends Described> = {
  input: (One extends { handle: (input: RouteInput<infer Body, never>, ports: never) => unknown }
    ? Body extends undefined
      ? unknown
      : { json: Body }
    : unknown) &
    (One extends { readonly params: infer Params } ? { param: { [Name in keyof Params]: string } } : unknown) &
    (One extends { readonly headers: infer Headers } ? { header: { [Name in keyof Headers]: string } } : unknown) &
    (One['query'] extends Schema<infer Query> | undefined ? { query?: { [Name in keyof Query]?: string } } : unknown);
} & ClientAnswer<One['answer']>;

type ClientAnswer<Answer> = Answer extends { readonly kind: 'json'; readonly schema: infer S }
  ? { output: Infer<S>; outputFormat: 'json'; status: ContentfulStatusCode }
  : Answer extends { readonly kind: 'empty' }
    ? { output: null; outputFormat: 'body'; status: 204 }
    : { output: Record<never, never>; outputFormat: string; status: StatusCode };
