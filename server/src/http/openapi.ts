import { isRecord } from '@atip/core/internal';
import { ProblemSchema } from './problem.ts';
import type { RouteAnswer, RouteSpec } from './route.ts';
import type { JsonSchema } from './schema.ts';

export type OpenApiDocument = { readonly [field: string]: unknown };

/** Refusal codes by status. */
type Codes = Readonly<Record<number, readonly string[]>>;

/**
 * Describes routes as OpenAPI, from the schemas that check requests. `x-events` has the schemas of a stream's
 * events.
 * @param about `token`: routes that are not open require a bearer token; `problems`: those of every route
 * @throws Error when two schemas share a name
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument(about: {
  readonly title: string;
  readonly version: string;
  readonly routes: readonly RouteSpec[];
  readonly token: boolean;
  readonly problems: Codes;
}): OpenApiDocument {
  const { title, version, routes, token, problems } = about;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const secured = token && route.open !== true;
    paths[path] = { ...paths[path], [route.method]: operationOf(route, secured, problems) };
  }
  const { value, schemas } = withComponents({ paths, problem: ProblemSchema });
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'MIT', identifier: 'MIT' } },
    tags: [
      { name: 'portable', description: 'Wherever this API is served.' },
      { name: 'companion', description: 'Where commands can run.' },
    ].filter(({ name }) => routes.some(({ tag }) => tag === name)),
    paths: value.paths,
    components: token ? { schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } : { schemas },
  };
}

/** Moves each titled schema to the components, and drops fields that are undefined. */
function withComponents<Value>(whole: Value): { readonly value: Value; readonly schemas: OpenApiDocument } {
  const sources = new Map<string, unknown>();
  const written: Record<string, unknown> = {};
  const write = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (_key, part: unknown) => {
        if (!isRecord(part) || typeof part['title'] !== 'string') return part;
        const { title, ...schema } = part;
        const known = sources.get(title);
        if (known !== undefined && known !== part) throw new Error(`Two schemas are called ${title}.`);
        sources.set(title, part);
        if (known === undefined) written[title] = write(schema);
        return { $ref: `#/components/schemas/${title}` };
      }),
    );
  // Only JSON went in, and schemas are values of any form.
  const value = write(whole) as Value;
  return { value, schemas: Object.fromEntries(Object.entries(written).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function operationOf(route: RouteSpec, secured: boolean, everywhere: Codes): OpenApiDocument {
  const { operationId, summary, tag, body, query, answer, problems } = route;
  const parameters = parametersOf(route);
  const refused = [
    everywhere,
    secured ? REFUSED_TOKEN : {},
    body ? REFUSED_BODY : {},
    query ? REFUSED_QUERY : {},
    problems ?? {},
  ];
  return {
    operationId,
    summary,
    tags: [tag],
    security: secured ? [{ token: [] }] : undefined,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: body && { required: true, content: { 'application/json': { schema: body } } },
    responses: { ...answerOf(answer), ...problemsOf(refused) },
  };
}

function parametersOf({ params = {}, query, headers = {} }: RouteSpec): OpenApiDocument[] {
  const places = [
    ['path', true, params],
    ['query', false, query?.properties ?? {}],
    ['header', true, headers],
  ] as const;
  return places.flatMap(([place, required, schemas]) =>
    Object.entries<JsonSchema>(schemas).map(([name, schema]) => {
      // A list is one text with commas.
      const list = place === 'query' && schema.type === 'array' ? { style: 'form', explode: false } : {};
      return { name, in: place, required, ...list, schema };
    }),
  );
}

const REFUSED_BODY: Codes = {
  400: ['invalid-json', 'invalid-request'],
  413: ['body-too-large'],
  415: ['json-required'],
};
const REFUSED_QUERY: Codes = { 400: ['invalid-request'] };
const REFUSED_TOKEN: Codes = { 401: ['token-required'], 429: ['too-many-attempts'] };

/** Headers of refusals, by status. */
const HEADERS: Readonly<Record<string, readonly string[]>> = { 401: ['WWW-Authenticate'], 429: ['Retry-After'] };

function problemsOf(sources: readonly Codes[]): OpenApiDocument {
  const statuses = [...new Set(sources.flatMap((codes) => Object.keys(codes)))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = [...new Set(sources.flatMap((source) => source[Number(status)] ?? []))];
      const schema = {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { properties: { status: { const: Number(status) }, code: { enum: codes } } },
        ],
      };
      const content = { 'application/problem+json': { schema } };
      return [status, { description: codes.join(', '), headers: headersOf(HEADERS[status]), content }];
    }),
  );
}

function answerOf(answer: RouteAnswer): OpenApiDocument {
  switch (answer.kind) {
    case 'json': {
      const { status, again, schema } = answer;
      const headers = headersOf(answer.headers);
      const content = { 'application/json': { schema } };
      return {
        [status]: { description: 'Done.', headers, content },
        [again ?? status]: { description: again === undefined ? 'Done.' : 'Nothing new was stored.', headers, content },
        304: answer.headers?.includes('ETag') ? { description: 'The client has it.' } : undefined,
      };
    }
    case 'events': {
      const events = { schema: { type: 'string' }, 'x-events': answer.events };
      const json = answer.json && { schema: answer.json };
      const content = { 'text/event-stream': events, 'application/json': json };
      return { 200: { description: 'Events as they happen.', content } };
    }
    case 'empty':
      return { [answer.status]: { description: 'Done.' } };
    case 'page':
      return {
        302: { description: 'The page is at Location.', headers: headersOf(['Location']) },
        200: { description: 'A page that leads on.', content: { 'text/html': { schema: { type: 'string' } } } },
      };
    case 'foreign':
      return { default: { description: answer.description } };
  }
}

function headersOf(names: readonly string[] | undefined): OpenApiDocument | undefined {
  return names && Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));
}
