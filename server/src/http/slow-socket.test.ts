import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeCommand, type ExecuteOutcome } from '@atip/node';
import { expect, onTestFinished, test } from 'vitest';
import type { CallEvent } from '../contract/contract.ts';
import { listen } from '../serve/listen.ts';
import { eventStreamResponse } from './event-stream.ts';

/** Generous, for machines under load; what is waited for comes at once on others. */
const SOON = { timeout: 15_000, interval: 25 };
const MIB = 1_048_576;

/** Writes 32 MiB in pieces of 64 KiB and says after each, in the file `$ARGV[0]`, how many it got rid of. */
const FLOOD = `
open(my $count, ">", $ARGV[0]) or die; select($count); $| = 1;
for my $piece (1 .. 512) { syswrite(STDOUT, "x" x 65536); seek($count, 0, 0); print $piece; }
`;
/** Pieces that sockets, pipe and response hold together, at most; half of all. */
const HELD = 256;

/** A server whose only answer is what the program writes, and a client of it that has asked and reads nothing. */
async function prepare() {
  const directory = await mkdtemp(join(tmpdir(), 'atip-slow-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'count');
  const abort = new AbortController();
  const outcomes: ExecuteOutcome[] = [];
  const answer = (): Response =>
    eventStreamResponse<CallEvent>(
      async (emit) => {
        const outcome = await executeCommand(['/usr/bin/perl', '-e', FLOOD, file], {
          timeout: 30_000,
          maxOutput: 64 * MIB,
          signal: abort.signal,
          onOutput: (event, text) => emit({ event, data: { text } }),
        });
        outcomes.push(outcome);
      },
      () => abort.abort(),
    );
  const server = await listen(answer, { port: 0, address: '127.0.0.1' });
  onTestFinished(server.close);
  const socket = connect(server.port, '127.0.0.1');
  socket.pause();
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`);
  const written = async (): Promise<number> => Number(await readFile(file, 'utf8').catch(() => '0'));
  return { socket, outcomes, written };
}

/** Resolves once the program has written something, and no more while it was looked at ten times. */
async function untilBlocked(written: () => Promise<number>): Promise<number> {
  let [last, times] = [0, 0];
  const look = async (): Promise<boolean> => {
    const now = await written();
    times = now === last && now > 0 ? times + 1 : 0;
    last = now;
    return times >= 10;
  };
  await expect.poll(look, SOON).toBe(true);
  return last;
}

test('a program waits in its write while a socket is not read, which then gets everything', async () => {
  const { socket, outcomes, written } = await prepare();
  const before = process.memoryUsage().arrayBuffers;
  expect(await untilBlocked(written)).toBeLessThan(HELD);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MIB);
  expect(outcomes).toStrictEqual([]);
  let heard = 0;
  socket.on('data', (chunk) => {
    heard += chunk.byteLength;
  });
  socket.resume();
  await once(socket, 'end');
  expect(outcomes).toMatchObject([{ exitCode: 0, truncated: false, timedOut: false }]);
  // The form of the events comes on top.
  expect(heard).toBeGreaterThan(32 * MIB);
});

test('a socket that goes away without being read takes the waiting program with it', async () => {
  const { socket, outcomes, written } = await prepare();
  await untilBlocked(written);
  socket.destroy();
  await expect.poll(() => outcomes.length, SOON).toBe(1);
  expect(outcomes[0]).toMatchObject({ exitCode: null, timedOut: false });
  expect(await written()).toBeLessThan(HELD);
});
