import { encodeShare, type ShareState } from '@atip/share';
import type { StoredShare } from '../shares/stored-share.ts';
import { DEMO_TOOL } from './demo-tool.ts';
import { type Sent, senderTo } from './test-client.ts';
import { createTestPorts, type TestOverrides, type TestPorts } from './test-ports.ts';

/** A document with line breaks, so that places have lines. */
export const DOCUMENT: { readonly name: string; readonly text: string } = {
  name: 'demo.json',
  text: JSON.stringify(DEMO_TOOL, null, 2),
};

export const STATE: ShareState = { documents: [DOCUMENT], provider: 'openai' };

/** A companion's application over test ports, for clients that store and open shares. */
export interface ShareClient {
  readonly ports: TestPorts;
  /** Shares in the store, by id; empty when the ports have a store of their own. */
  readonly kept: Map<string, StoredShare>;
  /** With the token, where the path is of the API. */
  send(path: string, sent?: Sent): Promise<Response>;
  /** Stores a state, and returns its id. */
  store(state: ShareState, more?: object): Promise<{ readonly id: string }>;
}

export async function createShareClient(overrides: TestOverrides = {}): Promise<ShareClient> {
  const kept = new Map<string, StoredShare>();
  const ports = await createTestPorts({
    shares: {
      get: async (id) => kept.get(id),
      put: async (id, share) => void (share === undefined ? kept.delete(id) : kept.set(id, share)),
    },
    ...overrides,
  });
  const send = senderTo(ports);
  return {
    ports,
    kept,
    send,
    async store(state, more = {}) {
      const response = await send('/api/v1/shares', { body: { fragment: encodeShare(state), ...more } });
      if (response.status !== 201) throw new Error(`Not stored: ${response.status} ${await response.text()}`);
      return response.json();
    },
  };
}
