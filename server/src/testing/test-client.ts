import { createCompanionApp } from '../companion-app.ts';
import { createTestPorts, TEST_TOKEN, type TestOverrides, type TestPorts } from './test-ports.ts';

/** An application over test ports, with a client that has its token; no network between. */
export interface TestClient {
  readonly ports: TestPorts;
  /** @param body sent as JSON; absent: none. */
  send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response>;
}

export async function createTestClient(overrides: TestOverrides = {}): Promise<TestClient> {
  const ports = await createTestPorts(overrides);
  const app = createCompanionApp(ports);
  return {
    ports,
    send: async (method, path, body, signal) =>
      app.request(
        new Request(`http://127.0.0.1:4170/api/v1${path}`, {
          method,
          headers: {
            host: '127.0.0.1:4170',
            authorization: `Bearer ${TEST_TOKEN}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(signal && { signal }),
        }),
      ),
  };
}
