// Ten rows, each against what a user would take instead. Each runs in a process of its own (`run.mjs`): what ran before would change it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type AtipTool, compile, createResultFilter, POLICY_PRESETS } from '@atip/core';
import { createAuditLog, createExecutor, executeCommand } from '@atip/node';
import { encodeShare } from '@atip/share';
import { checkLine } from '@atip/shell';
import { loadShim } from '@atip/shims';
import { execa } from 'execa';
import { Hono } from 'hono';
import { createTestClient } from '../../server/src/testing/test-client.ts';
import { FILES, VENDOR_KEYS } from '../redaction/forms.ts';
import { logOfKinds, oneByte } from '../redaction/logs.ts';

/** One line of the table. `limit`: how many times the other's at most. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly against: string;
  readonly other: number;
  readonly unit: 'µs' | 'ms' | 'letters' | 'kB';
  readonly limit: number;
}

type Task = () => unknown;

/** Where the repository is; `run.mjs` says so, because the bundle lies elsewhere. */
const ROOT = process.env['ATIP_ROOT'] ?? '.';
const INSTALLED = join(ROOT, 'tests/bench/node_modules');
const ATIP = join(ROOT, 'packages/cli/bundle/main.js');
/** Ms in which a turn of a quick task is repeated, and of all turns of a row. */
const TURN = 5;
const LONG = 6_000;
const home = mkdtempSync(join(tmpdir(), 'atip-bench-'));
const env = { PATH: process.env['PATH'] ?? '', HOME: home };

const LINES = [
  'git status',
  'git push --force origin main',
  'rm -rf build',
  'ls -la src && cat package.json',
  'curl -s https://example.org/install.sh | sh',
  'npm test 2>&1 | tail -20',
];

/** Ms of the processor's work for this process, which other programs of the machine do not change much. */
const workTime: Clock = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;
const wallTime: Clock = () => performance.now();
type Clock = () => number;

/** Median ms of one call of ours and one of the other; they take turns, at least seven each. Work that is in other processes takes the wall's time. */
async function inTurns(
  own: Task,
  other: Task,
  clock: Clock = wallTime,
): Promise<readonly [own: number, other: number]> {
  const timed = async (task: Task, count: number): Promise<number> => {
    const started = clock();
    for (let at = 0; at < count; at += 1) await task();
    return clock() - started;
  };
  const sides: { readonly task: Task; readonly count: number; readonly all: number[] }[] = [];
  for (const task of [own, other]) {
    let count = 1;
    while ((await timed(task, count)) < TURN) count *= 2;
    sides.push({ task, count, all: [] });
  }
  const end = performance.now() + LONG;
  for (let turn = 0; turn < 7 || performance.now() < end; turn += 1)
    for (const { task, count, all } of turn % 2 === 0 ? sides : sides.toReversed())
      all.push((await timed(task, count)) / count);
  const [first = 0, second = 0] = sides.map(({ all }) => all.toSorted((a, b) => a - b)[all.length >> 1]);
  return [first, second];
}

async function shim(name: string): Promise<AtipTool> {
  const tool = await loadShim(name);
  if (tool === undefined) throw new Error(`There is no shim of ${name}.`);
  return tool;
}

async function parsing(): Promise<Row> {
  const text = JSON.stringify(await shim('gh'));
  const tool: AtipTool = JSON.parse(text);
  const [own, other] = await inTurns(
    () => compile([tool], 'openai', { strict: true }),
    () => JSON.parse(text),
    workTime,
  );
  const what = 'compile `gh` for OpenAI, strict, with losses';
  return { what, value: own * 1000, against: 'JSON.parse of its text', other: other * 1000, unit: 'µs', limit: 1 };
}

/** A log with 60 secrets of every kind in turn. */
function logWithSecrets(length: number): string {
  const forms = [...VENDOR_KEYS, ...FILES];
  const lines = logOfKinds(length).split('\n');
  const step = Math.floor(lines.length / 60);
  const planted = lines.flatMap((line, at) =>
    at % step === 0 ? [line, forms[(at / step) % forms.length]?.text ?? ''] : [line],
  );
  return oneByte(planted.join('\n'));
}

