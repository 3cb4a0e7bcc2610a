import type { ScanCounts } from '@atip/node';
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

/** A request to an application over test ports; `{share}` in its path is a share that is there, `{token}` in a header what deletes it. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>;

/** A companion with one share, a discovery that has every event, and a link with the code `code-1`. */
export async function documentedApp(): Promise<Send> {
  const ports = await createTestPorts({
    scan: async function* () {
      yield await Promise.resolve({ event: 'progress', phase: 'asking', done: 1, total: 2 });
      yield { event: 'skipped', skipped: { source: '/bin/x', code: 'failed', reason: 'It answered nothing.' } };
      yield { event: 'found', found: FOUND };
      const scan = { found: [FOUND], skipped: [] };
      yield { event: 'done', scan, canonical: [], patterns: [], counts: COUNTS, duration: 1.5 };
    },
    loadCommands: async () => ({ found: FOUND }),
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
  const { id, deleteToken } = readStored(stored);
  return (method, path, body, headers = {}) => {
    const filled = Object.entries(headers).map(([name, value]) => [name, value.replace('{token}', deleteToken)]);
    return send(method, path.replace('{share}', id), body, Object.fromEntries(filled));
  };
}

function readStored(stored: unknown): { readonly id: string; readonly deleteToken: string } {
  if (typeof stored === 'object' && stored !== null && 'id' in stored && 'deleteToken' in stored) {
    return { id: String(stored.id), deleteToken: String(stored.deleteToken) };
  }
  throw new Error(`No share was stored: ${JSON.stringify(stored)}`);
}
