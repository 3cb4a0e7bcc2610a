import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { readEvents } from '../testing/read-events.ts';
import { startTestCompanion } from '../testing/test-companion.ts';

/** Generous, for machines under load; what is waited for comes at once on others. */
const SOON = { timeout: 4_000, interval: 20 };

async function prepare() {
  const companion = await startTestCompanion();
  const call = async (id: string, name: string, args: object) =>
    companion.request('POST', '/api/v1/calls', { call: { id, name, arguments: args } });
  return { companion, call };
}

type Call = Awaited<ReturnType<typeof prepare>>['call'];

/** What a client got of one call of `demo_say`: the names of its events, and everything that should be its own. */
async function say(call: Call, id: string, text: string): Promise<object> {
  const events = await readEvents(await call(id, 'demo_say', { text })).rest();
  const told = (name: string): unknown => events.find(({ event }) => event === name)?.data;
  return {
    names: events.map(({ event }) => event),
    stdout: told('stdout'),
    exit: told('exit'),
    result: told('result'),
  };
}

function whole(id: string, text: string): object {
  const content = `${text}\n[Exit code: 0]`;
  return {
    names: ['accepted', 'stdout', 'exit', 'result'],
    stdout: { text: `${text}\n` },
    exit: expect.objectContaining({ exitCode: 0, timedOut: false, truncated: false }),
    result: { success: true, content, message: { role: 'tool', tool_call_id: id, content } },
  };
}

test('of 100 calls at once none is lost, and each gets its own output', { timeout: 60_000 }, async () => {
  const { companion, call } = await prepare();
  onTestFinished(companion.close);
  const numbers = Array.from({ length: 100 }, (_, at) => at);
  const got = await Promise.all(numbers.map((at) => say(call, `call_${at}`, `text of call ${at}`)));
  expect(got).toStrictEqual(numbers.map((at) => whole(`call_${at}`, `text of call ${at}`)));
  expect(companion.reported).toStrictEqual([]);
});

/** How many files, pipes and sockets this process, which the companion is part of, holds open. */
function descriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

/** Numbers of the processes that this one started and has not seen the end of. */
function children(): string[] {
  return readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

test('200 calls leave no descriptor, no child and no unfinished call', { timeout: 60_000 }, async () => {
  const { companion, call } = await prepare();
  // The first calls open what stays open: the audit log, and the connections of this client.
  const run = async (count: number): Promise<void> => {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < count) {
        const text = `text of call ${next++}`;
        expect(await say(call, 'call_1', text)).toStrictEqual(whole('call_1', text));
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
  };
  await run(20);
  const before = descriptors();
  await run(200);
  await expect.poll(descriptors, SOON).toBeLessThanOrEqual(before);
  await expect.poll(children, SOON).toStrictEqual([]);
  // Closing waits for every call that is not finished; one that was forgotten would keep it from ending.
  await companion.close();
  expect(companion.reported).toStrictEqual([]);
});
