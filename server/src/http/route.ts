import type { Context, Hono } from 'hono';
import type { BlankEnv } from 'hono/types';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { ProblemError, problemResponse } from './problem.ts';
import type { Infer, JsonSchema, TypedSchema } from './schema.ts';

export type RouteAnswer =
  | {
      readonly kind: 'json';
      readonly status: 200 | 201;
      /** The status when the same content was there before. */
      readonly again?: 200;
      readonly schema: JsonSchema;
      readonly headers?: readonly string[];
    }
  /** `events`: the schema of each event's data; `json`: the answer to `Accept: application/json` instead. */
  | { readonly kind: 'events'; readonly events: Readonly<Record<string, JsonSchema>>; readonly json?: JsonSchema }
  | { readonly kind: 'empty'; readonly status: 204 }
  /** A page, or a redirect to it. */
  | { readonly kind: 'page' }
  /** Another protocol answers. */
  | { readonly kind: 'foreign'; readonly description: string };

export interface RouteSpec {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'delete';
  /** In Hono's syntax: `/api/v1/tools/:name`. */
  readonly path: string;
  readonly summary: string;
  /** `portable`: everywhere; `companion`: only where commands can run. */
  readonly tag: 'portable' | 'companion';
  /** True: served without the token. */
  readonly open?: boolean;
  readonly params?: Readonly<Record<string, JsonSchema>>;
  /** The schema of an object with the query's names as fields. */
  readonly query?: JsonSchema;
  /** Headers that the route reads, by name. */
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  readonly body?: JsonSchema;
  readonly answer: RouteAnswer;
  /** Stable refusal codes by status, without those of every route. */
  readonly problems?: Readonly<Record<number, readonly string[]>>;
}

export interface RouteInput<Body, Query> {
  readonly body: Body;
  readonly query: Query;
  readonly request: Request;
  /** A part of the path, such as the `id` of `/shares/:id`. */
  readonly param: (name: string) => string;
}

/** A handler answers with the JSON of its schema or with a whole response; for an empty answer its value is ignored. */
type Result<Answer> = Answer extends { readonly kind: 'json'; readonly schema: infer S }
  ? Infer<S> | Response
  : Answer extends { readonly kind: 'empty' }
    ? unknown
    : Response;

interface Route<Ports> extends RouteSpec {
  readonly handle: (input: RouteInput<never, never>, ports: Ports) => unknown;
}

/** Declares a route; the handler's input and answer have the types of the schemas. */
export function route<
  Ports,
  const Spec extends Omit<RouteSpec, 'body' | 'query'>,
  Body = undefined,
  Query = Record<never, never>,
>(
  spec: Spec & { readonly body?: TypedSchema<Body>; readonly query?: TypedSchema<Query> },
  handle: (input: RouteInput<Body, Query>, ports: Ports) => Result<Spec['answer']> | Promise<Result<Spec['answer']>>,
): Spec & {
  readonly body?: TypedSchema<Body>;
  readonly query?: TypedSchema<Query>;
  readonly handle: (input: RouteInput<Body, Query>, ports: Ports) => unknown;
} {
  return { ...spec, handle };
}

/** Compiled checks of bodies and queries, by operation. `npm run build` writes them. */
export type Checks = Readonly<Record<string, { readonly body?: RequestCheck; readonly query?: RequestCheck }>>;

