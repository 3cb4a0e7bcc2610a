import type { ComponentWriter } from './hoist-components.ts';
import type { RouteAnswer, RouteSpec } from './route-spec.ts';

type Codes = Readonly<Record<number, readonly string[]>>;
type Written = Readonly<Record<string, unknown>>;

const REFUSED_BODY: Codes = {
  400: ['invalid-json', 'invalid-request'],
  413: ['body-too-large'],
  415: ['json-required'],
};
const REFUSED_QUERY: Codes = { 400: ['invalid-request'] };
const REFUSED_TOKEN: Codes = { 401: ['token-required'], 429: ['too-many-attempts'] };

/** What refusals carry besides their problem, by status. */
const HEADERS: Readonly<Record<string, readonly string[]>> = { 401: ['WWW-Authenticate'], 429: ['Retry-After'] };

/** A route's responses: what it answers with, and its refusals with their codes. */
export function writeAnswers(route: RouteSpec, secured: boolean, everywhere: Codes, writer: ComponentWriter): Written {
  const codes = [
    everywhere,
    secured ? REFUSED_TOKEN : {},
    route.body ? REFUSED_BODY : {},
    route.query ? REFUSED_QUERY : {},
    route.problems ?? {},
  ];
  return { ...writeAnswer(route.answer, writer), ...writeProblems(codes) };
}

function writeProblems(sources: readonly Codes[]): Written {
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

function writeAnswer(answer: RouteAnswer, writer: ComponentWriter): Written {
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

function writeEvents({ events, json }: Extract<RouteAnswer, { kind: 'events' }>, writer: ComponentWriter): Written {
  const data = Object.entries(events).map(([name, schema]) => [name, writer.write(schema)] as const);
  return {
    'text/event-stream': { schema: { type: 'string' }, 'x-events': Object.fromEntries(data) },
    ...(json && { 'application/json': { schema: writer.write(json) } }),
  };
}

function writeHeaders(names: readonly string[]): Written {
  return Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));
}
