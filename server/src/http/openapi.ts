import { isRecord } from '@atip/core/internal';
import { ProblemSchema } from './problem.ts';
import type { DescribedRoute } from './operation.ts';

export type OpenApiDocument = { readonly [field: string]: unknown };

/** Refusal codes by status. */
type Codes = Readonly<Record<number, readonly string[]>>;

/**
 * Describes routes as OpenAPI, from the schemas that check requests. `x-events` has the schemas of a stream's events.
 * @param about `portable` and `companion`: routes by their tag; `token`: routes that are not open require a bearer token;
 * `problems`: those of every route
 * @throws Error when two schemas share a name
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument(about: {
  readonly title: string;
  readonly version: string;
  readonly portable: readonly DescribedRoute[];
  readonly companion?: readonly DescribedRoute[];
  readonly token: boolean;
  readonly problems: Codes;
}): OpenApiDocument {
  const { title, version, portable, companion = [], token, problems } = about;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of [...portable, ...companion]) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const tag = portable.includes(route) ? 'portable' : 'companion';
    const secured = token && route.open !== true;
    paths[path] = { ...paths[path], [route.method]: operationOf(route, tag, secured, problems) };
  }
  const { value, schemas } = withComponents({ paths, problem: ProblemSchema });
  const tags = [{ name: 'portable', description: 'Wherever this API is served.' }];
  if (companion.length > 0) tags.push({ name: 'companion', description: 'Where commands can run.' });
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'MIT', identifier: 'MIT' } },
    tags,
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

function operationOf(route: DescribedRoute, tag: string, secured: boolean, everywhere: Codes): OpenApiDocument {
  const { id, summary, body, query, problems } = route;
  const parameters = parametersOf(route);
  const refused = [everywhere, secured && REFUSED_TOKEN, body && REFUSED_BODY, query && REFUSED_QUERY, problems];
  return {
    operationId: id,
    summary,
    tags: [tag],
    security: secured ? [{ token: [] }] : undefined,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: body && { required: true, content: { 'application/json': { schema: body } } },
    responses: { ...answersOf(route), ...problemsOf(refused.map((codes) => codes || {})) },
  };
}

function parametersOf({ params = {}, query }: DescribedRoute): OpenApiDocument[] {
  const inPath = Object.entries(params).map(([name, schema]) => ({ name, in: 'path', required: true, schema }));
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => {
    // A list is one text with commas.
    const list = schema.type === 'array' ? { style: 'form', explode: false } : {};
    return { name, in: 'query', required: false, ...list, schema };
  });
  return [...inPath, ...inQuery];
}

const REFUSED_BODY: Codes = {
  400: ['invalid-json', 'invalid-request'],
  413: ['body-too-large'],
  415: ['json-required'],
};
const REFUSED_QUERY: Codes = { 400: ['invalid-request'] };
const REFUSED_TOKEN: Codes = { 401: ['token-required'], 429: ['too-many-attempts'] };

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
      return [status, { description: codes.join(', '), headers: HEADERS[status], content }];
    }),
  );
}

/** Headers in an answer. */
export const headers = (...names: readonly string[]): OpenApiDocument =>
  Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));

/** Headers of refusals, by status. */
const HEADERS: Readonly<Record<string, OpenApiDocument>> = {
  401: headers('WWW-Authenticate'),
  429: headers('Retry-After'),
};

function answersOf({ answer, status, events, responses }: DescribedRoute): OpenApiDocument {
  const json = answer && { 'application/json': { schema: answer } };
  if (events) {
    const content = { 'text/event-stream': { schema: { type: 'string' }, 'x-events': events }, ...json };
    return { 200: { description: 'Events as they happen.', content } };
  }
  const done = { description: 'Done.', content: json, ...responses?.[200] };
  if (status === 201) return { 201: done, 200: { ...done, description: 'Nothing new was stored.' } };
  if (json) return { ...responses, 200: done };
  return responses ?? { 204: { description: 'Done.' } };
}
