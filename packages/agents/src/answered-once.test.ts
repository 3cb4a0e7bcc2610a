import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { approvedCalls } from './adapters/approvals.ts';
import { createAgentTools } from './create-agent-tools.ts';
import { calling, NOT_HELD, notes, notesMachine, told } from './testing/notes-machine.ts';
import type { AgentToolsSettings, PendingTurn } from './types.ts';

const REPEATED = { messages: [], done: true, text: '', repeated: true };

async function prepare() {
  const { cwd, env } = await notesMachine();
  const settings = { tools: { notes: notes() }, cwd, env, policy: NOT_HELD };
  const agentOf = (more: Partial<AgentToolsSettings<'openai'>> = {}) =>
    createAgentTools({ provider: 'openai', ...settings, ...more });
  const pendingFor = async (...texts: readonly string[]): Promise<PendingTurn> => {
    const { pending } = await (await agentOf()).answer(
      calling(...texts.map((name) => [name, 'notes_drop', { text: name }] as const)),
    );
    if (!pending) throw new Error('Nobody was asked.');
    return pending;
  };
  /** How often the program dropped a file of this name. */
  const ranOf = (name: string): number => {
    const path = join(cwd, `dropped${name}`);
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
  };
  return { settings, cwd, agentOf, pendingFor, ranOf };
}

test('a double click runs once, whichever tools each click gets', async () => {
  const { agentOf, pendingFor, ranOf } = await prepare();
  const pending = await pendingFor('a');
  const agents = await Promise.all([agentOf(), agentOf(), agentOf()]);
  const stored = JSON.stringify(pending);
  const clicks = agents.flatMap((agent) => [agent.resume(pending, true), agent.resume(JSON.parse(stored), true)]);
  const answers = await Promise.all(clicks);
  // One click has the results; the other five have nothing that a host could append.
  expect(answers.flatMap(({ messages }) => messages)).toStrictEqual([told('a', 'dropped a\n[Exit code: 0]')]);
  expect(answers.filter(({ repeated, done }) => repeated && done)).toHaveLength(5);
  expect(ranOf('a')).toBe(1);
});

test.each([true, false, { arguments: { text: 'other' } }])('after the answer %j no later one counts', async (first) => {
  const { agentOf, pendingFor, ranOf } = await prepare();
  const pending = await pendingFor('a');
  await (await agentOf()).resume(pending, first);
  const before = ranOf('a');
  for (const later of [true, false, { arguments: { text: 'a' } }]) {
    expect(await (await agentOf()).resume(pending, later)).toStrictEqual(REPEATED);
  }
  expect([ranOf('a'), ranOf('other')]).toStrictEqual([before, 0]);
});

test('a turn with one call copied runs it once', async () => {
  const { agentOf, pendingFor, ranOf } = await prepare();
  const { calls, ...turn } = await pendingFor('a');
  const agent = await agentOf();
  await agent.resume({ ...turn, calls: [...calls, ...calls], results: [null, null] }, true);
  expect(ranOf('a')).toBe(1);
});

test('a pending turn that was changed by hand runs nothing', async () => {
  const { agentOf, pendingFor, ranOf } = await prepare();
  const [pending, other] = [await pendingFor('a'), await pendingFor('b')];
  const [call] = pending.calls;
  const [foreign] = other.calls;
  if (!call || !foreign) throw new Error('There is one each.');
  const agent = await agentOf();
  const [unique = '', seal = ''] = call.id.split('.');
  const changed = [
    { ...call, id: 'x' },
    { ...call, id: unique },
    { ...call, id: `${call.id}.` },
    { ...call, id: `${call.id}.1` },
    { ...call, id: `${unique.slice(1)}.${seal}` },
    { ...call, id: foreign.id },
    { ...call, hash: foreign.hash },
    { ...call, call: foreign.call },
    { ...call, call: { ...call.call, id: 'c9' } },
  ];
  for (const one of changed) {
    const message = 'This pending turn was changed: an id belongs to another call or hash.';
    await expect(agent.resume({ ...pending, calls: [one] }, true)).rejects.toThrow(new TypeError(message));
  }
  // Other arguments make another command line, for which nobody was asked.
  const args = { ...call, call: { ...call.call, arguments: { text: 'c' } }, argv: ['notes', 'drop', 'c'] };
  const asked = await agent.resume({ ...pending, calls: [args] }, true);
  expect(asked.pending?.calls.map(({ argv }) => argv)).toStrictEqual([['notes', 'drop', 'c']]);
  expect(['a', 'b', 'c'].map(ranOf)).toStrictEqual([0, 0, 0]);
});

test('a store of the host decides, and only true counts', async () => {
  const { agentOf, pendingFor, ranOf } = await prepare();
  const asked: string[] = [];
  for (const answer of [false, undefined, 1, 'OK', {}]) {
    const take = async (id: string) => {
      asked.push(id);
      return answer as boolean;
    };
    const pending = await pendingFor('a');
    const resumed = await (await agentOf({ approvals: { take } })).resume(pending, true);
    expect([resumed, asked.at(-1)]).toStrictEqual([REPEATED, pending.calls[0]?.id]);
  }
  expect(ranOf('a')).toBe(0);
});

