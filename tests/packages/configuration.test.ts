// needs: bwrap
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { createExecutor, listTools, loadConfiguration } from '@atip/node';
import { expect, test } from 'vitest';
import { runCli } from '../../packages/cli/src/run-cli.ts';
import { runTestCli } from '../../packages/cli/src/testing/run-test-cli.ts';
import { createDirectoryOutsideTmp } from '../../packages/node/src/testing/temporary-directory.ts';

/** Every field of a configuration, and every command that obeys it: a program says what reached it. */
const REPORTS = `#!/bin/sh
[ "$1" = --agent ] && read -r document < "\${0%/*}/asked.json" && echo "$document" && exit
[ -n "$PLAIN" ] && echo environment
[ -n "$DEMO_TOKEN" ] && echo credentials
[ -r "$HOME/notes.txt" ] && echo readable
[ -n "$HTTP_PROXY" ] && echo network
[ -e /tmp/kept ] && echo tmp
(: > "$HOME/out/x") 2>/dev/null && echo writable
echo COMPANY-1234
`;
const EFFECTS = {
  ...{ network: true, destructive: false, reversible: true, idempotent: true },
  filesystem: { read: true, write: true, delete: false, paths: ['.', '~/out'] },
};
const document = (name: string, trust: string) => ({
  ...{ atip: { version: '0.4' }, name, version: '1', description: 'd', trust: { source: trust } },
  authentication: { required: false, methods: [{ type: 'token', envVar: 'DEMO_TOKEN' }] },
  commands: { go: { description: 'd', effects: EFFECTS } },
});
const STATED = {
  policy: { levels: { writesOutside: 'allow' }, minTrustLevel: 'user', byTrust: false },
  ...{ environment: { demo: ['PLAIN'] }, credentials: { demo: true }, readable: ['~/notes.txt'], writable: ['~/out'] },
  ...{ network: { allow: ['good.test'] }, redact: ['COMPANY-\\d+'], skip: ['ask*'] },
  audit: { path: '~/records/calls.jsonl', keep: 3 },
};

async function prepare(configuration: object) {
  const { at, write, script } = await createDirectoryOutsideTmp();
  for (const name of ['home/work', 'home/out', 'home/records', 'kept'])
    mkdirSync(at(name), { recursive: true, mode: 0o755 });
  await write('kept/kept', '');
  await write('home/notes.txt', 'mine');
  await write('home/.config/agent-tools/config.json', JSON.stringify(configuration));
  await write('home/.local/share/agent-tools/tools/demo.json', JSON.stringify(document('demo', 'user')));
  await write('bin/asked.json', `${JSON.stringify(document('asked', 'native'))}\n`);
  for (const name of ['demo', 'asked']) await script(`bin/${name}`, REPORTS);
  const env = {
    ...{ HOME: at('home'), PATH: at('bin'), XDG_DATA_DIRS: '/nowhere', ATIP_SHIMS: 'off' },
    ...{ PLAIN: 'a-plain-value', DEMO_TOKEN: 'zz-some-token-of-no-form' },
  };
  return { at, env, cwd: at('home/work'), tmp: at('kept') };
}
type Machine = Awaited<ReturnType<typeof prepare>>;

/** A call's result. */
interface Seen {
  readonly said: string;
}

async function throughRun({ env, cwd, tmp }: Machine): Promise<Seen> {
  const { stdout, stderr } = await runTestCli(['run', 'demo_go', '--tmp', tmp, '--yes'], { env, cwd });
  return { said: stdout + stderr };
}

async function throughServe(machine: Machine, path = '/calls', body: object = CALL): Promise<Seen> {
  const { env, cwd, tmp } = machine;
  const ending = new AbortController();
  const outputs = { stdout: new PassThrough(), stderr: new PassThrough() };
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    outputs[name].on('data', (text) => {
      said[name] += String(text);
    });
  const ended = runCli({
    ...{ env, cwd, args: ['serve', '--port', '0', '--no-open', '--tmp', tmp], signal: ending.signal },
    stdin: (async function* () {
      yield* [];
    })(),
    ...outputs,
  });
  await once(outputs.stdout, 'data');
  const [origin, code] = said.stdout.trim().split('/#k=');
  const send = async (to: string, value: object, headers = {}) =>
    (
      await fetch(`${origin}/api/v1${to}`, {
        ...{ method: 'POST', body: JSON.stringify(value) },
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      })
    ).text();
  const { token } = JSON.parse(await send('/session', { code }));
  const answer = await send(path, body, { authorization: `Bearer ${token}` });
  ending.abort();
  await ended;
  return { said: path === '/calls' ? (JSON.parse(answer).result?.content ?? answer) : answer };
}
const CALL = { call: { id: '1', name: 'demo_go', arguments: {} } };

