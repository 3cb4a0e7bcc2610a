import { createCompanionApp } from '../companion-app.ts';
import type { CompanionPorts } from '../ports.ts';
import { createTestPorts, TEST_TOKEN, type TestOverrides, type TestPorts } from './test-ports.ts';

const ORIGIN = 'http://127.0.0.1:4170';

/** An application over test ports, with a client that has its token; no network between. */
export interface TestClient {
  readonly ports: TestPorts;
  /** @param body sent as JSON; absent: none. */
  send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response>;
}

export async function createTestClient(overrides: TestOverrides = {}): Promise<TestClient> {
  const ports = await createTestPorts(overrides);
  const send = senderTo(ports);
  return {
    ports,
    send: (method, path, body, signal) => send(`/api/v1${path}`, { method, body, ...(signal && { signal }) }),
  };
}

export interface Sent {
  /** Absent: GET, or POST where there is a body. */
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends to an application over these ports; with the token, where the path is of the API. */
export function senderTo(ports: CompanionPorts): (path: string, sent?: Sent) => Promise<Response> {
  const app = createCompanionApp(ports);
  return async (path, { body, headers, method = body === undefined ? 'GET' : 'POST', signal } = {}) =>
    app.request(
      new Request(ORIGIN + path, {
        method,
        headers: {
          host: '127.0.0.1:4170',
          ...(path.startsWith('/api') && { authorization: `Bearer ${TEST_TOKEN}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    );
}