/** Adds routes to an application. @throws Error for a schema without a compiled check: run `npm run build`. */
export function addRoutes<Ports>(app: Hono, routes: readonly Route<Ports>[], checks: Checks, ports: Ports): Hono {
  for (const { operationId, method, path, body, query, answer, handle } of routes) {
    const check = checks[operationId];
    if ((body && !check?.body) || (query && !check?.query)) {
      throw new Error(`The schemas of ${operationId} are not compiled. Run: npm run build`);
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

/** Answers 405, with `Allow`, to a method that a known address does not have. Comes after the routes. */
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
type ApiOf<Routes extends Described> = {
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
    (One['query'] extends TypedSchema<infer Query> | undefined
      ? { query?: { [Name in keyof Query]?: string } }
      : unknown);
} & ClientAnswer<One['answer']>;

type ClientAnswer<Answer> = Answer extends { readonly kind: 'json'; readonly schema: infer S }
  ? { output: Infer<S>; outputFormat: 'json'; status: ContentfulStatusCode }
  : Answer extends { readonly kind: 'empty' }
    ? { output: null; outputFormat: 'body'; status: 204 }
    : { output: Record<never, never>; outputFormat: string; status: StatusCode };

/** Bytes of a request body, 4 MiB. */
const MAX_BODY = 4_194_304;

const MAX_NAME = 80;

interface RequestCheck {
  (value: unknown): boolean;
  errors?: readonly Fault[] | null;
}

interface Fault {
  /** JSON Pointer, such as `/sources/1`. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** @throws ProblemError 415 for another content type, which keeps out other sites' forms; 413 beyond 4 MiB, unread; 400. */
async function readBody({ req }: Context, check: RequestCheck): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(req.header('content-type') ?? '')) {
    throw new ProblemError(415, 'json-required', 'Send the body with "Content-Type: application/json".');
  }
  const body = parseJson(await readText(req.raw));
  assertValid(body, check, 'The body');
  return body;
}

/** Reads a query: lists with commas or repeated, numbers of at most 15 digits; unknown names are ignored. @throws ProblemError */
function readQuery({ req }: Context, { properties = {} }: JsonSchema, check: RequestCheck): unknown {
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const given = req.queries(name);
    return given === undefined ? [] : [[name, readField(field, given)] as const];
  });
  const query = Object.fromEntries(fields);
  assertValid(query, check, 'The query');
  return query;
}

/** An unreadable value stays as it is, so that the schema refuses it. */
function readField(field: JsonSchema, given: readonly string[]): unknown {
  if (field.type === 'array') return given.flatMap((text) => text.split(','));
  const [text = ''] = given;
  if (given.length !== 1) return given;
  return field.type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** @throws ProblemError 400 `invalid-request`, which names the field and its type, and never its value. */
function assertValid(value: unknown, check: RequestCheck, whole: string): void {
  if (check(value)) return;
  const [fault] = check.errors ?? [];
  throw new ProblemError(400, 'invalid-request', fault ? describeFault(fault, whole) : `${whole} is invalid.`);
}

/** Shape: → `sources[1] must be string,object.`; `policy has no field "allow".` */
function describeFault({ instancePath, keyword, params, message }: Fault, whole: string): string {
  // The names in our schemas need no escaping in a JSON Pointer.
  const path = instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  const where = path.slice(0, MAX_NAME) || whole;
  if (keyword === 'required') return `${where} must have the field ${String(params['missingProperty'])}.`;
  if (keyword === 'additionalProperties') {
    return `${where} has no field ${JSON.stringify(String(params['additionalProperty']).slice(0, MAX_NAME))}.`;
  }
  if (keyword === 'enum') return `${where} must be one of ${[params['allowedValues']].flat().join(', ')}.`;
  return `${where} ${message}.`;
}

async function readText(request: Request): Promise<string> {
  const stated = request.headers.get('content-length');
  if (Number(stated ?? 0) > MAX_BODY) throw tooLarge();
  if (stated === null) return request.body === null ? '' : readChunks(request.body.getReader());
  // The server enforces the stated length, and reading it whole is much faster than by a stream.
  const bytes = new Uint8Array(await request.arrayBuffer().catch(brokenOff));
  if (bytes.byteLength > MAX_BODY) throw tooLarge();
  return decodeBody(new TextDecoder('utf-8', { fatal: true }), bytes);
}

/** A chunked body does not state its length, so we count its bytes. */
async function readChunks(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return text + decodeBody(decoder);
    size += value.byteLength;
    if (size > MAX_BODY) throw tooLarge();
    text += decodeBody(decoder, value);
  }
}

function tooLarge(): ProblemError {
  return new ProblemError(413, 'body-too-large', `A body may have at most ${MAX_BODY} bytes.`);
}

/** The client is gone, so nobody reads this answer; it keeps us from reporting the failure as ours. */
function brokenOff(cause: unknown): never {
  throw new ProblemError(400, 'body-broken-off', 'The connection ended before the body did.', { cause });
}

function decodeBody(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw new ProblemError(400, 'invalid-json', 'The body is not valid UTF-8.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProblemError(400, 'invalid-json', 'The body is not valid JSON.', { cause });
  }
}

/** True when `If-None-Match` names a tag, or anything. @see RFC 9110 §13.1.2: the comparison is the weak one. */
export function holdsTag(header: string | undefined, tag: string | null): boolean {
  if (header === undefined || tag === null) return false;
  return header.split(',').some((held) => ['*', tag].includes(held.trim().replace(/^W\//, '')));
}
