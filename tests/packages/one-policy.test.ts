import { mkdir } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createMcpServer } from '@atip/mcp';
import { type AuditEvent, createExecutor, type FoundTool, listTools, loadConfiguration } from '@atip/node';
import { keepRules } from '@atip/node/internal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTestCli } from '../../packages/cli/src/testing/run-test-cli.ts';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';
import { startCompanion } from '../../server/src/serve/start-companion.ts';
import { readPolicy } from '../../web/src/features/safety/policy-edit.ts';
import { answerCallStages } from '../../web/src/features/try/answer-calls.ts';
import { OPEN_SANDBOX } from '../../packages/node/src/testing/test-machine.ts';

/** One rule file, thirty calls, five surfaces: the decision of each, and the part of the policy that made it. */
const RULES = [
  { run: 'git push', given: ['force', 'mirror', 'delete'], decision: 'deny', reason: 'others have pulled it' },
  {
    run: 'git push',
    where: { repository: 'origin', refspec: 'feature/*' },
    without: ['exec', 'receive-pack'],
    decision: 'allow',
  },
  { run: 'git reset', given: ['hard'], decision: 'deny' },
  { run: 'git clean', decision: 'allow' },
  { run: 'git log *', decision: 'confirm' },
  { run: 'curl', where: { url: 'https://intern.example/*' }, decision: 'deny' },
  { run: 'notes drop', decision: 'allow' },
];

const READS = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };
const WRITES = { ...READS, filesystem: { read: true, write: true } };
const DESTROYS = { ...READS, filesystem: { read: true, write: true }, destructive: true };
/** A file of the person and the answer of a program that its user can change. Neither says how far it is to be trusted. */
const notes = (name: string) => ({
  ...{ atip: { version: '0.4' }, name, version: '1', description: 'Keeps notes' },
  commands: {
    read: { description: 'Reads', effects: READS },
    write: { description: 'Writes', effects: WRITES },
    wipe: { description: 'Wipes', effects: DESTROYS },
    drop: { description: 'Drops', effects: DESTROYS },
  },
});

const push = (refspec: string, more: object = {}) =>
  ['git_push', { repository: 'origin', refspec: [refspec], ...more }] as const;
const CALLS: readonly (readonly [name: string, args: object, decision: string, rule: string | undefined])[] = [
  [...push('main'), 'confirm', 'levels/sends'],
  [...push('feature/a'), 'allow', 'rules/1'],
  [...push('+feature/a'), 'deny', 'rules/0'],
  ['git_push', { repository: 'ext::sh', refspec: ['feature/a'] }, 'confirm', 'levels/runsCall'],
  ['git_log', {}, 'confirm', 'rules/4'],
  ['git_clean', { force: true }, 'allow', 'rules/3'],
  ['git_reset', { hard: true }, 'deny', 'rules/2'],
  ['git_checkout', { force: true }, 'confirm', 'allowDestructive'],
  ['curl', { url: ['https://a.example/'] }, 'allow', undefined],
  ['curl', { url: ['https://intern.example/x'] }, 'deny', 'rules/5'],
  ['curl', { url: ['https://a.example/'], data: ['x'] }, 'confirm', 'allowDestructive'],
];
/** Trust alone refuses none, and asks about what does not only read. */
const BY_TRUST: typeof CALLS = [
  ['notes_read', {}, 'allow', undefined],
  ['notes_write', {}, 'confirm', 'levels/untrusted'],
  ['notes_wipe', {}, 'confirm', 'allowDestructive'],
  ['notes_drop', {}, 'allow', 'rules/6'],
  ['guessed_read', {}, 'allow', undefined],
  ['guessed_wipe', {}, 'confirm', 'allowDestructive'],
];

const NAMES = ['git', 'curl', 'notes', 'guessed'];

type Decide = (name: string, args: Record<string, unknown>) => Promise<readonly [string, string | undefined]>;
const surfaces: Record<string, Decide> = {};
let gate: Decide;
const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

