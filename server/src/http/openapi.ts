import { ProblemSchema } from './problem.ts';
import type { RouteAnswer, RouteSpec } from './route.ts';
import type { JsonSchema } from './schema.ts';

export type OpenApiDocument = { readonly [field: string]: unknown };

export interface OpenApiSettings {
  readonly title: string;
  readonly version: string;
  readonly routes: readonly RouteSpec[];
  /** True: routes that are not open require a bearer token. */
  readonly token: boolean;
  /** Refusal codes of every route, by status. */
  readonly problems: Readonly<Record<number, readonly string[]>>;
}

/**
 * Describes routes as OpenAPI, from the schemas that check requests. `x-events` has the schemas of a stream's
 * events.
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument({ title, version, routes, token, problems }: OpenApiSettings): OpenApiDocument {
  const writer = createComponentWriter();
  writer.write(ProblemSchema);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const secured = token && route.open !== true;
    paths[path] = { ...paths[path], [route.method]: writeOperation(route, secured, problems, writer) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'MIT', identifier: 'MIT' } },
    tags: [
      { name: 'portable', description: 'Wherever this API is served.' },
      { name: 'companion', description: 'Where commands can run.' },
    ].filter(({ name }) => routes.some(({ tag }) => tag === name)),
    paths,
    components: {
      schemas: writer.components(),
      ...(token && { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } }),
    },
  };
}

function writeOperation(
  route: RouteSpec,
  secured: boolean,
  problems: OpenApiSettings['problems'],
  writer: ComponentWriter,
): OpenApiDocument {
  const parameters = writeParameters(route, writer);
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    ...(secured && { security: [{ token: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: writer.write(route.body) } } },
    }),
    responses: writeAnswers(route, secured, problems, writer),
  };
}

function writeParameters(
  { params = {}, query, headers = {} }: RouteSpec,
  writer: ComponentWriter,
): readonly OpenApiDocument[] {
  const inPath = Object.entries(params).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: writer.write(schema),
  }));
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    // A list is one text with commas.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema: writer.write(schema),
  }));
  const inHeader = Object.entries(headers).map(([name, schema]) => ({
    name,
    in: 'header',
    required: true,
    schema: writer.write(schema),
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

type Codes = Readonly<Record<number, readonly string[]>>;

const REFUSED_BODY: Codes = {
  400: ['invalid-json', 'invalid-request'],
  413: ['body-too-large'],
  415: ['json-required'],
};
const REFUSED_QUERY: Codes = { 400: ['invalid-request'] };
const REFUSED_TOKEN: Codes = { 401: ['token-required'], 429: ['too-many-attempts'] };

/** Headers of refusals, by status. */
const HEADERS: Readonly<Record<string, readonly string[]>> = { 401: ['WWW-Authenticate'], 429: ['Retry-After'] };

function writeAnswers(route: RouteSpec, secured: boolean, everywhere: Codes, writer: ComponentWriter): OpenApiDocument {
  const codes = [
    everywhere,
    secured ? REFUSED_TOKEN : {},
    route.body ? REFUSED_BODY : {},
    route.query ? REFUSED_QUERY : {},
    route.problems ?? {},
  ];
  return { ...writeAnswer(route.answer, writer), ...writeProblems(codes) };
}

function writeProblems(sources: readonly Codes[]): OpenApiDocument {
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
      const headers = HEADERS[status];
      return [
        status,
        {
          description: codes.join(', '),
          ...(headers && { headers: writeHeaders(headers) }),
          content: { 'application/problem+json': { schema } },
        },
      ];
    }),
  );
}

function writeAnswer(answer: RouteAnswer, writer: ComponentWriter): OpenApiDocument {
  switch (answer.kind) {
    case 'json': {
      const written = {
        ...(answer.headers && { headers: writeHeaders(answer.headers) }),
        content: { 'application/json': { schema: writer.write(answer.schema) } },
      };
      return {
        [answer.status]: { description: 'Done.', ...written },
        ...(answer.again !== undefined && { [answer.again]: { description: 'It was there before.', ...written } }),
        ...(answer.headers?.includes('ETag') && { 304: { description: 'The client has it.' } }),
      };
    }
    case 'events':
      return { 200: { description: 'Events as they happen.', content: writeEvents(answer, writer) } };
    case 'empty':
      return { [answer.status]: { description: 'Done.' } };
    case 'page':
      return {
        302: { description: 'The page is at Location.', headers: writeHeaders(['Location']) },
        200: { description: 'A page that leads on.', content: { 'text/html': { schema: { type: 'string' } } } },
      };
    case 'foreign':
      return { default: { description: answer.description } };
  }
}

function writeEvents(
  { events, json }: Extract<RouteAnswer, { kind: 'events' }>,
  writer: ComponentWriter,
): OpenApiDocument {
  const data = Object.entries(events).map(([name, schema]) => [name, writer.write(schema)] as const);
  return {
    'text/event-stream': { schema: { type: 'string' }, 'x-events': Object.fromEntries(data) },
    ...(json && { 'application/json': { schema: writer.write(json) } }),
  };
}

function writeHeaders(names: readonly string[]): OpenApiDocument {
  return Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));
}

/** A schema in the form of `openapi.json`: named ones are `{ "$ref": "#/components/schemas/NAME" }`. */
type WrittenSchema = { readonly [keyword: string]: unknown };

interface ComponentWriter {
  /** @throws Error when two schemas share a name. */
  write(schema: JsonSchema): WrittenSchema;
  components(): Readonly<Record<string, WrittenSchema>>;
}

/** Writes schemas so that each titled one appears once, among the components. */
function createComponentWriter(): ComponentWriter {
  const sources = new Map<string, JsonSchema>();
  const written: Record<string, WrittenSchema> = {};
  const write = (schema: JsonSchema): WrittenSchema => {
    const { title } = schema;
    if (title === undefined) return writeFields(schema, write);
    const known = sources.get(title);
    if (known !== undefined && known !== schema) throw new Error(`Two schemas are called ${title}.`);
    if (known === undefined) {
      sources.set(title, schema);
      written[title] = writeFields(schema, write);
    }
    return { $ref: `#/components/schemas/${title}` };
  };
  return { write, components: () => Object.fromEntries(Object.entries(written).sort(byName)) };
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

function writeFields(
  { title: _title, properties, items, additionalProperties, ...keywords }: JsonSchema,
  write: (schema: JsonSchema) => WrittenSchema,
): WrittenSchema {
  const fields = properties && Object.entries(properties).map(([name, field]) => [name, write(field)] as const);
  return {
    ...keywords,
    ...(fields && { properties: Object.fromEntries(fields) }),
    ...(items && { items: write(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : write(additionalProperties),
    }),
  };
}
