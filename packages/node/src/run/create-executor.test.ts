// needs: bwrap
import type { AtipEffects, AtipTool, ConfirmationContext, ExecutionPolicy, ToolCall } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAuditLog } from '../record/create-audit-log.ts';
import { readAuditLog, verifyAuditLog } from '../record/read-audit-log.ts';
import { loadConfiguration } from '../configuration/load-configuration.ts';
import { createExecutableIdentifier } from '../executables/executable-identity.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { describing, NO_SANDBOX } from '../testing/test-machine.ts';
import { createExecutor, type NodeExecutorConfig } from './create-executor.ts';

const SANDBOX = await createSandbox();
const QUIET: AtipEffects = {
  filesystem: { read: false, write: false, delete: false },
  network: false,
  destructive: false,
};

function toolWith(name: string, effects: AtipEffects, trust?: AtipTool['trust']): AtipTool {
  const argument = { name: 'value', type: 'string', description: 'Value', required: false } as const;
  const commands = { '': { description: 'Runs', arguments: [argument], effects } };
  return describing(name, { commands, ...(trust && { trust }) });
}
const call = (name: string, value?: string): ToolCall => ({
  id: 'c1',
  name,
  arguments: value === undefined ? {} : { value },
});

async function prepare(script: string, effects: AtipEffects = QUIET, trust?: AtipTool['trust']) {
  const directory = await createTemporaryDirectory();
  const home = join(directory.path, 'home');
  const work = join(directory.path, 'work');
  await mkdir(home);
  await mkdir(work);
  const path = await directory.script('tool', `#!/bin/sh\n${script}\n`);
  const env = { PATH: `${directory.path}:/usr/bin:/bin`, HOME: home, SECRET: 'planted', TOOL_TOKEN: 'opensesame-1234' };
  const executor = (config: Partial<NodeExecutorConfig> & { policy?: ExecutionPolicy } = {}) =>
    createExecutor({
      tools: [toolWith('tool', effects, trust)],
      env,
      sandbox: SANDBOX,
      ...config,
      // The trust table has its own tests, in core: trust-table.test.ts.
      policy: { byTrust: false, ...config.policy },
      execution: { cwd: work, ...config.execution },
    });
  return { directory, path, home, work, env, executor };
}

test('a rule about the network that cannot be read runs nothing', async () => {
  const { executor } = await prepare('echo ran');
  const running = executor({ policy: { network: { allow: ['10.0.0.0/33'] } } }).execute(call('tool'));
  await expect(running).rejects.toThrow('; not "10.0.0.0/33".');
});

test.each(['repo', './repo', ''])(
  'a working directory %j, which is not absolute, is a mistake that no call is told of',
  (cwd) => {
    const build = (): unknown => createExecutor({ tools: [], execution: { cwd } });
    expect(build).toThrow(ExecutionError);
    expect(build).toThrow(`execution.cwd must be an absolute path, not "${cwd}".`);
  },
);

test('a call runs the program that the PATH has under the tool name, with nothing of ours', async () => {
  const { path, executor } = await prepare('echo "$0 $1$SECRET$TOOL_TOKEN"');
  const { raw, content } = await executor().execute(call('tool', 'you'));
  expect(raw.stdout).toBe(`${path} you\n`);
  expect(content).toBe(`${path} you\n[Exit code: 0]`);
});

test('what its metadata does not say a program cannot do, and the result says what held it', async () => {
  const { home, work, executor } = await prepare(`echo no > "${'$HOME'}/planted"; echo no > planted; echo done`);
  const { raw } = await executor().execute(call('tool'));
  expect(raw.stdout).toBe('done\n');
  expect(raw.sandbox).toMatchObject({ applied: true, kind: 'bubblewrap', network: false, writable: [] });
  // Its state, with the private /tmp.
  expect([...(await readdir(home)), ...(await readdir(work))]).toStrictEqual(['.local']);
});