test('where the store fails, its call stays pending, and the others keep their results', async () => {
  const { agentOf, pendingFor, ranOf } = await prepare();
  const pending = await pendingFor('a', 'b');
  const errors: string[] = [];
  const approvals = {
    take: async (id: string) => {
      if (id === pending.calls[1]?.id) throw new Error('The database is away.');
      return true;
    },
  };
  const agent = await agentOf({ approvals, onError: ({ message }) => errors.push(message) });
  const left = await agent.resume(pending, true);
  expect(left.pending?.calls).toStrictEqual([pending.calls[1]]);
  expect(left.pending?.results).toStrictEqual([told('a', 'dropped a\n[Exit code: 0]'), null]);
  expect([errors, ranOf('a'), ranOf('b')]).toStrictEqual([['The database is away.'], 1, 0]);
});

const WORKER = `
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createAgentTools } from '@atip/agents';
const { settings, pending, directory } = await json(process.stdin);
const take = (id) => {
  try {
    openSync(join(directory, id), 'wx');
    return true;
  } catch {
    return false;
  }
};
const agent = await createAgentTools({ provider: 'openai', ...settings, approvals: { take } });
const { messages, repeated = false } = await agent.resume(pending, true);
console.log(repeated, ...messages.map(({ content }) => content));
`;

test('two processes that share a store run a call once', async () => {
  const { settings, cwd, pendingFor, ranOf } = await prepare();
  const pending = await pendingFor('a');
  const directory = join(cwd, 'answers');
  await mkdir(directory);
  const outcomes = await Promise.all(
    [1, 2].map(async () => {
      const worker = spawn(process.execPath, ['--input-type=module', '-e', WORKER], {
        cwd: import.meta.dirname,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      worker.stdin.end(JSON.stringify({ settings, pending, directory }));
      return text(worker.stdout);
    }),
  );
  expect(outcomes.sort()).toStrictEqual(['false dropped a\n[Exit code: 0]\n', 'true\n']);
  expect(ranOf('a')).toBe(1);
});

test("a framework's approval runs once, although two sets of tools share its store", async () => {
  const { settings, ranOf } = await prepare();
  const approvals = new Map<string, string>();
  const call = { id: '1', name: 'notes_drop', arguments: { text: 'a' } };
  const [first, second] = await Promise.all([
    approvedCalls({ ...settings, approvals }),
    approvedCalls({ ...settings, approvals }),
  ]);
  await first.question(call);
  const ran = await Promise.allSettled([first.run(call), second.run(call)]);
  expect(ran.map(({ status }) => status).sort()).toStrictEqual(['fulfilled', 'rejected']);
  // Where processes share it, neither sees the other's writing in time, and `take` decides.
  const taken = new Set<string>();
  const shared = { get: () => first.question(call).then((context) => context?.hash), set: () => undefined };
  const take = (id: string) => !taken.has(id) && Boolean(taken.add(id));
  const apart = await Promise.all([1, 2].map(() => approvedCalls({ ...settings, approvals: { ...shared, take } })));
  const both = await Promise.allSettled(apart.map(({ run }) => run(call)));
  expect(both.map(({ status }) => status).sort()).toStrictEqual(['fulfilled', 'rejected']);
  expect(ranOf('a')).toBe(2);
});

test("a framework's approval runs once in a process, whatever each set of tools keeps", async () => {
  const { settings, ranOf } = await prepare();
  const call = { id: '1', name: 'notes_drop', arguments: { text: 'b' } };
  // Each request of a server makes its tools, and both ask about the call that was approved once.
  const apart = await Promise.all([1, 2].map(() => approvedCalls(settings)));
  for (const { question } of apart) await question(call);
  const both = await Promise.allSettled(apart.map(({ run }) => run(call)));
  // Either may be the first.
  expect(both.map(({ status }) => status).sort()).toStrictEqual(['fulfilled', 'rejected']);
  // A store that knows nothing of an id, as Redis says it.
  const stored = new Map<string, string>();
  const approvals = {
    get: async (id: string) => stored.get(id) ?? null,
    set: async (id: string, value: string) => stored.set(id, value),
  };
  const other = { ...call, arguments: { text: 'c' } };
  const clicks = await Promise.all([1, 2].map(() => approvedCalls({ ...settings, approvals: { ...approvals } })));
  await clicks[0]?.question(other);
  const clicked = await Promise.allSettled(clicks.map(({ run }) => run(other)));
  expect(clicked.map(({ status }) => status).sort()).toStrictEqual(['fulfilled', 'rejected']);
  expect(['b', 'c'].map(ranOf)).toStrictEqual([1, 1]);
});

test('a store that never answers is not waited for after a stop', async () => {
  const { agentOf, pendingFor, ranOf } = await prepare();
  const pending = await pendingFor('a');
  const errors: Error[] = [];
  const agent = await agentOf({
    approvals: { take: () => Promise.race<boolean>([]) },
    onError: (error) => errors.push(error),
  });
  const stopped = await agent.resume(pending, true, { signal: AbortSignal.timeout(20) });
  expect(stopped.pending?.calls).toStrictEqual(pending.calls);
  const resumed = agent.resume(pending, true);
  await agent.close();
  expect((await resumed).pending?.calls).toStrictEqual(pending.calls);
  expect([errors, ranOf('a')]).toStrictEqual([[], 0]);
});
