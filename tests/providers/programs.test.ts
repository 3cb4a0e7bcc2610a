// needs: bwrap, git
// The programs that the page's Copy menu writes: compiled against the SDKs, and run with a provider that answers as told.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { compile, type CommandFilter, parseTool, PROVIDERS, type Provider } from '@atip/core';
import { EXAMPLES } from '@atip/core/internal';
import { afterAll, expect, test } from 'vitest';
import { type ProgramKind, programFor } from '../../web/src/features/output/programs/program.ts';
import { ROOT } from '../architecture/read-imports.ts';
import { ATIP } from '../atip.ts';
import { stripProgram } from '../examples/strip-program.ts';

const GIT = join(ROOT, 'web/src/features/start/git.json');
const FILTER: CommandFilter = { commands: ['log', 'clean'] };
type Asked = Exclude<Provider, 'mcp'>;
const ASKED = PROVIDERS.filter((provider): provider is Asked => provider !== 'mcp');

function programText(kind: ProgramKind, provider: Provider, strict = false, filter?: CommandFilter): string {
  const { tool } = parseTool(readFileSync(GIT, 'utf8'));
  if (!tool) throw new Error('The sample has errors.');
  const { tools } = compile([tool], provider, { strict });
  return programFor(kind, { provider, strict, name: tool.name, filter, tools }).text;
}

const home = mkdtempSync(join(tmpdir(), 'atip-programs-'));
const user = mkdtempSync(join(tmpdir(), 'atip-programs-home-'));
afterAll(() => {
  for (const folder of [home, user]) rmSync(folder, { recursive: true });
});

/** The packages of programs, each from where this repository has it. */
for (const [folder, names] of [
  ['tests/node_modules', ['openai', '@anthropic-ai', '@google', '@aws-sdk']],
  ['node_modules', ['@atip', '@modelcontextprotocol', '@types', 'undici-types']],
] as const) {
  mkdirSync(join(home, 'node_modules'), { recursive: true });
  for (const name of names) symlinkSync(join(ROOT, folder, name), join(home, 'node_modules', name));
}
writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
cpSync(GIT, join(home, 'git.json'));
const KNOWN = join(user, '.local/share/agent-tools/tools');
mkdirSync(KNOWN, { recursive: true });
cpSync(GIT, join(KNOWN, 'git.json'));
mkdirSync(join(home, 'bin'));
const atip = `#!/bin/sh\nexec '${process.execPath}' '${ATIP}' "$@"\n`;
writeFileSync(join(home, 'bin/atip'), atip, { mode: 0o755 });
const git = (...args: string[]): string => execFileSync('git', args, { cwd: home, encoding: 'utf8' });
git('init', '--quiet');
git(
  '-c',
  'user.name=A',
  '-c',
  'user.email=a@example.org',
  'commit',
  '--quiet',
  '--allow-empty',
  '-m',
  'The only commit',
);
writeFileSync(join(home, 'draft.txt'), 'two days of work');

test('every TypeScript program is TypeScript under strict, with its SDK', () => {
  const files = PROVIDERS.flatMap((provider) =>
    [programText('typescript', provider), programText('typescript', provider, true, FILTER)].map((text, index) => {
      const file = `${provider}-${index}.ts`;
      writeFileSync(join(home, file), text);
      return file;
    }),
  );
  const settings = '--strict --target es2023 --module nodenext --types node --skipLibCheck --outDir out'.split(' ');
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...settings, ...files], { cwd: home, encoding: 'utf8' });
  expect([stdout, status]).toStrictEqual(['', 0]);
});

/** Answers without a call. */
const DONE: Record<Asked, object> = {
  openai: { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Done.' } }] },
  'openai-responses': {
    object: 'response',
    status: 'completed',
    output: [
      {
        type: 'message',
        id: 'm',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
      },
    ],
  },
  anthropic: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    stop_reason: 'end_turn',
    content: [{ type: 'text', text: 'Done.' }],
  },
  gemini: { candidates: [{ finishReason: 'STOP', content: { role: 'model', parts: [{ text: 'Done.' }] } }] },
  bedrock: { output: { message: { role: 'assistant', content: [{ text: 'Done.' }] } }, stopReason: 'end_turn' },
};

interface End {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Bodies of the requests. */
  readonly requests: readonly string[];
}

