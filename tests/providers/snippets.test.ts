import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AtipTool, buildRequest, compile, type Provider, type ProviderTool } from '@atip/core';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { snippetFor, type SnippetKind } from '../../web/src/features/output/snippet-for.ts';
import { ROOT } from '../architecture/read-imports.ts';

/** What has ended a text, begun a command or fooled an eye in some language that snippets are written in. */
const EVIL = [
  '"double" \'single\' \'\'\' """ `touch x` $(touch x) \x24{process.exit(3)} $HOME %s %0A !! !x',
  'ATIP_BODY',
  'EOF',
  '\\ \\\\ \\" \\\' \\n \\u0041 \\',
  '# // /* */ <!-- --> </script> {region} {model} $& $1 $`',
  'tab\t 漢字 😀 👩‍💻 ⚠️ MARK',
].join('\n');

/** What no document that is read has, and a list of tools that comes from elsewhere may have. */
const HIDDEN = [
  'line\u2028paragraph\u2029next\u0085bell\u0007nul\u0000escape\u001b[2J',
  'right to left \u202e zero\u200bwidth \ufeff soft\u00ad tag\u{e0041}',
].join('\n');

/** A tool whose every text is evil. */
const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'evil',
  version: '1.0.0',
  description: EVIL,
  commands: {
    run: {
      description: EVIL,
      arguments: [{ name: 'plain', type: 'string', description: EVIL, required: true }],
      options: [{ name: 'kind', flags: ['--kind'], type: 'enum', enum: ["a'b", '$(touch x)', '`'], description: EVIL }],
      effects: { network: false, destructive: true, filesystem: { read: true, write: true, delete: true } },
    },
    list: { description: 'Lists', effects: { network: false, destructive: false } },
  },
};

/** These tools for a provider, with hidden characters and a parameter by the name that objects inherit by. */
function snippetTools(provider: Provider): ProviderTool[] {
  const text = JSON.stringify(compile([TOOL], provider).tools).replaceAll('MARK', JSON.stringify(HIDDEN).slice(1, -1));
  return JSON.parse(text.replaceAll('"plain":', '"__proto__":').replaceAll('"plain"', '"__proto__"'));
}

/** A text that is the same for equal JSON values, whatever the order of their keys; own `__proto__` included. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  );
}

type Asked = Exclude<Provider, 'mcp'>;
const ASKED: readonly Asked[] = ['openai', 'openai-responses', 'anthropic', 'gemini', 'bedrock'];

const PROMPT = 'Say "it\'s $5" and `more`!';

/** For each provider: the path, the headers that matter, the body without tools, an answer with a call, and that call. */
const EXPECTED: Record<Asked, readonly [string, Record<string, string>, object, object, object]> = {
  openai: [
    '/chat/completions',
    { authorization: 'Bearer k-1' },
    { model: 'gpt-5.4-mini', messages: [{ role: 'user', content: PROMPT }] },
    { choices: [{ message: { tool_calls: [{ id: 'c', function: { name: 'evil_run', arguments: '{}' } }] } }] },
    { id: 'c', function: { name: 'evil_run', arguments: '{}' } },
  ],
  'openai-responses': [
    '/responses',
    { authorization: 'Bearer k-1' },
    { model: 'gpt-5.4-mini', input: PROMPT },
    { output: [{ type: 'reasoning' }, { type: 'function_call', name: 'evil_run', arguments: '{}' }] },
    { type: 'function_call', name: 'evil_run', arguments: '{}' },
  ],
  anthropic: [
    '/v1/messages',
    { 'x-api-key': 'k-1', 'anthropic-version': '2023-06-01' },
    { model: 'claude-haiku-5-5', max_tokens: 1024, messages: [{ role: 'user', content: PROMPT }] },
    {
      content: [
        { type: 'text', text: 'I call' },
        { type: 'tool_use', id: 'c', name: 'evil_run', input: {} },
      ],
    },
    { type: 'tool_use', id: 'c', name: 'evil_run', input: {} },
  ],
  gemini: [
    '/v1beta/models/gemini-3.8-flash:generateContent',
    { 'x-goog-api-key': 'k-1' },
    { contents: [{ role: 'user', parts: [{ text: PROMPT }] }] },
    { candidates: [{ content: { parts: [{ text: 'I call' }, { functionCall: { name: 'evil_run', args: {} } }] } }] },
    { name: 'evil_run', args: {} },
  ],
  bedrock: [
    '/model/amazon.nova-lite-v1:0/converse',
    { authorization: 'Bearer k-1' },
    { messages: [{ role: 'user', content: [{ text: PROMPT }] }] },
    { output: { message: { content: [{ text: 'I call' }, { toolUse: { name: 'evil_run', input: {} } }] } } },
    { name: 'evil_run', input: {} },
  ],
};

