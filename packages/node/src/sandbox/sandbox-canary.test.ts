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
  expect(checks[0]?.detail).toBe('Writing a file in a directory that is not writable: done inside, and seen outside.');
});

test.each([
  ['says why', '/bin/sh', ['-c', 'echo "no room" >&2; exit 1'], 'no room'],
  ['says nothing', '/bin/false', [], 'exit code 1'],
  ['is missing', '/nowhere/bwrap', [], expect.stringContaining('/nowhere/bwrap could not be started')],
])('a sandbox that cannot be built is a failure: it %s', async (_name, file, args, failure) => {
  const outcome = await runCanary(() => ({ report: REPORT, wrap: (launch) => ({ ...launch, file, args }) }));
  expect(outcome).toStrictEqual({ checks: [], failure });
});