/** Runs a program with a model that makes these calls, one in each answer, and is then done. */
async function runProgram(provider: Asked, line: readonly string[], calls: readonly Call[], input = ''): Promise<End> {
  const requests: string[] = [];
  const respond = async (request: Readable, response: ServerResponse | Http2ServerResponse): Promise<void> => {
    const call = calls[requests.length];
    requests.push(await readText(request));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(call ? EXAMPLES[provider].response(call) : DONE[provider]));
  };
  // Amazon's SDK for Node speaks HTTP/2 alone.
  const server = line.some((word) => /bedrock\.(?:ts|mjs)$/.test(word))
    ? createHttp2Server({}, respond)
    : createServer({}, respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const names = ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'GOOGLE_GEMINI_BASE_URL', 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME'];
  const keys = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  const env = {
    PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
    HOME: user,
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    ...Object.fromEntries(names.map((name) => [name, base])),
    ...Object.fromEntries(keys.map((name) => [name, 'k-1'])),
  };
  const [file = '', ...args] = line;
  const child = spawn(file, args, { cwd: home, env });
  const said = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (said[0] += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said[1] += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  server.close();
  return { code, stdout: said[0] ?? '', stderr: said[1] ?? '', requests };
}

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const CALLS: readonly Call[] = [
  { name: 'git_log', arguments: { 'max-count': 1 } },
  { name: 'git_clean', arguments: { force: true } },
  // Not offered, though atip knows it on this machine.
  { name: 'date', arguments: {} },
  { name: 'git_log', arguments: { '--yes': true } },
];

/** The model read the log, and was told why nothing else ran. */
function expectWholeLoop({ code, stdout, stderr, requests }: End): void {
  expect([code, stderr.match(/Error|Traceback/)?.[0], requests.length]).toStrictEqual([0, undefined, CALLS.length + 1]);
  expect(stdout).toMatch(/Done\.\s*$/);
  expect(requests[0]).toMatch(/List commits.*What changed last\?|What changed last\?.*List commits/);
  expect(requests[1]).toContain('The only commit');
  for (const body of requests.slice(2)) expect(body.match(/Nothing was run\./g)?.length).toBeGreaterThan(0);
  expect(requests.at(-1)?.match(/Nothing was run\./g)).toHaveLength(3);
  expect(readdirSync(home)).toContain('draft.txt');
}

test.each(ASKED)('the TypeScript program for %s runs what it may and answers the model', async (provider) => {
  writeFileSync(join(home, `${provider}.ts`), programText('typescript', provider));
  const program = await stripProgram(join(home, `${provider}.ts`), home);
  const end = await runProgram(provider, [process.execPath, program, 'What changed last?'], CALLS);
  expectWholeLoop(end);
  expect(end.stdout).toContain('The model wants to run: "git" "clean" "--force"');
});

test('the TypeScript program runs what a person says yes to', async () => {
  writeFileSync(join(home, 'yes.ts'), programText('typescript', 'openai'));
  writeFileSync(join(home, 'gone.txt'), '');
  writeFileSync(join(home, '.git/info/exclude'), '*\n!gone.txt\n');
  const line = [process.execPath, await stripProgram(join(home, 'yes.ts'), home), 'Tidy up.'];
  const end = await runProgram('openai', line, CALLS.slice(1, 2), 'yes\n');
  expect([end.code, end.stderr, existsSync(join(home, 'gone.txt'))]).toStrictEqual([0, '', false]);
});

const PYTHON_PACKAGES: Record<Provider, string> = {
  openai: 'openai',
  'openai-responses': 'openai',
  anthropic: 'anthropic',
  gemini: 'google.genai',
  bedrock: 'boto3',
  mcp: 'mcp',
};
const PYTHON = process.env['ATIP_PYTHON'] ?? 'python3';
const hasPython = (code: string): boolean => spawnSync(PYTHON, ['-c', code]).status === 0;

test.runIf(hasPython(''))('every Python program is Python', () => {
  // Not by the provider's name alone: such a file would hide its SDK.
  const files = PROVIDERS.map((provider) => `${provider}-agent.py`);
  for (const provider of PROVIDERS)
    writeFileSync(join(home, `${provider}-agent.py`), programText('python', provider, true, FILTER));
  const { stderr, status } = spawnSync(PYTHON, ['-m', 'py_compile', ...files], { cwd: home, encoding: 'utf8' });
  expect([stderr, status]).toStrictEqual(['', 0]);
});

for (const provider of ASKED)
  test.runIf(hasPython(`import ${PYTHON_PACKAGES[provider]}`))(
    `the Python program for ${provider} runs what it may and answers the model`,
    async () => {
      writeFileSync(join(home, `${provider}-run.py`), programText('python', provider));
      expectWholeLoop(await runProgram(provider, [PYTHON, `${provider}-run.py`, 'What changed last?'], CALLS));
    },
  );

test.runIf(hasPython('from mcp import Client'))('the MCP client in Python lists and calls', async () => {
  writeFileSync(join(home, 'client.py'), programText('python', 'mcp'));
  const listed = await runProgram('openai', [PYTHON, 'client.py'], []);
  expect(listed.stdout).toContain('git_log - List commits');
  const called = await runProgram('openai', [PYTHON, 'client.py', 'git_log', '{"max-count": 1}'], []);
  expect(called.stdout).toContain('The only commit');
  const refused = await runProgram('openai', [PYTHON, 'client.py', 'git_clean', '{"force": true}'], []);
  expect(refused.stdout).toContain('Nothing ran');
});

test('the MCP server in TypeScript lists and runs, and refuses where nobody can be asked', async () => {
  writeFileSync(join(home, 'server.ts'), programText('typescript', 'mcp'));
  const clientInfo = { name: 'test', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: CALLS[0] },
    { id: 4, method: 'tools/call', params: CALLS[1] },
  ];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const line = [process.execPath, await stripProgram(join(home, 'server.ts'), home)];
  const { stdout } = await runProgram('openai', line, [], input);
  const lines = stdout.trimEnd().split('\n');
  const answers = new Map(lines.map((text) => [Number(JSON.parse(text).id), text]));
  expect([answers.get(2), answers.get(3), answers.get(4)]).toStrictEqual([
    expect.stringContaining('git_log'),
    expect.stringContaining('The only commit'),
    expect.stringContaining('Nothing was run.'),
  ]);
});

test.runIf(spawnSync('curl', ['--version']).status === 0).each(ASKED)(
  'curl for %s sends the tools',
  async (provider) => {
    writeFileSync(join(home, 'call.sh'), programText('curl', provider));
    const env = { AWS_BEARER_TOKEN_BEDROCK: 'k-1' };
    const line = ['env', ...Object.entries(env).map(([key, value]) => `${key}=${value}`), 'sh', 'call.sh'];
    const { code, stdout, requests } = await runProgram(provider, line, CALLS.slice(0, 1));
    expect([
      code,
      stdout.includes('git_log'),
      JSON.parse(requests[0] ?? '').tools !== undefined || provider === 'bedrock',
    ]).toStrictEqual([0, true, true]);
  },
);