const PROGRAMS = {
  curl: ['sh', 'call.sh'],
  typescript: [process.execPath, 'call.mjs'],
} as const;
type Program = keyof typeof PROGRAMS;

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const missing = has('curl') ? [] : ['curl'];
for (const kind of missing) console.log(`snippets: left out, ${kind} is not installed here`);

// Each test starts a program, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const folder = mkdtempSync(join(tmpdir(), 'atip-snippets-'));
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
const servers: Server[] = [];
beforeEach(() => {
  for (const name of readdirSync(folder)) if (name !== 'node_modules') rmSync(join(folder, name));
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

interface Received {
  readonly url: string;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** A server that gives one answer to everything; hands back its address and what it receives. */
async function serve(answer: object, status = 200): Promise<{ base: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        url: request.url ?? '',
        headers: { ...request.headers },
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  return { base: await listen(server), received };
}

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** Runs a snippet as it was copied, in a folder of its own, with nothing but these variables and the path. */
function run(
  kind: Program,
  text: string,
  env: Record<string, string>,
  input = '',
): Promise<[number | null, string, string]> {
  const [program, file] = PROGRAMS[kind];
  writeFileSync(join(folder, file), text);
  const child = spawn(program, [file], { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } });
  const output = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output[0] += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output[1] += chunk.toString()));
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve([code, output[0] ?? '', output[1] ?? ''])));
}

const environment = (base: string): Record<string, string> => ({
  ...Object.fromEntries(
    ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'GOOGLE_GEMINI_BASE_URL', 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME'].map(
      (name) => [name, base],
    ),
  ),
  ...Object.fromEntries(
    ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'AWS_BEARER_TOKEN_BEDROCK'].map((name) => [name, 'k-1']),
  ),
});

const RUNS = ASKED.flatMap((provider) =>
  (['curl', 'typescript'] as const).filter((kind) => !missing.includes(kind)).map((kind) => [kind, provider] as const),
);

test.each(RUNS)(
  '%s for %s sends exactly the request, prints the call, and runs nothing of the document',
  async (kind, provider) => {
    const [path, headers, ask, answer, call] = EXPECTED[provider];
    const { base, received } = await serve(answer);
    const tools = snippetTools(provider);
    const { text } = snippetFor(kind, provider, tools, { prompt: PROMPT });
    const [code, stdout, stderr] = await run(kind, text, environment(base));
    expect([code, stderr]).toStrictEqual([0, '']);
    const [request] = received;
    expect([received.length, request?.url]).toStrictEqual([1, path]);
    expect(request?.headers).toMatchObject({ ...headers, 'content-type': 'application/json' });
    expect(canonical(JSON.parse(request?.body ?? ''))).toBe(canonical({ ...ask, ...buildRequest(provider, tools) }));
    const printed: unknown = JSON.parse(stdout);
    // Without jq the shell prints the whole answer; with it, a list.
    expect(printed).toStrictEqual(kind !== 'curl' ? call : has('jq') ? [call] : answer);
    expect(readdirSync(folder).sort()).toStrictEqual([PROGRAMS[kind][1], 'node_modules'].sort());
  },
);

const KINDS = (['curl', 'typescript'] as const).filter((kind) => !missing.includes(kind));

