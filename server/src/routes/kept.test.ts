import type { Kept, KeptRules } from '@atip/node/internal';
import type { HostOptions } from '@atip/node';
import { expect, test } from 'vitest';
import { problemCode } from '../testing/problem-code.ts';
import { createTestClient } from '../testing/test-client.ts';

const HOST: Kept = { id: '1', host: 'github.com', file: '/home/ada/config.json' };

async function prepare(more: HostOptions = {}) {
  const done: unknown[] = [];
  const rules: KeptRules = {
    policy: () => ({}),
    about: () => ({ offers: [], keep: async () => HOST }),
    saw: () => undefined,
    keepHost: async (...args) => {
      done.push(args);
      return HOST;
    },
    forget: async (id) => {
      done.push(id);
      return id === '1';
    },
  };
  return { done, ...(await createTestClient({ host: { rules, ...more } })) };
}

test('a host is kept for as long as it is asked for, and taken back', async () => {
  const { done, send } = await prepare();
  const answer = await send('POST', '/kept', { host: 'github.com', scope: 'companion' });
  expect([answer.status, await answer.json()]).toStrictEqual([200, HOST]);
  expect((await send('DELETE', '/kept/1')).status).toBe(204);
  expect(await problemCode(await send('DELETE', '/kept/2'))).toBe('404 unknown-rule');
  expect(done).toStrictEqual([['github.com', 'session'], '1', '2']);
});

test('where the person answers in the terminal no client keeps or takes back anything', async () => {
  const { done, send } = await prepare({ ask: async () => false });
  const host = { host: 'github.com', scope: 'always' };
  expect(await problemCode(await send('POST', '/kept', host))).toBe('409 confirm-in-terminal');
  expect(await problemCode(await send('DELETE', '/kept/1'))).toBe('409 confirm-in-terminal');
  expect(done).toStrictEqual([]);
});
