import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AtipParseError, type Provider } from '@atip/core';
import { expect, test } from 'vitest';
import { NO_SANDBOX } from '../../node/src/testing/test-machine.ts';
import { createAgentTools } from './create-agent-tools.ts';
import { calling, NOT_HELD, NOTES_SCRIPT, notes, notesMachine, QUIET, told } from './testing/notes-machine.ts';
import type { AgentToolsSettings, PendingTurn } from './types.ts';

async function machine() {
  const { cwd, program, env } = await notesMachine();
  const agentOf = <Name extends Provider = 'openai'>(settings: Partial<AgentToolsSettings<Name>> = {}) =>
    createAgentTools<Name>({
      ...{ provider: 'openai' as Name, tools: { notes: notes() }, cwd, env },
      ...settings,
      policy: { ...NOT_HELD, ...settings.policy },
    });
  return { agentOf, cwd, program, env };
}

/** As a host keeps it, in a file or a database. */
const kept = (pending: PendingTurn | undefined): PendingTurn => JSON.parse(JSON.stringify(pending));

test('a call that wants a person waits as JSON, and another process goes on with it', async () => {
  const { agentOf, cwd } = await machine();
  const response = calling(['c1', 'notes_say', { text: 'a' }], ['c2', 'notes_drop', { text: '1' }]);
  const first = await (await agentOf()).answer(response);
  expect(first.messages).toStrictEqual([response.choices[0]?.message]);
  expect(first.done).toBe(false);
  expect(first.pending?.calls).toStrictEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}\.[\w-]{43}$/),
      call: { id: 'c2', name: 'notes_drop', arguments: { text: '1' } },
      command: ['notes', 'drop'],
      argv: ['notes', 'drop', '1'],
      reasons: ['notes_drop permanently destroys data.'],
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    },
  ]);
  expect(existsSync(join(cwd, 'dropped1'))).toBe(false);

  const restarted = await agentOf();
  const said = told('c1', 'said a\n[Exit code: 0]');
  expect(await restarted.resume(kept(first.pending), true)).toStrictEqual({
    ...{ messages: [said, told('c2', 'dropped 1\n[Exit code: 0]')], text: '', done: false },
  });
  expect(existsSync(join(cwd, 'dropped1'))).toBe(true);
  const again = await restarted.resume(kept(first.pending), true);
  expect(again).toStrictEqual({ messages: [], done: true, text: '', repeated: true });
});

test('a no, other arguments, and no decision yet', async () => {
  const { agentOf, cwd } = await machine();
  const agent = await agentOf();
  const ask = async () =>
    (await agent.answer(calling(['c1', 'notes_drop', { text: '1' }], ['c2', 'notes_drop', { text: '2' }]))).pending;

  const declined = 'Nothing ran. The confirmation was declined: notes_drop permanently destroys data.';
  expect((await agent.resume(kept(await ask()), false)).messages).toStrictEqual([
    told('c1', declined),
    told('c2', declined),
  ]);

  const one = await agent.resume(kept(await ask()), [true, undefined]);
  expect([one.messages, one.pending?.calls.map(({ argv }) => argv)]).toStrictEqual([[], [['notes', 'drop', '2']]]);
  // Other arguments are another call, about which the person has not been asked.
  const edited = await agent.resume(kept(one.pending), { arguments: { text: '3' } });
  expect(edited.pending?.calls.map(({ argv }) => argv)).toStrictEqual([['notes', 'drop', '3']]);
  const invalid = await agent.resume(kept(edited.pending), { arguments: { text: 3, more: 1 } });
  expect(invalid.messages).toStrictEqual([
    told('c1', 'dropped 1\n[Exit code: 0]'),
    told('c2', 'Nothing ran. "more" is not a parameter of "notes drop". There are "text".'),
  ]);
  expect(['1', '2', '3'].map((name) => existsSync(join(cwd, `dropped${name}`)))).toStrictEqual([true, false, false]);
});

