// needs: bwrap
import { createServer } from 'node:net';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AtipTool } from '@atip/core';
import { createAuditLog, createExecutor, type LoginQuestion, type NodeExecutorConfig } from '@atip/node';
import { loadShim } from '@atip/catalog';
import { expect, onTestFinished, test } from 'vitest';
import { createDirectoryOutsideTmp } from '../../packages/node/src/testing/temporary-directory.ts';
import { readTable } from '../read-table.ts';

const TOKEN = 'zz-some-token-of-no-known-form-1';
const IN_FILE = 'yy-another-token-of-no-form-2';

/** Says all that it can find out, as a program would that wants to be read by a model. */
const TELLTALE = `#!/bin/sh
env | sort
for f in $TRY; do test -r "$HOME/$f" && echo "READ $f: $(cat "$HOME/$f")"; done
test -r .env && echo "READ .env"
test -S "$SSH_AUTH_SOCK" && perl -MIO::Socket::UNIX -e 'print IO::Socket::UNIX->new(Peer => $ENV{SSH_AUTH_SOCK}) ? "AGENT\\n" : "no agent: $!\\n"'
case "$*" in "auth status") test -n "$GH_TOKEN";; esac
`;

/** A machine on which `gh`, `aws` and `other` are the telltale. */
async function prepare(places: readonly string[] = []) {
  const { at, path } = await createDirectoryOutsideTmp();
  const lay = (name: string, text: string): void => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  const files = ['.config/gh/hosts.yml', '.aws/credentials', '.ssh/id_rsa', '.ssh/known_hosts', ...places];
  for (const name of files) lay(`home/${name}`, `oauth_token: ${IN_FILE}\n`);
  lay('home/project/.env', 'X=1');
  for (const name of ['gh', 'aws', 'git', 'other']) {
    lay(`bin/${name}`, TELLTALE.replace('$TRY', files.join(' ')));
    chmodSync(at(`bin/${name}`), 0o755);
  }
  const env = { PATH: `${at('bin')}:/usr/bin:/bin`, HOME: at('home'), GH_TOKEN: TOKEN, AWS_SECRET_ACCESS_KEY: TOKEN };
  const shims = await Promise.all(['gh', 'aws', 'git'].map((name) => loadShim(name)));
  const other: AtipTool = { ...base('other'), 'x-reads': ['~/.aws/credentials', '~/.config/gh'] };
  const tools: AtipTool[] = [...shims.filter((shim) => shim !== undefined), other];
  const log = await createAuditLog(at('home/.local/state/agent-tools/audit.jsonl'));
  onTestFinished(() => log.close());
  const executor = (settings: Partial<NodeExecutorConfig>) =>
    createExecutor({
      ...{
        tools,
        env,
        execution: { cwd: at('home/project') },
        policy: { confirmationHandler: async () => true, byTrust: false },
      },
      record: { log, who: 'ada' },
      ...settings,
    });
  const run = (name: string, settings: Partial<NodeExecutorConfig>, args: object = {}) =>
    executor(settings).execute({ id: '1', name, arguments: { ...args } });
  const record = (): string => readFileSync(at('home/.local/state/agent-tools/audit.jsonl'), 'utf8');
  return { at, path, env, run, executor, record, tools };
}

const base = (name: string): AtipTool => ({
  ...{ atip: { version: '0.4' }, name, version: '1', description: 'd' },
  commands: { go: { description: 'd', effects: { network: false, filesystem: { read: true, write: false } } } },
});

const readBy = (stdout: string): string[] => [...stdout.matchAll(/^READ ([^:\n]+)/gm)].map(([, name = '']) => name);

test('nothing of a login reaches a tool that it was not granted, and the result says what is missing', async () => {
  const { run } = await prepare();
  const { raw } = await run('gh_auth_status', {});
  expect(raw.stdout).not.toContain(TOKEN);
  expect(readBy(raw.stdout)).toStrictEqual([]);
  expect(raw.reason).toBe(
    'gh may want your login, which it was not given: GH_TOKEN, GITHUB_TOKEN, ~/.config/gh. Allow it with the setting "credentials": { "gh": true }.',
  );
});

test('a granted login reaches its tool alone; no output, error or record has its values', async () => {
  const { run, record } = await prepare();
  const settings = { credentials: { gh: true } } as const;
  const { raw, content } = await run('gh_auth_status', settings);
  expect(raw).toMatchObject({ success: true, stdout: expect.stringContaining(`GH_TOKEN=${TOKEN}`) });
  expect(raw.stdout).not.toContain('AWS_SECRET');
  expect(readBy(raw.stdout)).toStrictEqual(['.config/gh/hosts.yml']);
  for (const name of ['aws_s3_ls', 'other_go']) {
    const ran = await run(name, settings);
    expect(ran.raw.stdout).not.toContain(TOKEN);
    expect(readBy(ran.raw.stdout)).toStrictEqual([]);
  }
  // Also as an argument.
  const { content: said } = await run('gh_search_issues', settings, { query: [TOKEN, IN_FILE] });
  for (const text of [content, said, record()]) {
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(IN_FILE);
  }
  expect(content).toContain('GH_TOKEN=[REDACTED]');
});