beforeAll(async () => {
  const { at, write, script } = await createTemporaryDirectory((remove) => void ends.push(remove));
  const [home, cwd] = [at('home'), at('work')];
  await mkdir(cwd);
  for (const name of NAMES) await script(`bin/${name}`, '#!/bin/sh\n');
  const tools = 'home/.local/share/agent-tools/tools';
  await write(`${tools}/notes.json`, JSON.stringify(notes('notes')));
  await write(`${tools}/guessed.json`, JSON.stringify({ ...notes('guessed'), trust: { source: 'inferred' } }));
  await write('home/.config/agent-tools/config.json', JSON.stringify({ policy: { sandbox: 'off', rules: RULES } }));
  const env = { PATH: `${at('bin')}:/bin`, HOME: home, XDG_DATA_DIRS: '/nowhere' };
  const { policy } = readPolicy(JSON.stringify({ rules: RULES }));
  const configuration = await loadConfiguration({ env, cwd });
  const found = (await listTools(env)).found.filter(({ tool }) => NAMES.includes(tool.name));
  surfaces['page'] = async (name, args) => {
    const { tool } = found.find((one) => name.startsWith(one.tool.name)) ?? {};
    const calls = [{ id: '1', name, arguments: args }];
    const subject = { text: JSON.stringify(tool) };
    const stages = answerCallStages({ subject, ...(policy && { policy }), calls, place: 0 });
    return [stages?.check.decision ?? '', stages?.check.rule];
  };
  surfaces['API'] = throughApi(found, { env, cwd, configuration });
  surfaces['CLI'] = async (name, args) => {
    const { stdout } = await runTestCli(['check', '-', '--json'], {
      env,
      cwd,
      input: JSON.stringify({ name, arguments: args }),
    });
    return decisionIn(JSON.parse(stdout).calls[0].command);
  };
  gate = async (name) => {
    const { stdout } = await runTestCli(['gate', '--json', name.replace('_', ' ')], { env, cwd });
    return decisionIn({ decision: JSON.parse(stdout).parts[0] });
  };
  surfaces['HTTP'] = await throughHttp({ env, cwd, policy: configuration.settings.policy });
  surfaces['MCP'] = await throughMcp(found, {
    env,
    cwd,
    rules: keepRules(configuration.settings.policy, { env, who: 'test' }),
  });
});

function decisionIn({ decision }: { readonly decision: { readonly decision: string; readonly rule?: string } }) {
  return [decision.decision, decision.rule] as const;
}

/** Runs a call, and takes its decision from the record. */
function recorded(
  run: (audit: {
    log: { append(event: AuditEvent): Promise<void> };
    who: string;
  }) => (name: string, args: Record<string, unknown>) => Promise<unknown>,
): Decide {
  const events: AuditEvent[] = [];
  const call = run({ log: { append: async (event) => void events.push(event) }, who: 'test' });
  return async (name, args) => {
    await call(name, args).catch(() => undefined);
    const event = events.splice(0).find((one) => one.event === 'decision');
    return event?.event === 'decision' ? [event.decision, event.rule] : ['', undefined];
  };
}

function throughApi(
  found: readonly FoundTool[],
  { cwd, ...settings }: Pick<Parameters<typeof createExecutor>[0], 'env' | 'configuration'> & { cwd: string },
): Decide {
  return recorded((audit) => {
    const executor = createExecutor({
      tools: found.map(({ tool }) => tool),
      found,
      ...settings,
      audit,
      execution: { cwd },
    });
    return (name, args) => executor.execute({ id: '1', name, arguments: args });
  });
}

async function throughHttp(
  settings: Pick<Parameters<typeof startCompanion>[0], 'env' | 'cwd' | 'policy'>,
): Promise<Decide> {
  const companion = await startCompanion({
    port: 0,
    probes: [],
    report: () => undefined,
    pageRoot: '/nowhere',
    ...settings,
  });
  ends.unshift(companion.close);
  const send = async (path: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return (await fetch(companion.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const code = companion.issueLink().split('#k=')[1];
  const { token } = await send('/api/v1/session', { code });
  return async (name, args) =>
    decisionIn(await send('/api/v1/calls/check', { call: { id: '1', name, arguments: args } }, token));
}

async function throughMcp(
  found: readonly FoundTool[],
  settings: Pick<Parameters<typeof createMcpServer>[0], 'env' | 'cwd' | 'rules'>,
): Promise<Decide> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  ends.unshift(() => client.close());
  const decide = recorded((audit) => {
    const server = createMcpServer({ found, version: '1', sandbox: OPEN_SANDBOX, ...settings, audit });
    const connected = Promise.all([server.connect(there), client.connect(here)]);
    return async (name, args) => {
      await connected;
      return client.callTool({ name, arguments: args });
    };
  });
  return decide;
}

async function answersOf(asked: Readonly<Record<string, Decide>>, name: string, args: object) {
  const answers = Object.entries(asked).map(async ([surface, decide]) => [surface, await decide(name, { ...args })]);
  return Object.fromEntries(await Promise.all(answers)) as unknown;
}

test.each(CALLS)('%s %j', async (name, args, decision, rule) => {
  const answer = [decision, rule];
  const expected = { page: answer, API: answer, CLI: answer, HTTP: answer, MCP: answer };
  expect(await answersOf(surfaces, name, args)).toStrictEqual(expected);
});

test.each(BY_TRUST)('%s %j, by the trust of its document', async (name, args, decision, rule) => {
  const answer = [decision, rule];
  const expected = { page: answer, API: answer, CLI: answer, HTTP: answer, MCP: answer, gate: answer };
  expect(await answersOf({ ...surfaces, gate }, name, args)).toStrictEqual(expected);
});