test('a yes holds for what was shown: not for another call, a document, a program or a directory that changed', async () => {
  const { agentOf, cwd, program } = await machine();
  const agent = await agentOf();
  const pendingFor = async (text: string) =>
    kept((await agent.answer(calling(['c1', 'notes_drop', { text }]))).pending);
  const asked = async (pending: PendingTurn, of = agent) =>
    (await of.resume(pending, true)).pending?.calls.map(({ argv, reasons }) => [argv, reasons]);
  const [one, three, four] = [await pendingFor('1'), await pendingFor('3'), await pendingFor('4')];
  const five = await pendingFor('5');

  const swapped = {
    ...one,
    calls: one.calls.map((call) => ({ ...call, call: { ...call.call, arguments: { text: '2' } } })),
  };
  const destroys = 'notes_drop permanently destroys data.';
  expect(await asked(swapped)).toStrictEqual([[['notes', 'drop', '2'], [destroys]]]);

  const changed = await agentOf({ tools: { notes: notes({ network: true }) } });
  expect(await asked(three, changed)).toStrictEqual([[['notes', 'drop', '3'], [destroys]]]);
  const elsewhere = await agentOf({ cwd: join(cwd, '..') });
  expect(await asked(five, elsewhere)).toStrictEqual([[['notes', 'drop', '5'], [destroys]]]);
  await writeFile(program, `${NOTES_SCRIPT}\n`);
  expect(await asked(four)).toStrictEqual([[['notes', 'drop', '4'], [destroys]]]);
  expect(['1', '2', '3', '4', '5'].some((name) => existsSync(join(cwd, `dropped${name}`)))).toBe(false);
});

test('what changed its policy or vanished is told, and a no stays a no', async () => {
  const { agentOf, cwd } = await machine();
  const agent = await agentOf();
  const resumed = async (settings: Partial<AgentToolsSettings<'openai'>>, yes: boolean) => {
    const pending = kept((await agent.answer(calling(['c1', 'notes_drop', { text: '1' }]))).pending);
    return (await (await agentOf(settings)).resume(pending, yes)).messages;
  };
  expect(await resumed({ policy: { levels: { destructive: 'deny' } } }, true)).toStrictEqual([
    told('c1', 'Nothing ran. notes_drop permanently destroys data.'),
  ]);
  const gone = { ...notes(), commands: { say: { description: 'Says', effects: QUIET } } };
  expect(await resumed({ tools: { notes: gone } }, true)).toStrictEqual([
    told('c1', 'Nothing ran. No tool has a command called "notes_drop". Did you mean notes_say?'),
  ]);
  expect(await resumed({ policy: { levels: { destructive: 'allow' } } }, false)).toStrictEqual([
    told('c1', 'Nothing ran. The confirmation was declined.'),
  ]);
  expect(existsSync(join(cwd, 'dropped1'))).toBe(false);
});

test.each<[string, unknown, string]>([
  ['nothing', {}, 'This is no pending turn: it has to be what `answer` returned as `pending`.'],
  [
    'of another provider',
    { format: 1, provider: 'gemini', calls: [], results: [] },
    'This turn waits for gemini, and these tools are for openai.',
  ],
  [
    'a call without a result',
    { format: 1, provider: 'openai', calls: [], results: [null] },
    'This pending turn is damaged: its calls and results do not belong together.',
  ],
])('a pending turn that is none: %s', async (_name, pending, message) => {
  const { agentOf } = await machine();
  // As a host may have kept something else.
  await expect((await agentOf()).resume(pending as PendingTurn, true)).rejects.toThrow(new TypeError(message));
});

test('whoever is asked sees the command line, and their words count', async () => {
  const { agentOf } = await machine();
  const lines: string[] = [];
  const agent = await agentOf({
    confirm: ({ argv }) => {
      lines.push(argv.join(' '));
      return argv[2] === '3' ? 'later' : argv[2] === '1';
    },
  });
  const { messages, pending } = await agent.answer(
    calling(...['1', '2'].map((text) => [text, 'notes_drop', { text }] as const)),
  );
  expect(messages.slice(1)).toStrictEqual([
    told('1', 'dropped 1\n[Exit code: 0]'),
    told('2', 'Nothing ran. The confirmation was declined: notes_drop permanently destroys data.'),
  ]);
  expect(pending).toBe(undefined);
  const later = await agent.answer(calling(['c1', 'notes_drop', { text: '3' }]));
  expect(later.pending?.calls.map(({ argv }) => argv)).toStrictEqual([['notes', 'drop', '3']]);
  expect(lines).toStrictEqual(['notes drop 1', 'notes drop 2', 'notes drop 3']);
});