test.each<[string, ExecutionPolicy, Sandbox, AtipTool['trust'], object]>([
  [
    'turned off',
    { sandbox: 'off' },
    SANDBOX,
    undefined,
    { applied: false, notes: ['The policy turns the sandbox off.'] },
  ],
  [
    'none works, and one is only preferred',
    { sandbox: 'preferred' },
    NO_SANDBOX,
    { source: 'vendor' },
    { applied: false, notes: ['None in this test.'] },
  ],
])('a program that runs without a sandbox says so: %s', async (_name, policy, sandbox, trust, expected) => {
  const { work, executor } = await prepare('echo yes > kept', QUIET, trust);
  const { raw } = await executor({ policy, sandbox }).execute(call('tool'));
  expect(raw.sandbox).toStrictEqual({ kind: 'none', network: true, writable: ['/'], ...expected });
  expect(await readdir(work)).toStrictEqual(['kept']);
});

test.each<[string, ExecutionPolicy, AtipTool['trust']]>([
  ['nobody vouches for its metadata', {}, undefined],
  ['its document vouches for itself', {}, { source: 'native', verified: true }],
])('a program that has to be in a sandbox does not run where none works: %s', async (_name, policy, trust) => {
  const { work, executor } = await prepare('echo yes > kept', QUIET, trust);
  const refused = executor({ policy, sandbox: NO_SANDBOX }).execute(call('tool'));
  await expect(refused).rejects.toThrow(
    /^The program has to run in a sandbox, and none works here\. None in this test\./,
  );
  expect(await readdir(work)).toStrictEqual([]);
});

test('decisions and runs are put on record, a decision before anything runs', async () => {
  const { directory, path, executor } = await prepare('echo hello; exit 3');
  const log = await createAuditLog(join(directory.path, 'audit/audit.jsonl'));
  const record = { log, who: 'tester' };
  const password = 'password=hunter2secret';
  await executor({ record }).execute(call('tool', password));
  await executor({ record, policy: { requireReadOnly: true, minTrustLevel: 'org' } })
    .execute(call('tool'))
    .catch(() => undefined);
  await log.close();
  const lines: unknown[] = [];
  for await (const entry of readAuditLog(join(directory.path, 'audit/audit.jsonl'))) lines.push(entry);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
  expect(lines).toMatchObject([
    { event: 'decision', decision: 'allow' },
    { event: 'execution', exitCode: 3 },
    { event: 'decision', decision: 'deny' },
  ]);
  const hash = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
  expect(lines[0]).toMatchObject({
    call: 'c1',
    who: 'tester',
    tool: { name: 'tool', path, hash },
    command: [],
    effects: QUIET,
  });
  expect(lines[1]).toMatchObject({
    tool: { name: 'tool', path, hash },
    bytes: { stdout: 6, stderr: 0 },
    sandbox: { applied: true },
  });
  expect((await verifyAuditLog(join(directory.path, 'audit/audit.jsonl'))).ok).toBe(true);
});

test('a call whose decision cannot be put on record does not run; one whose end cannot is not lost', async () => {
  const { work, executor } = await prepare('echo yes > kept', { ...QUIET, filesystem: { write: true } });
  const failing = (event: string) => ({
    append: async (one: { event: string }) => {
      if (one.event === event) throw new Error('The disk is full.');
      return { seq: 1, hash: '' };
    },
    close: async () => undefined,
  });
  const early = executor({ record: { log: failing('decision'), who: 'tester' } }).execute(call('tool'));
  await expect(early).rejects.toThrow('The disk is full.');
  expect(await readdir(work)).toStrictEqual([]);
  const problems: unknown[] = [];
  const late = { log: failing('execution'), who: 'tester', onProblem: (error: unknown) => void problems.push(error) };
  expect((await executor({ record: late }).execute(call('tool'))).success).toBe(true);
  expect(problems).toHaveLength(1);
  await expect(
    executor({ record: { log: failing('execution'), who: 'tester' } }).execute(call('tool')),
  ).rejects.toThrow('The disk is full.');
});

const OTHER_PROGRAM = `sha256:${'0'.repeat(64)}`;

