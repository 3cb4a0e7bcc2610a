import { POLICY_PRESETS } from '@atip/core';
import type { ScanCounts } from '@atip/node';
import type { KeptRules } from '@atip/node/internal';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { createCompanionApp } from '../../../server/src/companion-app.ts';
import { DEMO_TOOL } from '../../../server/src/testing/demo-tool.ts';
import { createTestPorts, TEST_TOKEN } from '../../../server/src/testing/test-ports.ts';
import { SHARE } from './requests.ts';

const ORIGIN = 'http://127.0.0.1:4170';
const HASH = `sha256:${'0'.repeat(64)}` as const;
const FOUND = { tool: DEMO_TOOL, origin: 'probed', source: '/bin/demo', hash: HASH, issues: [] } as const;
const COUNTS: ScanCounts = {
  directories: 1,
  executables: 2,
  skipped: 1,
  cached: 0,
  read: 2,
  bytes: 10,
  marked: 2,
  canonical: 0,
  asked: 2,
  started: 3,
};

const KEPT = { id: '1', host: 'github.com', file: '/home/ada/config.json' };
const RULES: KeptRules = {
  policy: () => POLICY_PRESETS.standard,
  about: () => ({ offers: [], keep: async () => KEPT }),
  saw: () => undefined,
  keepHost: async () => KEPT,
  forget: async () => false,
};

/** A request to an application over test ports; `{share}` in its path is a share that is there. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>;

/** A companion with one share, a discovery that has every event, and a link with the code `code-1`. */
export async function documentedApp(operation?: string): Promise<Send> {
  const ports = await createTestPorts({
    scan: async function* () {
      yield await Promise.resolve({ event: 'progress', phase: 'asking', done: 1, total: 2 });
      yield { event: 'skipped', skipped: { source: '/bin/x', code: 'failed', reason: 'It answered nothing.' } };
      yield { event: 'found', found: FOUND };
      const scan = { found: [FOUND], skipped: [] };
      yield { event: 'done', scan, canonical: [], patterns: [], counts: COUNTS, duration: 1.5 };
    },
    loadCommands: async () => ({ found: FOUND }),
    rules: RULES,
    // A pattern is asked about even where its steps are harmless. Where a terminal answers, pages keep no rules, so that others have none.
    ...(operation === 'runPattern' && { ask: async ({ command }) => command === 'greet' }),
  });
  ports.session.issueCode();
  const app = createCompanionApp(ports);
  const send: Send = async (method, path, body, headers) =>
    app.request(
      new Request(ORIGIN + path, {
        method,
        headers: {
          host: '127.0.0.1:4170',
          authorization: `Bearer ${TEST_TOKEN}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  const stored: unknown = await (await send('POST', '/api/v1/shares', { fragment: SHARE })).json();
  const id = readStored(stored);
  return (method, path, body, headers) => send(method, path.replace('{share}', id), body, headers);
}

function readStored(stored: unknown): string {
  if (typeof stored === 'object' && stored !== null && 'id' in stored) return String(stored.id);
  throw new Error(`No share was stored: ${JSON.stringify(stored)}`);
}

/** One operation of an OpenAPI document, as far as the tests look at it. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

/** Holds values against the schemas of an OpenAPI document, with a validator that the companion does not use. */
export interface DocumentSchemas {
  readonly operations: readonly Operation[];
  /** True if a value exists at these steps from the document's root. */
  has(...steps: readonly string[]): boolean;
  /** The faults of a value by the schema at these steps; an empty list for none. @throws Error without a schema. */
  faults(value: unknown, ...steps: readonly string[]): readonly string[];
}

export function documentSchemas(document: Readonly<Record<string, unknown>>): DocumentSchemas {
  // A document has other words than a schema; those inside its schemas are looked at by the validator of documents.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).addSchema(document, 'document');
  const schemaAt = (steps: readonly string[]): ValidateFunction => {
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const found = ajv.getSchema(`document#/${pointer}`);
    if (found === undefined) throw new Error(`The document has no schema at ${steps.join(' ')}.`);
    return found;
  };
  return {
    operations: Object.entries(document['paths'] ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operationId: idOf(operation) })),
    ),
    has: (...steps) => steps.reduce<unknown>(member, document) !== undefined,
    faults(value, ...steps) {
      const validate = schemaAt(steps);
      return validate(value) ? [] : (validate.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message}`);
    },
  };
}

function member(value: unknown, step: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, step)?.value : undefined;
}

function idOf(operation: unknown): string {
  return String(member(operation, 'operationId'));
}