test('tools of the host stand beside ours: defined, called, answered, and never under one name', async () => {
  const { agentOf } = await machine();
  const get_weather = {
    description: 'The weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    execute: ({ city }: Record<string, unknown>) => {
      if (city === 'Nowhere') throw new Error('No such city.');
      return { city, degrees: 3 };
    },
  } as const;
  const agent = await agentOf({ extra: { get_weather } });
  expect(agent.tools.at(-1)).toStrictEqual({
    type: 'function',
    function: {
      ...{ name: 'get_weather', description: 'The weather', strict: false },
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  });
  const { messages } = await agent.answer(
    calling(
      ['1', 'get_weather', { city: 'Bonn' }],
      ['2', 'notes_say', { text: 'b' }],
      ['3', 'get_weather', { city: 'Nowhere' }],
    ),
  );
  expect(messages.slice(1)).toStrictEqual([
    told('1', '{"city":"Bonn","degrees":3}'),
    told('2', 'said b\n[Exit code: 0]'),
    told('3', 'No such city.'),
  ]);
  await expect(agentOf({ extra: { notes_say: get_weather } })).rejects.toThrow(
    'Your tool "notes_say" has the name of a command. Rename it.',
  );
});

test('damaged, double and unknown calls are answered one by one', async () => {
  const { agentOf } = await machine();
  const response = calling(
    ['1', 'notes_say', '{"text":'],
    ['2', 'notes_say', { text: 'x' }],
    ['2', 'notes_say', { text: 'y' }],
    ['3', 'notes_sing', {}],
  );
  const { messages } = await (await agentOf()).answer(response);
  expect(messages).toStrictEqual([
    // A server that reads its own history would refuse half an object.
    calling(
      ['1', 'notes_say', '{}'],
      ['2', 'notes_say', { text: 'x' }],
      ['2', 'notes_say', { text: 'y' }],
      ['3', 'notes_sing'],
    ).choices[0]?.message,
    told('2', 'said x\n[Exit code: 0]'),
    told(
      '3',
      'Nothing ran. No tool has a command called "notes_sing". Did you mean notes_say or notes_wait or notes_drop?',
    ),
    told('1', 'Nothing ran. Its arguments are not valid JSON: Unexpected end of JSON input.'),
    told('2', 'Nothing ran. An earlier call of this answer has the same id.'),
  ]);
});

test('a program that has to be held does not run where no sandbox works', async () => {
  const { agentOf } = await machine();
  const agent = await agentOf({ sandbox: NO_SANDBOX, policy: { sandbox: 'required' } });
  const { messages } = await agent.answer(calling(['1', 'notes_say']));
  expect(JSON.stringify(messages.at(-1))).toContain('has to run in a sandbox, and none works here.');
});

test('a program that vanished between turns is told', async () => {
  const { agentOf, program } = await machine();
  const agent = await agentOf();
  await agent.answer(calling(['1', 'notes_say']));
  await rm(program);
  expect((await agent.answer(calling(['2', 'notes_say']))).messages.at(-1)).toStrictEqual(
    told('2', 'No executable called "notes" is on the PATH.'),
  );
});

test('an answer that was cut off runs nothing; one that is none, or two, is an error', async () => {
  const { agentOf } = await machine();
  const agent = await agentOf();
  const cut = { choices: [{ ...calling(['1', 'notes_say']).choices[0], finish_reason: 'length' }] };
  expect((await agent.answer(cut)).messages.at(-1)).toStrictEqual(
    told('1', 'Nothing ran. The answer ended with "length", so this call may be incomplete.'),
  );
  await expect(agent.answer({ content: [] })).rejects.toThrow(AtipParseError);
  const { choices } = calling(['1', 'notes_say']);
  await expect(agent.answer({ choices: [...choices, ...choices] })).rejects.toThrow('ask for one');
});

