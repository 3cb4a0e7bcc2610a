import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { createCompanionApp } from '../../server/src/companion-app.ts';
import { companionOpenApi } from '../../server/src/routes/companion.ts';
import { createPortableApp } from '../../server/src/routes/portable-app.ts';
import { portableOpenApi } from '../../server/src/routes/portable.ts';
import { createTestPorts } from '../../server/src/testing/test-ports.ts';

const DOCUMENT = companionOpenApi('1.2.3');

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

function documented({ paths = {} }: Readonly<Record<string, unknown>>): string[] {
  const methods = Object.entries(Object(paths));
  return methods
    .flatMap(([path, operations]) => Object.keys(Object(operations)).map((method) => `${method.toUpperCase()} ${path}`))
    .sort();
}

test('every route of the companion is in its document, and no other', async () => {
  const app = createCompanionApp(await createTestPorts());
  expect(documented(DOCUMENT)).toStrictEqual(routesOf(app));
});

test('the document of the edge has the portable routes, and no other', async () => {
  const openApi = portableOpenApi('1.2.3');
  const { shares } = await createTestPorts();
  const app = createPortableApp({ name: 'atip-edge', version: '1.2.3', shares, openApi, report: () => undefined });
  expect(documented(openApi)).toStrictEqual(routesOf(app));
  expect(Object.keys(openApi['components'] ?? {})).toStrictEqual(['schemas']);
});
