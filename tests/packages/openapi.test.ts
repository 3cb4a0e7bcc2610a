import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { createCompanionApp } from '../../server/src/companion-app.ts';
import { createPortableApp } from '../../server/src/routes/portable-app.ts';
import { companionOpenApi } from '../../server/src/routes/companion.ts';
import { portableOpenApi } from '../../server/src/routes/portable.ts';
import { readEvents } from '../../server/src/testing/read-events.ts';
import { createTestPorts } from '../../server/src/testing/test-ports.ts';
import { documentedApp, documentSchemas, type Operation } from './openapi/documented-app.ts';
import { type ClientRequest, REQUESTS } from './openapi/requests.ts';

const DOCUMENT = companionOpenApi('1.2.3');
const SCHEMAS = documentSchemas(DOCUMENT);
const BODY_SCHEMA = ['requestBody', 'content', 'application/json', 'schema'];

function operationOf({ operation }: ClientRequest): Operation {
  const found = SCHEMAS.operations.find(({ operationId }) => operationId === operation);
  if (found === undefined) throw new Error(`The document has no operation ${operation}.`);
  return found;
}

test.each([
  ['the companion', companionOpenApi('1.2.3')],
  ['the edge', portableOpenApi('1.2.3')],
])('the document of %s is OpenAPI 3.1 to a validator that is not ours', async (_name, document) => {
  const result = await new Validator().validate(structuredClone({ ...document }));
  expect(result).toMatchObject({ valid: true });
});

/** The routes of an application; middleware has an asterisk, and so has the page, which is files. */
function routesOf(app: { readonly routes: readonly { readonly method: string; readonly path: string }[] }): string[] {
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*'));
  const written = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  return [...new Set(written)].sort();
}

function documented(operations: readonly Operation[]): string[] {
  return operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort();
}

test('every route of the companion is in its document, and no other', async () => {
  const app = createCompanionApp(await createTestPorts());
  expect(documented(SCHEMAS.operations)).toStrictEqual(routesOf(app));
});

test('the document of the edge has the portable routes, and no other', async () => {
  const openApi = portableOpenApi('1.2.3');
  const { shares } = await createTestPorts();
  const app = createPortableApp({ name: 'atip-edge', version: '1.2.3', shares, openApi, report: () => undefined });
  expect(documented(documentSchemas(openApi).operations)).toStrictEqual(routesOf(app));
  expect(Object.keys(openApi['components'] ?? {})).toStrictEqual(['schemas']);
});

test('it is what is served', async () => {
  const send = await documentedApp();
  expect(await (await send('GET', '/api/v1/openapi.json')).json()).toMatchObject({
    openapi: '3.1.0',
    info: { version: '0.0.0-test' },
    paths: DOCUMENT['paths'],
  });
});

test('every operation is asked below, and answers with JSON or events at least once; MCP is tested where it is', () => {
  const asked = new Set(REQUESTS.map(({ operation }) => operation));
  const answered = new Set(REQUESTS.filter(({ status }) => status < 300).map(({ operation }) => operation));
  const missing = SCHEMAS.operations.filter(({ operationId, path, method }) => {
    const steps = ['paths', path, method, 'responses'];
    const hasContent = ['200', '201'].some((status) => SCHEMAS.has(...steps, status, 'content'));
    const isPage = SCHEMAS.has(...steps, '302');
    return !(hasContent && !isPage ? answered : asked).has(operationId);
  });
  expect(missing.map(({ operationId }) => operationId)).toStrictEqual(['getMcp', 'postMcp', 'deleteMcp']);
});

/** Headers that not every answer has. */
const NOTED_HEADERS = ['WWW-Authenticate', 'Retry-After', 'ETag', 'Location'];

test.each(REQUESTS)('$operation $path: $status, request and answer as the document says', async (request) => {
  const { method, path } = operationOf(request);
  const { body, headers, status } = request;
  const steps = ['paths', path, method];
  if (body !== undefined) expect(SCHEMAS.faults(body, ...steps, ...BODY_SCHEMA)).toStrictEqual([]);
  const send = await documentedApp(request.operation);
  const response = await send(method.toUpperCase(), request.path, body, headers);
  expect(response.status).toBe(status);
  const carried = NOTED_HEADERS.filter((name) => response.headers.has(name));
  const noted = NOTED_HEADERS.filter((name) => SCHEMAS.has(...steps, 'responses', String(status), 'headers', name));
  expect(carried).toStrictEqual(noted);
  const type = response.headers.get('content-type')?.replace(/;.*/, '') ?? 'none';
  if (status === 204) {
    expect([await response.text(), SCHEMAS.has(...steps, 'responses', '204', 'content')]).toStrictEqual(['', false]);
    return;
  }
  const content = [...steps, 'responses', String(status), 'content', type];
  if (type !== 'text/event-stream') {
    expect(SCHEMAS.faults(await response.json(), ...content, 'schema')).toStrictEqual([]);
    return;
  }
  const events = await readEvents(response).rest();
  expect(events.length).toBeGreaterThan(2);
  for (const { event, data } of events) {
    expect([event, SCHEMAS.faults(data, ...content, 'x-events', event)]).toStrictEqual([event, []]);
  }
});

const WRONG: readonly unknown[] = [null, 0, 1.5, '', 'x', true, [], [0], {}, { x: 1 }];

test.each(REQUESTS.filter(({ body, status }) => body !== undefined && status < 300))(
  '$operation $path: what the document forbids is refused, and nothing else for its form',
  async (request) => {
    const { method, path } = operationOf(request);
    const bodies = [
      ...WRONG,
      ...Object.keys({ ...request.body }).flatMap((name) => variantsOf({ ...request.body }, name)),
    ];
    const disagreements: unknown[] = [];
    const send = await documentedApp(request.operation);
    for (const body of bodies) {
      const answer = await (await send(method.toUpperCase(), request.path, body, request.headers)).text();
      const refused = answer.includes('"code":"invalid-request"');
      const forbidden = SCHEMAS.faults(body, 'paths', path, method, ...BODY_SCHEMA).length > 0;
      if (refused !== forbidden) disagreements.push({ body, refused, forbidden });
    }
    expect(disagreements).toStrictEqual([]);
  },
);

/** The body with one field, and with each field within it, wrong or gone. */
function variantsOf(body: Readonly<Record<string, unknown>>, name: string): unknown[] {
  const { [name]: value, ...others } = body;
  const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  return [
    others,
    ...WRONG.map((wrong) => ({ ...body, [name]: wrong })),
    ...Object.keys(inner).flatMap((field) => variantsOf(inner, field).map((variant) => ({ ...body, [name]: variant }))),
  ];
}