async function* sent(events: readonly unknown[]): AsyncGenerator<unknown> {
  yield* events;
}

test('a stream that breaks off or mixes events runs nothing, and what began is answered', async () => {
  const { agentOf } = await machine();
  const agent = await agentOf();
  const chunk = (calls: unknown, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason }],
  });
  const begin = chunk([
    { index: 0, id: 'c1', type: 'function', function: { name: 'notes_say', arguments: '{"text":"a"}' } },
  ]);
  const said = calling(['c1', 'notes_say', { text: 'a' }]).choices[0]?.message;
  const broke = 'Nothing ran. The OpenAI response did not reach its end, so its tool calls may be incomplete.';
  expect((await agent.answer(sent([begin]))).messages).toStrictEqual([said, told('c1', broke)]);
  const mixed = await agent.answer(sent([begin, chunk([{ index: 0, function: { arguments: 5 } }])]));
  expect(mixed.messages).toStrictEqual([
    said,
    told('c1', 'Nothing ran. The OpenAI response has arguments of a wrong type.'),
  ]);
  await expect(agent.answer(sent([]))).rejects.toThrow('The OpenAI response did not reach its end, ');
});

test('output arrives while a program runs; a stopped answer and a close end it', async () => {
  const { agentOf } = await machine();
  const agent = await agentOf();
  const stop = new AbortController();
  const heard: string[] = [];
  const onOutput = (call: { id: string }, stream: string, text: string): void => {
    heard.push(`${call.id} ${stream} ${text}`);
    stop.abort();
  };
  const { messages } = await agent.answer(calling(['c1', 'notes_wait']), { signal: stop.signal, onOutput });
  expect(heard).toStrictEqual(['c1 stdout waiting\n']);
  expect(messages.at(-1)).toStrictEqual(told('c1', 'waiting\n[Ended by a signal]'));

  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const running = agent.answer(calling(['c2', 'notes_wait']), { onOutput: begin });
  await begun;
  await agent.close();
  expect((await running).messages.at(-1)).toStrictEqual(told('c2', 'waiting\n[Ended by a signal]'));
  await expect(agent.answer(calling(['c3', 'notes_say']))).rejects.toThrow('These tools were closed.');
});

test("a failure of ours is the host's to know, and no model is told", async () => {
  const { agentOf } = await machine();
  const failures: string[] = [];
  const agent = await agentOf({
    onError: ({ message }, { id }) => void failures.push(`${id} ${message}`),
    onDecision: () => Promise.reject(new Error('/var/secret is full')),
  });
  const { messages } = await agent.answer(calling(['c1', 'notes_say']));
  expect(failures).toStrictEqual(['c1 /var/secret is full']);
  expect(messages.at(-1)).toStrictEqual(
    told('c1', 'The call failed, but not because of the call itself. The person at this machine sees the reason.'),
  );
});

test('a time that is none, and a tool of the host that cannot run, are said at the start', async () => {
  const { agentOf } = await machine();
  // As a program without types gives them.
  const lame = { get_weather: { description: 'x' } } as unknown as NonNullable<AgentToolsSettings<'openai'>['extra']>;
  await expect(agentOf({ extra: lame })).rejects.toThrow('Your tool "get_weather" has no function "execute".');
  await expect(agentOf({ timeout: '2s' as unknown as number })).rejects.toThrow(
    '`timeout` must be a number of milliseconds above 0, not "2s".',
  );
  // It would deny nothing. Rules about other tools may come from a policy of several hosts.
  const policy = (run: string): object => ({
    policy: {
      rules: [
        { run: 'git push', decision: 'deny' },
        { run, decision: 'deny' },
      ],
    },
  });
  await expect(agentOf(policy('notes dorp'))).rejects.toThrow(
    'The rule "notes dorp" fits no command that is known. Did you mean "notes drop"?',
  );
  await expect(agentOf(policy('notes drop'))).resolves.toBeDefined();
});

