import { PROBLEM } from '../schemas/problem-schema.ts';
import { type ComponentWriter, createComponentWriter } from './hoist-components.ts';
import type { RouteSpec } from './route-spec.ts';
import { writeAnswers } from './write-answers.ts';

/** JSON of an OpenAPI document. */
export type OpenApiDocument = { readonly [field: string]: unknown };

export interface OpenApiSettings {
  readonly title: string;
  readonly version: string;
  readonly routes: readonly RouteSpec[];
  /** Whether routes that are not open want a bearer token. */
  readonly token: boolean;
  /** Codes that every route may refuse with, by status. */
  readonly problems: Readonly<Record<number, readonly string[]>>;
}

/**
 * The OpenAPI description of routes, made from the schemas that requests are checked against.
 *
 * Of a stream of events `x-events` has the schema of each event's data: OpenAPI 3.1 has no word for it.
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument({ title, version, routes, token, problems }: OpenApiSettings): OpenApiDocument {
  const writer = createComponentWriter();
  writer.write(PROBLEM);
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

/** One route, with what it takes and answers. */
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