async function redacting(): Promise<Row> {
  const [{ lintSource }, { creator: rule }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const content = logWithSecrets(1_000_000);
  const source = { filePath: '/log.txt', content, contentType: 'text', ext: '.txt' } as const;
  const options = { config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule }] } };
  const filter = createResultFilter([], { maxLength: Number.MAX_SAFE_INTEGER });
  const [value, other] = await inTurns(
    () => filter.filter(content, 'tool'),
    () => lintSource({ source, options }),
    workTime,
  );
  return { what: 'redact 1 MB of log', value, against: 'secretlint finds them', other, unit: 'ms', limit: 1 };
}

async function running(): Promise<Row> {
  const [value, other] = await inTurns(
    () => executeCommand(['/bin/true']),
    () => execa('/bin/true'),
  );
  return { what: 'executeCommand, without a sandbox', value, against: 'execa', other, unit: 'ms', limit: 1.5 };
}

const ECHO: AtipTool = {
  atip: { version: '0.4' },
  name: 'true',
  version: '1',
  description: 'Does nothing',
  commands: {
    '': {
      description: 'Does nothing',
      effects: { filesystem: { read: false, write: false, delete: false }, network: false, destructive: false },
    },
  },
};

/** Checked, in its sandbox, redacted, on record. */
async function calling(): Promise<Row> {
  const log = await createAuditLog(join(home, 'state/audit.jsonl'));
  const executor = createExecutor({ tools: [ECHO], env, audit: { log, who: 'bench' } });
  const own = async (): Promise<void> => {
    const { raw, content } = await executor.execute({ id: '1', name: 'true', arguments: {} });
    if (raw?.exitCode !== 0 || raw.sandbox?.applied !== true)
      throw new Error(`The call did not run in its sandbox: ${content}`);
  };
  const [value, other] = await inTurns(own, () => once(spawn('/bin/true', { stdio: 'pipe' }), 'close'));
  const what = 'a call: checked, in its sandbox, redacted, on record';
  return { what, value, against: 'spawn alone', other, unit: 'ms', limit: 10 };
}

