import type { JsonSchema } from '../../../../server/src/schemas/json-schema.ts';
import type { RouteSpec } from '../../../../server/src/openapi/route-spec.ts';
import { code, prose, table } from '../markdown.ts';
import { codesOf, ROUTES, routeName, type WrittenSchema } from './all-routes.ts';
import { schemaWords } from './schema-words.ts';

/** The generated part of each route's section, by its name. */
export function routeSections(): ReadonlyMap<string, string> {
  return new Map(ROUTES.map((route) => [routeName(route), routeSection(route)]));
}

function routeSection(route: RouteSpec): string {
  const { summary, params = {}, query, headers = {}, body } = route;
  const rows: [string, string][] = [
    ['served by', route.tag === 'portable' ? 'companion, Worker, portable app' : 'companion'],
    ['asks for', caller(route)],
    ['path', fields(params, (name) => `:${name}`)],
    ['query', fields(query?.properties ?? {}, (name) => `?${name}=`)],
    ['header', fields(headers, (name) => `${name}:`)],
    ['body', body ? link(body) : ''],
    ['answers', answers(route)],
    ['refuses with', refusals(route)],
  ];
  return `${prose(summary)}.\n\n${table(
    ['', ''],
    rows.filter(([, text]) => text !== ''),
  )}`;
}

function caller({ method, open, operationId, path, tag }: RouteSpec): string {
  if (operationId === 'openSession') return "a link's code; no token";
  if (open) return 'nothing; whoever has the address';
  if (tag === 'companion') return 'the token';
  const writes =
    path.includes('/shares') && method !== 'get' ? '; the Worker takes writes from its own page and from programs' : '';
  return `the token at a companion; nothing at the Worker${writes}`;
}

function fields(schemas: Readonly<Record<string, JsonSchema>>, write: (name: string) => string): string {
  const parts = Object.entries(schemas).map(([name, schema]) => `${code(write(name))} ${link(schema)}`);
  return parts.join('; ');
}

function link(schema: JsonSchema): string {
  return schemaWords(written(schema));
}

/** As `openapi.json` has it: what has a name is referred to. */
function written({ title, items, ...schema }: JsonSchema): WrittenSchema {
  if (title !== undefined) return { $ref: `/${title}` };
  return { ...schema, ...(items && { items: written(items) }) };
}

function answers({ answer }: RouteSpec): string {
  switch (answer.kind) {
    case 'json': {
      const again = answer.again === undefined ? '' : `, ${answer.again} when it was there`;
      const headers = answer.headers ? `, with ${answer.headers.map(code).join(', ')}; 304 when the client has it` : '';
      return `${answer.status}${again}: ${link(answer.schema)}${headers}`;
    }
    case 'events': {
      const events = Object.entries(answer.events).map(([name, schema]) => `${code(name)} ${link(schema)}`);
      const json = answer.json ? `; to \`Accept: application/json\` ${link(answer.json)} at the end` : '';
      return `200, \`text/event-stream\`: ${events.join(', ')}${json}`;
    }
    case 'empty':
      return `${answer.status}, without a body`;
    case 'page':
      return '302 to the page, or 200 with a page that leads there';
    case 'foreign':
      return prose(answer.description);
  }
}

/** What only this route refuses with; what every route does is said once. */
function refusals(route: RouteSpec): string {
  const own = Object.entries(route.problems ?? {}).map(([status, codes]) => `${status} ${codes.map(code).join(', ')}`);
  const known = new Set(Object.values(route.problems ?? {}).flat());
  const atCompanion = codesOf(route, 'companion');
  const added = [...codesOf(route, 'worker')].flatMap(([status, codes]) => {
    const only = codes.filter(
      (one) => !known.has(one) && !(status !== '403' && atCompanion.get(status)?.includes(one)),
    );
    return only.length > 0 && status !== '500' ? [`${status} ${only.map(code).join(', ')}`] : [];
  });
  return [own.join('; '), added.length > 0 ? `at the Worker also ${added.join('; ')}` : ''].filter(Boolean).join('; ');
}