test.each<[string, (hash: string) => Partial<AtipTool>]>([
  ['trust.checksum', (checksum) => ({ trust: { source: 'vendor', checksum } })],
  ['trust.integrity.checksum', (checksum) => ({ trust: { source: 'vendor', integrity: { checksum } } })],
  ['binary.hash', (hash) => ({ binary: { hash } })],
  [
    'binary.hash in upper case',
    (hash) => ({ binary: { hash: hash.replace(/[a-f]/g, (one) => one.toUpperCase()).replace('shA', 'sha') } }),
  ],
  ['binary as a text', (hash) => ({ binary: hash as never })],
])('metadata that names the digest of its program is used with that program alone: %s', async (_field, naming) => {
  const { path, executor } = await prepare('echo ran', QUIET);
  const run = (hash: string) =>
    executor({ tools: [{ ...toolWith('tool', QUIET), ...naming(hash) }] }).execute(call('tool'));
  await expect(run(OTHER_PROGRAM)).rejects.toThrow(/is not the program of its document/);
  expect((await run((await createExecutableIdentifier()(path)).hash)).raw.stdout).toBe('ran\n');
});

test('what a program starts by name is not looked for where others can put programs', async () => {
  const { directory, executor, env } = await prepare('helper');
  const open = join(directory.path, 'open');
  await mkdir(open);
  await directory.script('open/helper', '#!/bin/sh\necho planted\n');
  await chmod(open, 0o777);
  const { raw } = await executor({ env: { ...env, PATH: `${open}:${env.PATH}` } }).execute(call('tool'));
  expect(raw.stdout).toBe('');
  expect(raw.exitCode).toBe(127);
});

test('an answer with an offered rule spares the next question: while the executor lives, or for good', async () => {
  const { executor, env } = await prepare('echo ran', { ...QUIET, destructive: true });
  const asked: (readonly string[])[] = [];
  const answering = (remember: 'session' | 'always') => ({
    confirmationHandler: async ({ offers = [] }: ConfirmationContext) => {
      asked.push(offers.map(({ label }) => label));
      return { remember, rule: offers[0]?.rule ?? { run: 'other', decision: 'allow' as const } };
    },
  });
  const kept = async () => (await loadConfiguration({ env, cwd: env.HOME })).settings.policy.rules;
  const first = executor({ policy: answering('session') });
  expect(first.checkPolicy(call('tool', 'a')).decision).toBe('confirm');
  expect((await first.execute(call('tool', 'a'))).content).toContain('ran');
  expect([first.checkPolicy(call('tool', 'a')), first.checkPolicy(call('tool', 'b'))]).toMatchObject([
    { decision: 'allow', rule: 'rules/0' },
    { decision: 'confirm' },
  ]);
  await first.execute(call('tool', 'a'));
  expect(asked).toStrictEqual([
    [
      expect.stringMatching(/^tool where \w+ is a, and nothing else, in \//),
      expect.stringMatching(/^tool where \w+ is a, and nothing else, in any directory$/),
    ],
  ]);
  expect(await kept()).toBeUndefined();
  await executor({ policy: answering('always') }).execute(call('tool', 'a'));
  expect(await kept()).toMatchObject([{ run: 'tool', exact: true, decision: 'allow' }]);
});

test('the word of the policy is no sandbox, and the error says where it belongs', async () => {
  const { executor } = await prepare('echo ran', QUIET);
  expect(() => executor({ sandbox: 'off' as never })).toThrow("policy: { sandbox: 'off' }");
});

test('among any number of tools those variables are redacted first that the document of the call names', async () => {
  const naming = (name: string, envVar: string): AtipTool => ({
    ...toolWith(name, QUIET),
    authentication: { required: false, methods: [{ type: 'token', envVar }] },
  });
  const { executor } = await prepare('echo "PLACE_OF_MINE=orange-and-violet-and-teal"');
  const others = Array.from({ length: 100 }, (_, at) => naming(`other${at}`, `PLACE_OF_${at}`));
  const { content } = await executor({ tools: [...others, naming('tool', 'PLACE_OF_MINE')] }).execute(call('tool'));
  expect(content).not.toContain('violet');
});