test.each(KINDS)('%s without a key says which it wants, and sends nothing', async (kind) => {
  const { base, received } = await serve({});
  const { text } = snippetFor(kind, 'gemini', snippetTools('gemini'));
  const [, stdout, stderr] = await run(kind, text, { GOOGLE_GEMINI_BASE_URL: base });
  expect([stdout, received]).toStrictEqual(['', []]);
  expect(stderr).toContain('GEMINI_API_KEY');
});

test.each(KINDS)("%s shows a refusal in the provider's own words", async (kind) => {
  const { base } = await serve({ error: { message: 'array too long' } }, 400);
  const { text } = snippetFor(kind, 'anthropic', snippetTools('anthropic'));
  const [code, stdout, stderr] = await run(kind, text, environment(base));
  expect(stdout + stderr).toContain('array too long');
  // A shell's pipeline ends with its last program.
  expect(code === 0).toBe(kind === 'curl');
});

test.each(ASKED)('the request for %s is the JSON that programs send', (provider) => {
  const tools = snippetTools(provider);
  const [, , ask] = EXPECTED[provider];
  const text = snippetFor('request', provider, tools, { prompt: PROMPT }).text;
  expect(canonical(JSON.parse(text))).toBe(canonical({ ...ask, ...buildRequest(provider, tools) }));
});

const MESSAGES = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
  { id: 3, method: 'tools/call', params: { name: 'evil_run', arguments: {} } },
  { id: 4, method: 'nothing/such' },
];

test('the MCP server in TypeScript lists the tools and runs none', async () => {
  const tools = snippetTools('mcp');
  const input = MESSAGES.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const [code, stdout, stderr] = await run('typescript', snippetFor('typescript', 'mcp', tools).text, {}, input);
  expect([code, stderr]).toStrictEqual([0, '']);
  const replies = stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(replies).toHaveLength(4);
  const byId = new Map(replies.map((reply) => [Object(reply).id, reply]));
  expect(canonical(byId.get(2))).toBe(canonical({ jsonrpc: '2.0', id: 2, result: { tools } }));
  expect(byId.get(1)).toMatchObject({ result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } } });
  expect(byId.get(3)).toMatchObject({
    result: {
      isError: true,
      content: [{ type: 'text', text: 'evil_run is only listed by this server. To run tools, use: atip mcp' }],
    },
  });
  expect(byId.get(4)).toMatchObject({ error: { code: -32601 } });
  expect(snippetFor('request', 'mcp', tools).text).toContain('"jsonrpc": "2.0"');
});

test('the TypeScript is TypeScript, under strict', { timeout: 60_000 }, () => {
  const files = [...ASKED, 'mcp' as const].map((provider) => {
    const { text, fileName } = snippetFor('typescript', provider, snippetTools(provider));
    writeFileSync(join(folder, fileName), text);
    return fileName;
  });
  const settings = '--noEmit --strict --target es2023 --module nodenext --types node --skipLibCheck'.split(' ');
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...settings, ...files], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([stdout, status]).toStrictEqual(['', 0]);
});

test('no kind of snippet has what nobody would see, nor what ends its text or calls a history', () => {
  for (const provider of [...ASKED, 'mcp' as const]) {
    const kinds: readonly SnippetKind[] =
      provider === 'mcp' ? ['request', 'typescript'] : ['request', 'curl', 'typescript'];
    for (const kind of kinds) {
      const { text } = snippetFor(kind, provider, snippetTools(provider));
      const body = text.slice(text.indexOf('{'), text.lastIndexOf('}'));
      expect(`${provider} ${kind} ${/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u.exec(text)?.[0] ?? ''}`).toBe(`${provider} ${kind} `);
      expect(body.split('\n').filter((line) => line === 'ATIP_BODY')).toStrictEqual(
        kind === 'curl' ? ['ATIP_BODY'] : [],
      );
    }
    const { text } = snippetFor('request', provider, snippetTools(provider));
    expect(text).not.toContain('!');
  }
});