test.each<[string, unknown, string]>([
  ['a list', ['git'], "`tools` must be an object, as in { git: ['log'], find: true }."],
  ['a name', { git: 'log' }, 'The commands of "git" must be true, or a list of their names.'],
])('choices that are none: %s', async (_name, tools, message) => {
  const { agentOf } = await machine();
  // As a program without types gives them.
  await expect(agentOf({ tools: tools as AgentToolsSettings<'openai'>['tools'] })).rejects.toThrow(
    new TypeError(message),
  );
});

test('tools are named: unknown ones, absent programs and commands are said at the start', async () => {
  const { agentOf, env } = await machine();
  await expect(agentOf({ tools: { gti: true } })).rejects.toThrow(
    'There is no document for a tool called "gti". Did you mean "git"?',
  );
  const bare = { ...env, PATH: '/nowhere' };
  await expect(agentOf({ tools: { git: true }, env: bare })).rejects.toThrow(
    'There is no program "git" on this machine\'s PATH.',
  );
  await expect(agentOf({ tools: { git: ['lag'] } })).rejects.toThrow('lag');
  await expect(agentOf({ tools: { git: ['lag*'] } })).rejects.toThrow('lag*');
  const agent = await agentOf({ tools: { git: ['log', 'stash *'], find: false, notes: notes() } });
  const names = agent.tools.map((tool) => tool.function.name);
  expect(names.filter((name) => !name.startsWith('git_stash'))).toStrictEqual([
    'git_log',
    'notes_say',
    'notes_wait',
    'notes_drop',
  ]);
  expect(names).toContain('git_stash_pop');
  const patterns = await agentOf({ tools: { git: ['stash p*'] } });
  expect(patterns.tools.map((tool) => tool.function.name)).toStrictEqual(['git_stash_push', 'git_stash_pop']);
});

test('three tools for any number of commands: each run is decided as its own command', async () => {
  const { agentOf } = await machine();
  const agent = await agentOf({
    compile: { strategy: 'search' },
    extra: { noop: { description: 'Nothing', execute: () => 'ok' } },
  });
  expect(agent.tools.map((tool) => tool.function.name)).toStrictEqual([
    ...['search_commands', 'describe_command', 'run_command'],
    'noop',
  ]);
  const { messages } = await agent.answer(
    calling(['1', 'run_command', { command: 'notes_say', arguments: { text: 'a' } }], ['2', 'noop', {}]),
  );
  expect(messages.slice(1)).toStrictEqual([told('1', 'said a\n[Exit code: 0]'), told('2', 'ok')]);
  const asked = await agent.answer(calling(['5', 'run_command', { command: 'notes_drop', arguments: { text: 'b' } }]));
  expect(asked.pending?.calls.map(({ argv }) => argv)).toStrictEqual([['notes', 'drop', 'b']]);
  expect((await agent.resume(kept(asked.pending), true)).messages).toStrictEqual([
    told('5', 'dropped b\n[Exit code: 0]'),
  ]);
  await expect(
    agentOf({ compile: { strategy: 'search' }, extra: { run_command: { description: 'x', execute: () => 'x' } } }),
  ).rejects.toThrow('Your tool "run_command" has the name of a command. Rename it.');
});

test('a model is told the workflows of the documents, as far as it is offered what they run', async () => {
  const { agentOf } = await machine();
  const patterns = [
    { name: 'greet', description: 'Says it', steps: [{ command: 'notes say {word}', description: 'Once' }] },
    { name: 'beyond', description: 'Runs another', steps: [{ command: 'notes say a' }, { command: 'git push' }] },
  ];
  const { system } = await agentOf({ tools: { notes: { ...notes(), patterns } } });
  expect(system.content.slice(system.content.indexOf('- greet'))).toBe(
    '- greet: Says it\n  1. notes say {word} (Once)',
  );
  expect((await agentOf()).system.content).not.toContain('## Workflows');
});
