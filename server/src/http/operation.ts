import type { Env, Hono, MiddlewareHandler, TypedResponse } from 'hono';
import type { RouterRoute } from 'hono/types';
import { ProblemError, problemResponse } from './problem.ts';
import type { JsonSchema, TypedSchema } from './schema.ts';
import { readBody, readQuery, type RequestCheck } from './validate.ts';

/** The description of a route: its middleware checks requests by it, and OpenAPI and the typed client come from it. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  /** True: served without the token. */
  readonly open?: boolean;
  readonly params?: Readonly<Record<string, JsonSchema>>;
  /** The schema of an object with the query's names as fields. */
  readonly query?: JsonSchema;
  readonly body?: JsonSchema;
  /** The schema of the JSON answer. Without it, `events` and `responses` the answer is empty. */
  readonly answer?: JsonSchema;
  /** 201: the answer says that something was stored, or 200 where it was there before. */
  readonly status?: 201;
  /** The schema of each event's data; `answer` is for `Accept: application/json` then. */
  readonly events?: Readonly<Record<string, JsonSchema>>;
  /** In OpenAPI's form, by status: answers that no schema describes, and additions to the one of `answer`. */
  readonly responses?: Readonly<Record<string, object>>;
  /** Stable refusal codes by status, without those of every route. */
  readonly problems?: Readonly<Record<number, readonly string[]>>;
}

/** Compiled checks of bodies and queries, by operation. `npm run build` writes them. */
export type Checks = Readonly<Record<string, { readonly body?: RequestCheck; readonly query?: RequestCheck }>>;

type Answer<Value> = Response & TypedResponse<Value, 200 | 201, 'json'>;

interface Checked<Body, Query> {
  in: (unknown extends Body ? object : { json: Body }) &
    (unknown extends Query ? object : { query?: { [Name in keyof Query]?: string } });
  out: { json: Body; query: Query };
}

/**
 * A middleware for one route: `c.req.valid` has the checked body and query then, and `c.var.answer` answers with the JSON of the
 * schema.
 */
export function operation<Body, Query, Value>(
  id: string,
  summary: string,
  described: Omit<Operation, 'id' | 'summary'> & {
    readonly body?: TypedSchema<Body>;
    readonly query?: TypedSchema<Query>;
    readonly answer?: TypedSchema<Value>;
  },
): MiddlewareHandler<
  { Variables: { checks: Checks; answer: (value: Value, status?: 200 | 201) => Answer<Value> } },
  string,
  Checked<Body, Query>
> {
  const { body, query, status: usual = 200 } = described;
  return Object.assign<MiddlewareHandler, { readonly operation: Operation }>(
    async (c, next) => {
      const check = (c.get('checks') as Checks)[id];
      if ((body && !check?.body) || (query && !check?.query)) throw new Error(`${id} is not compiled: npm run build`);
      if (check?.body) c.req.addValidatedData('json', (await readBody(c.req.raw, check.body)) as object);
      if (query && check?.query) c.req.addValidatedData('query', readQuery(c.req, query, check.query));
      c.set('answer', (value: object, status: 200 | 201 = usual) => c.json(value, status));
      await next();
    },
    { operation: { id, summary, ...described } },
  );
}

/** Gives the routes below it what they use, as `c.env`, and their compiled checks. */
export function provide<Bindings extends object>(
  env: Bindings,
  checks: Checks,
): MiddlewareHandler<{ Bindings: Bindings; Variables: { checks: Checks } }> {
  return async (c, next) => {
    c.env = env;
    c.set('checks', checks);
    await next();
  };
}

export interface DescribedRoute extends Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** In Hono's syntax: `/api/v1/tools/:name`. */
  readonly path: string;
}

/** The routes of an application that have an operation, in the order of their definition. */
export function describedRoutes({ routes }: { readonly routes: readonly RouterRoute[] }): readonly DescribedRoute[] {
  return routes.flatMap(({ method, path, handler }) =>
    'operation' in handler
      ? // Only `operation` sets it, and Hono has methods in capitals.
        [{ ...(handler.operation as Operation), path, method: method.toLowerCase() as DescribedRoute['method'] }]
      : [],
  );
}

/** Answers 405, with `Allow`, to a method that a known address does not have. Comes after the routes. */
export function refuseOtherMethods<App extends Env>(app: Hono<App>): void {
  const allowed = new Map<string, string[]>();
  for (const { path, method } of describedRoutes(app)) {
    // A server that answers GET answers HEAD.
    const methods = method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
    allowed.set(path, [...(allowed.get(path) ?? []), ...methods]);
  }
  for (const [path, methods] of allowed) {
    const allow = methods.join(', ');
    app.all(path, () => {
      const refusal = new ProblemError(405, 'method-not-allowed', `This address takes ${allow} only.`);
      const response = problemResponse(refusal);
      response.headers.set('allow', allow);
      return response;
    });
  }
}

/** True when `If-None-Match` names a tag, or anything. @see RFC 9110 §13.1.2: the comparison is the weak one. */
export function holdsTag(header: string | undefined, tag: string | null): boolean {
  if (header === undefined || tag === null) return false;
  return header.split(',').some((held) => ['*', tag].includes(held.trim().replace(/^W\//, '')));
}
