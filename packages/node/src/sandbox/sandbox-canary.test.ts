// needs: bwrap
import { expect, test } from 'vitest';
import { runCanary } from './sandbox-canary.ts';

const REPORT = { applied: false, kind: 'none', network: true, writable: ['/'], notes: [] } as const;

test('where nothing holds it, every check fails but those that have to work', async () => {
  const { checks, failure } = await runCanary(() => ({ report: REPORT, wrap: (launch) => launch }));
  expect(failure).toBe(undefined);
  expect(Object.fromEntries(checks.map(({ name, passed }) => [name, passed]))).toStrictEqual({
    'write-outside': false,
    'write-inside': true,
    'write-scratch': true,
    'write-null': true,
    'write-fifo': false,
    'read-hidden': false,
    tcp: false,
    udp: false,
    'unix-socket': false,
    'abstract-socket': false,
    signal: false,
    processes: false,
  });
  expect(checks[0]?.detail).toBe(
    'Writing a file in a directory that is not writable: done inside, outside it happened.',
  );
});