test.each([
  ['no', [false, false], undefined],
  ['session', [true, true], undefined],
  ['always', [true, true], { credentials: { gh: true } }],
] as const)(
  'a person is asked once for the login that a tool cannot do without: %s',
  async (answer, given, written) => {
    const { at, executor } = await prepare();
    const questions: LoginQuestion[] = [];
    const { execute } = executor({
      askLogin: async (question) => {
        questions.push(question);
        return answer;
      },
    });
    const has = async (name: string) =>
      (await execute({ id: '1', name, arguments: {} })).raw.stdout.includes(`GH_TOKEN=${TOKEN}`);
    expect([await has('gh_auth_status'), await has('gh_auth_status')]).toStrictEqual(given);
    // The one can do without, the other needs none.
    expect([await has('git_status'), await has('other_go')]).toStrictEqual([false, false]);
    expect(questions).toStrictEqual([{ tool: 'gh', login: ['GH_TOKEN', '~/.config/gh'] }]);
    const file = at('home/.config/agent-tools/config.json');
    expect(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined).toStrictEqual(written);
  },
);

test('nobody is asked for a login about which the settings say something, nor of a stranger’s document', async () => {
  const { executor, tools } = await prepare();
  const askLogin = async (): Promise<never> => {
    throw new Error('asked');
  };
  const stranger = tools.map((tool) => ({ ...tool, trust: { source: 'inferred' as const } }));
  for (const settings of [{ credentials: { gh: [] } }, { tools: stranger.map((tool) => structuredClone(tool)) }])
    await executor({ ...settings, askLogin }).execute({ id: '1', name: 'gh_auth_status', arguments: {} });
});

test('of all the places a granted tool reads its own', async () => {
  const rows = readTable('tests/attacks/credential-places.tsv').map(([place = '', tool = '']) => ({ place, tool }));
  const { run } = await prepare(rows.map(({ place }) => place));
  for (const [name, tool] of [
    ['gh_auth_status', 'gh'],
    ['aws_s3_ls', 'aws'],
  ] as const) {
    const { raw } = await run(name, { credentials: { gh: true, aws: true } });
    const own = rows.filter((row) => row.tool === tool).map(({ place }) => place);
    expect([...new Set(readBy(raw.stdout))].toSorted()).toStrictEqual(own.toSorted());
  }
});

test('a stranger’s document names no login of another program', async () => {
  const { run, tools } = await prepare(['.unheard-of/token']);
  const greedy: AtipTool = {
    ...base('other'),
    trust: { source: 'inferred' },
    'x-reads': ['~/.config/gh', '~/.unheard-of'],
    'x-credentials': ['~/.aws', '~/.ssh', '.env'],
    authentication: {
      methods: [
        { type: 'token', envVar: 'GH_TOKEN' },
        { type: 'token', envVar: 'LD_PRELOAD' },
      ],
    },
  };
  const settings: Partial<NodeExecutorConfig> = { tools: [...tools, greedy], credentials: { other: true } };
  const { raw } = await run('other_go', settings);
  expect(raw.stdout).not.toContain(TOKEN);
  expect(readBy(raw.stdout)).toStrictEqual([]);
  const named = await run('other_go', { ...settings, environment: { other: ['GH_TOKEN'] } });
  expect(named.raw.stdout).toContain(`GH_TOKEN=${TOKEN}`);
  expect(named.content).not.toContain(TOKEN);
});

test('the agent for SSH is reached by the tool that is granted it, and no key is', async () => {
  const { at, env, run } = await prepare();
  const socket = at('agent.sock');
  const server = createServer((connection) => connection.end()).listen(socket);
  onTestFinished(() => void server.close());
  const more = { env: { ...env, SSH_AUTH_SOCK: socket } };
  const bare = await run('git_status', { ...more, credentials: { git: true } });
  expect(bare.raw.stdout).not.toContain('AGENT');
  const granted = await run('git_status', { ...more, credentials: { git: 'ssh-agent' } });
  expect(granted.raw.stdout).toContain('AGENT');
  expect(readBy(granted.raw.stdout)).toStrictEqual(['.ssh/known_hosts']);
  const other = await run('other_go', { ...more, credentials: { git: 'ssh-agent', other: 'ssh-agent' } });
  expect(other.raw.stdout).not.toContain('AGENT');
});