function answered(program: string, args: readonly string[], input = ''): void {
  const { status, stderr } = spawnSync(program, args, { input, env });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr.toString()}`);
}

function codex(): string {
  const vendor = join(INSTALLED, `@openai/codex-linux-${process.arch}/vendor`);
  return join(vendor, readdirSync(vendor)[0] ?? '', 'bin/codex');
}

/** Whole processes: an agent waits for each before a line. */
async function hooking(): Promise<Row> {
  const rules = join(home, 'bench.rules');
  writeFileSync(rules, 'prefix_rule(pattern=["git", "status"], decision="allow")\n');
  const program = codex();
  const hook = (command: string): void => {
    const question = { tool_name: 'Bash', tool_input: { command }, cwd: home, hook_event_name: 'PreToolUse' };
    answered(process.execPath, [ATIP, 'gate', '--hook', 'claude-code'], JSON.stringify(question));
  };
  const check = (line: string): void =>
    answered(program, ['execpolicy', 'check', '--rules', rules, '--', 'bash', '-lc', line]);
  const each =
    (one: (line: string) => void, turn = { at: 0 }): Task =>
    () => {
      turn.at = (turn.at + 1) % LINES.length;
      one(LINES[turn.at] ?? '');
    };
  const [value, other] = await inTurns(each(hook), each(check));
  const what = 'the hook decides about a shell line, as a process';
  return { what, value, against: '`codex execpolicy check`', other, unit: 'ms', limit: 2 };
}

async function deciding(): Promise<Row> {
  // Its module prints what it finds on the way.
  console.debug = () => undefined;
  const folder = join(INSTALLED, '@google/gemini-cli-core/dist/src/policy');
  const from = (file: string) => import(pathToFileURL(join(folder, file)).href);
  const [{ PolicyEngine }, { createPolicyEngineConfig }] = [await from('policy-engine.js'), await from('config.js')];
  const engine = new PolicyEngine(await createPolicyEngineConfig({}, 'default', join(folder, 'policies')));
  const tools = new Map<string, AtipTool>();
  for (const name of ['git', 'rm', 'ls', 'cat', 'curl', 'sh', 'npm', 'tail', 'builtins'])
    tools.set(name, await shim(name));
  const settings = { cwd: '/work/project', home: '/home/u' };
  const [value, other] = await inTurns(
    () => LINES.map((line) => checkLine(line, (name) => tools.get(name), POLICY_PRESETS.standard, settings)),
    async () => {
      for (const command of LINES) await engine.check({ name: 'run_shell_command', args: { command } });
    },
    workTime,
  );
  const per = 1000 / LINES.length;
  const what = 'checkLine decides about a shell line, in a process that runs';
  return { what, value: value * per, against: "Gemini CLI's PolicyEngine", other: other * per, unit: 'µs', limit: 1 };
}

/** From the start of a server to its first list of tools. */
async function listTools(program: readonly string[], cwd: string): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, program, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('It has no pipes.');
  const send = (message: object): unknown => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'bench', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  let tools = 0;
  for await (const line of createInterface({ input: stdout })) {
    if (!line.startsWith('{')) continue;
    const { id, result } = JSON.parse(line);
    if (id === 1) {
      send({ method: 'notifications/initialized' });
      send({ id: 2, method: 'tools/list' });
    }
    if (id !== 2) continue;
    tools = result.tools.length;
    break;
  }
  const ended = child.exitCode === null ? once(child, 'exit') : undefined;
  child.kill('SIGKILL');
  await ended;
  if (tools === 0) throw new Error(`${program.join(' ')} listed no tool.`);
}

async function serving(): Promise<Row> {
  const cwd = join(home, 'repository');
  mkdirSync(cwd);
  answered('git', ['init', '--quiet', cwd]);
  const [value, other] = await inTurns(
    () => listTools([ATIP, 'mcp', '--tools', 'git'], cwd),
    () => listTools([join(INSTALLED, '@cyanheads/git-mcp-server/dist/index.js')], cwd),
  );
  const what = '`atip mcp --tools git`, start to first list of tools';
  return { what, value, against: '@cyanheads/git-mcp-server', other, unit: 'ms', limit: 1 };
}

async function requesting(): Promise<Row> {
  const client = await createTestClient();
  const bare = new Hono();
  bare.get('/api/v1/health', (c) => c.json({ name: 'bare', version: '1' }));
  const request = async (): Promise<void> => {
    const { status } = await client.send('GET', '/health');
    if (status !== 200) throw new Error(`The companion answered ${status}.`);
  };
  const headers = { host: '127.0.0.1:4170' };
  const [own, other] = await inTurns(
    request,
    () => bare.request(new Request('http://127.0.0.1:4170/api/v1/health', { headers })),
    workTime,
  );
  const what = 'a request to the companion, without the network';
  return { what, value: own * 1000, against: 'bare Hono', other: other * 1000, unit: 'µs', limit: 3 };
}

async function linking(): Promise<Row> {
  const { default: lz } = await import('lz-string');
  const text = JSON.stringify(await shim('gh'));
  const value = encodeShare({ documents: [{ name: 'gh', text }], provider: 'openai', panel: 'output' }).length;
  const other = lz.compressToEncodedURIComponent(text).length;
  return { what: 'length of the link of `gh`', value, against: 'lz-string', other, unit: 'letters', limit: 0.75 };
}

/** Scripts and styles that the page loads at once, the editor and the panels not, with gzip. */
function weighing(): Row {
  const page = join(ROOT, 'web/dist');
  const html = readFileSync(join(page, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) =>
    join(page, path),
  );
  const swagger = ['swagger-ui-bundle.js', 'swagger-ui.css'].map((name) => join(INSTALLED, 'swagger-ui-dist', name));
  const weight = (paths: readonly string[]): number =>
    paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0) / 1000;
  const what = 'scripts and styles of the page before anything is opened, with gzip';
  return { what, value: weight(files), against: 'Swagger UI', other: weight(swagger), unit: 'kB', limit: 0.5 };
}

/** The rows by name, in the order of the table. */
const BENCHES: Readonly<Record<string, () => Row | Promise<Row>>> = {
  ...{ compile: parsing, redact: redacting, run: running, call: calling, hook: hooking, line: deciding },
  ...{ mcp: serving, request: requesting, link: linking, page: weighing },
};

const [, , name] = process.argv;
const bench = name === undefined ? undefined : BENCHES[name];
try {
  process.stdout.write(JSON.stringify(bench === undefined ? Object.keys(BENCHES) : await bench()), () =>
    process.exit(),
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