async function throughExecutor({ env, cwd, tmp }: Machine): Promise<Seen> {
  const [{ found }, configuration] = await Promise.all([listTools(env), loadConfiguration({ env, cwd })]);
  const tools = found.map(({ tool }) => tool);
  const executor = createExecutor({ tools, found, env, configuration, execution: { cwd }, tmp });
  const answer = executor.execute({ id: '1', name: 'demo_go', arguments: {} });
  return { said: await answer.then(({ content }) => content, String) };
}

/** `atip mcp` completes its host as `atip run` does. */
const SURFACES = { run: throughRun, serve: throughServe, executor: throughExecutor };

const FIELDS = ['environment', 'credentials', 'readable', 'network', 'tmp', 'writable', 'COMPANY-1234', '[REDACTED]'];
const reached = (text: string) => FIELDS.filter((field) => text.split('\n').includes(field));

// A busy machine gets time for three starts.
test.each(Object.entries(SURFACES))(
  '%s obeys every field that is about calls',
  { timeout: 90_000 },
  async (surface, through) => {
    const plain = await prepare({ policy: { levels: { writesOutside: 'allow' }, byTrust: false } });
    expect(reached((await through(plain)).said)).toStrictEqual(['tmp', 'COMPANY-1234']);
    const stated = await prepare(STATED);
    const { said } = await through(stated);
    expect(reached(said)).toStrictEqual(FIELDS.filter((field) => field !== 'COMPANY-1234'));
    const ruled = await prepare({ policy: { rules: [{ run: 'demo *', decision: 'deny', reason: 'by rule' }] } });
    expect((await through(ruled)).said).toContain('by rule');
    if (surface === 'executor') return;
    const record = readFileSync(stated.at('home/records/calls.jsonl'), 'utf8');
    expect(record.match(/"event":"\w+"/g)).toStrictEqual(['"event":"decision"', '"event":"execution"']);
    expect(record).not.toMatch(/a-plain-value|zz-some-token/);
    expect(existsSync(stated.at('home/.local/state/agent-tools/audit.jsonl'))).toBe(false);
  },
);

const CALM = { levels: { writesOutside: 'allow' } };
const DENYING = { ...CALM, rules: [{ run: 'demo *', decision: 'deny' }] };

test.each<[string, object, decision: string, rule: string]>([
  ['the trust of a document', CALM, 'confirm', 'levels/untrusted'],
  ['a rule', DENYING, 'deny', 'rules/0'],
])('what is asked before a call runs knows %s', async (_name, policy, ...expected) => {
  const machine = await prepare({ policy });
  const { env, cwd } = machine;
  const [{ command }] = JSON.parse(
    (await runTestCli(['check', '-', '--json'], { env, cwd, input: JSON.stringify(CALL.call) })).stdout,
  ).calls;
  const { parts } = JSON.parse((await runTestCli(['gate', '--json', 'demo go'], { env, cwd })).stdout);
  const served = JSON.parse((await throughServe(machine, '/calls/check')).said);
  const decisions = [command.decision, parts[0], served.decision];
  expect(decisions.map(({ decision, rule }) => [decision, rule])).toStrictEqual(decisions.map(() => expected));
});

const found = async (machine: Machine, args: readonly string[] = []) => {
  const { stdout } = await runTestCli(['list', '--refresh', '--json', ...args], { env: machine.env, cwd: machine.cwd });
  return JSON.parse(stdout).tools.some(({ name }: { name: string }) => name === 'asked');
};
const foundByServe = async (machine: Machine) =>
  (await throughServe(machine, '/discoveries', {})).said.includes('"name":"asked"');

test.each<[field: string, configuration: object, isFound: boolean]>([
  ['nothing', {}, true],
  ['skip', { skip: ['ask*'] }, false],
  ['probe', { probe: { timeout: 1, parallel: 1 } }, false],
])('discover and serve obey what looks for tools: %s', async (_field, configuration, isFound) => {
  expect([await found(await prepare(configuration)), await foundByServe(await prepare(configuration))]).toStrictEqual([
    isFound,
    isFound,
  ]);
});

test('filter redacts by the configuration, and describe waits as long as it says', async () => {
  const { env, cwd } = await prepare({ redact: ['COMPANY-\\d+'], probe: { timeout: 1 } });
  expect((await runTestCli(['filter'], { env, cwd, input: 'a COMPANY-12 b' })).stdout).toBe('a [REDACTED] b');
  expect((await runTestCli(['describe', 'demo'], { env, cwd })).stderr).toContain('did not answer');
});
