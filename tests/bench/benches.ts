// Each bench runs in a process of its own (`run.mjs`), as a program that does nothing else: what ran before would change it.
import { spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { searchCommands } from '@atip/agents/search';
import {
  type AtipTool,
  compile,
  createResultFilter,
  DEFAULT_REDACT_PATTERNS,
  flattenCommands,
  parseTool,
  readArgv,
  toOpenAI,
} from '@atip/core';
import { checkSigners, newKeys, signDocument } from '@atip/node/internal';
import { encodeShare } from '@atip/share';
import { listShims, loadShim } from '@atip/shims';
import { rolldown } from 'rolldown';
import { Bench } from 'tinybench';
import { FILES, VENDOR_KEYS } from '../redaction/forms.ts';
import { logOfKinds, oneByte } from '../redaction/logs.ts';

/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: 'µs' | 'ms' | 'letters' | 'bytes';
  /** The cost of the same input another way. Absent: `limit` is in the row's own unit. */
  readonly baseline?: { readonly what: string; readonly value: number };
  /** How many times the baseline at most; below 1: at most that part of it. */
  readonly limit: number;
}

/** Where the repository is; `run.mjs` says so, because the bundle lies elsewhere. */
const ROOT = process.env['ATIP_ROOT'] ?? '.';
const TEN_MB = 10_000_000;
const MINIMAL = '{"atip":"0.4","name":"hello","version":"1.0","description":"Says hello"}';

/** Median of ms for one call of each task. They take turns in three rounds and keep their best, so that ratios say most. */
async function timeTasks(tasks: readonly (() => unknown)[], time = 400, iterations = 8): Promise<number[]> {
  const best = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 3; round += 1) {
    const bench = new Bench({ time, iterations, warmupTime: time / 4, warmupIterations: 2 });
    for (const [at, task] of tasks.entries()) bench.add(String(at), task);
    await bench.run();
    for (const { name, result } of bench.tasks) {
      if (result.state !== 'completed') throw new Error(`The task ${name} did not complete: ${result.state}.`);
      best[Number(name)] = Math.min(best[Number(name)] ?? 0, result.latency.p50);
    }
  }
  return best;
}

async function shimText(): Promise<{ readonly tool: AtipTool; readonly text: string }> {
  const tool = await loadShim('gh');
  if (tool === undefined) throw new Error('There is no shim of gh.');
  const text = JSON.stringify(tool, undefined, 2);
  // The same kind of objects that the comparison makes.
  return { tool: JSON.parse(text), text };
}

async function compiling(what: string, run: (tool: AtipTool) => unknown, limit: number): Promise<Row[]> {
  const { tool, text } = await shimText();
  const [parse = 0, own = 0] = await timeTasks([() => JSON.parse(text), () => run(tool)]);
  return [
    { what, value: own * 1_000, unit: 'µs', baseline: { what: 'JSON.parse of its text', value: parse * 1_000 }, limit },
  ];
}

async function filtering(what: string, log: string): Promise<Row[]> {
  const whole = createResultFilter([], { maxLength: Number.MAX_SAFE_INTEGER });
  const inTurn = (): string => DEFAULT_REDACT_PATTERNS.reduce((text, one) => text.replace(one, '[REDACTED]'), log);
  const [patterns = 0, own = 0] = await timeTasks([inTurn, () => whole.filter(log, 'tool')]);
  return [
    {
      what,
      value: own,
      unit: 'ms',
      baseline: { what: 'the eleven patterns, one after another', value: patterns },
      limit: 1 / 6,
    },
  ];
}

function link(what: string, text: string): Row[] {
  const state = { documents: [{ name: what, text }], provider: 'openai', panel: 'output' } as const;
  const baseline = {
    what: 'its text, deflated, in base64url',
    value: deflateRawSync(text).toString('base64url').length,
  };
  return [{ what: `link of ${what}`, value: encodeShare(state).length, unit: 'letters', baseline, limit: 1 }];
}

/** Whole processes, in an own home. */
async function starting(what: string, args: readonly string[], limit: number, input = ''): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'atip-bench-'));
  const run = (all: readonly string[]) => (): void => {
    const child = spawnSync(process.execPath, all, { input, env: { PATH: process.env['PATH'], HOME: home } });
    if (child.status !== 0) throw new Error(`${what} ended with ${child.status}: ${child.stderr.toString()}`);
  };
  try {
    const main = join(ROOT, 'packages/cli/bundle/main.js');
    const [bare = 0, own = 0] = await timeTasks([run(['-e', '0']), run([main, ...args])]);
    return [{ what, value: own, unit: 'ms', baseline: { what: 'node -e 0', value: bare }, limit }];
  } finally {
    rmSync(home, { recursive: true });
  }
}

const HOOK = ['gate', '--hook', 'claude-code'];

function question(command: string): string {
  return JSON.stringify({ tool_name: 'Bash', tool_input: { command }, cwd: '/', hook_event_name: 'PreToolUse' });
}

/** The cost of importing one name, minified, with gzip. */
async function importing(name: string, limit: number): Promise<Row[]> {
  const build = await rolldown({
    input: 'entry',
    platform: 'neutral',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : undefined),
        load: (id) =>
          id === 'entry'
            ? `export { ${name} } from ${JSON.stringify(join(ROOT, 'packages/core/src/index.ts'))};`
            : undefined,
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return [{ what: `import { ${name} }`, value: gzipSync(output[0].code).length, unit: 'bytes', limit }];
}

const LINES = [
  'git -C src log --oneline -20 --author=me main..dev',
  'tar -xzf box.tgz -C out --strip-components=1',
  'docker run --rm -it -p 80:80 -v data:/data box sh -c ls',
  'kubectl get pods -n web -o json --watch',
  'rsync -avz --delete --exclude=tmp src/ host:dst/',
  'gh pr list --state open --limit 5 --json number',
].map((line) => line.split(' '));

/** One argv of each of some programs, whose documents are loaded and indexed. */
async function reading(): Promise<Row[]> {
  const shims = await Promise.all(LINES.map(([program = '']) => loadShim(program)));
  const tools = shims.flatMap((tool) => tool ?? []);
  const [own = 0] = await timeTasks([() => LINES.map((argv) => readArgv(argv, tools))]);
  return [{ what: 'readArgv, one argv of six programs', value: (own * 1_000) / LINES.length, unit: 'µs', limit: 20 }];
}

/** Ten thousand commands with words of their own: the shims, some of them under further names. */
async function searching(): Promise<Row[]> {
  const shims = await Promise.all(listShims().map((name) => loadShim(name)));
  const texts = [0, 1, 2].flatMap((round) =>
    shims.map((tool) =>
      JSON.stringify(tool, (key, value: unknown) =>
        key === 'description' && typeof value === 'string' && round > 0 ? `${value} w${round}` : value,
      ),
    ),
  );
  const tools: AtipTool[] = [];
  for (let count = 0, at = 0; count < 10_000; at += 1) {
    const tool: AtipTool = JSON.parse(texts[at] ?? '{}');
    tools.push({ ...tool, name: `${tool.name}${Math.floor(at / shims.length) || ''}` });
    count += flattenCommands(tools.at(-1) ?? tool).length;
  }
  const queries = [
    'undo the last commit',
    'show what a container printed',
    'remove untracked files',
    'list open ports',
  ];
  const part = JSON.stringify(tools);
  const [parse = 0, index = 0, query = 0] = await timeTasks([
    () => JSON.parse(part),
    // Another list of the same tools is another index.
    () => searchCommands([...tools.map((tool) => ({ ...tool }))], ''),
    () => Promise.all(queries.map((one) => searchCommands(tools, one))),
  ]);
  const baseline = { what: 'JSON.parse of their text', value: parse };
  return [
    { what: 'searchCommands: index of 10,000 commands', value: index, unit: 'ms', limit: 300 },
    { what: 'searchCommands: the same, beside JSON', value: index, unit: 'ms', baseline, limit: 3 },
    { what: 'searchCommands: a query of 10,000 commands', value: query / queries.length, unit: 'ms', limit: 3 },
  ];
}

function worker(): Row[] {
  const file = join(ROOT, 'server/dist/edge/worker.js');
  if (!existsSync(file)) throw new Error('There is no Worker. Run first: npm run build');
  return [{ what: 'the Worker', value: gzipSync(readFileSync(file)).length, unit: 'bytes', limit: 70_000 }];
}

/** Puts secrets of every kind in turn into a log, far apart. */
function plantSecrets(log: string, count: number): string {
  const forms = [...VENDOR_KEYS, ...FILES];
  const lines = log.split('\n');
  const step = Math.floor(lines.length / count);
  const planted = lines.flatMap((line, index) =>
    index % step === 0 ? [line, forms[(index / step) % forms.length]?.text ?? ''] : [line],
  );
  return oneByte(planted.join('\n'));
}

/** The benches by name, with the limits of `docs/benchmarks.md`. */
/** A large document with a signature by key, from its text to the signer. */
async function verifying(): Promise<Row[]> {
  const { text } = await shimText();
  const { privateKey, publicKey } = newKeys('p256', undefined);
  const signed = signDocument(text, createPrivateKey(privateKey));
  if ('problem' in signed) throw new Error('The document cannot be signed.');
  const signer = { name: 'acme', source: 'vendor', key: publicKey } as const;
  const whole = async (): Promise<void> => {
    const checked = await checkSigners('gh', { text, bundle: signed.bundle }, [signer]);
    if ('problem' in checked) throw new Error(checked.problem);
  };
  const [parse = 0, own = 0] = await timeTasks([() => parseTool(text), whole]);
  const baseline = { what: 'parseTool of its text', value: parse };
  return [{ what: 'signature of gh, by key', value: own, unit: 'ms', baseline, limit: 1 }];
}

export const BENCHES: Readonly<Record<string, () => Row[] | Promise<Row[]>>> = {
  toOpenAI: () => compiling('toOpenAI(gh, strict)', (tool) => toOpenAI(tool, { strict: true }), 0.35),
  compile: () =>
    compiling('compile(gh, strict), with losses', (tool) => compile([tool], 'openai', { strict: true }), 1),
  // Nothing is remembered between two calls; provenance is worked out when it is read.
  'compile-provenance': () => {
    const run = (tool: AtipTool) => compile([tool], 'openai', { strict: true }).provenance;
    return compiling('compile(gh, strict), with losses and provenance read', run, 1);
  },
  filter: () =>
    filtering('10 MB of log with secrets and private keys, every rule', plantSecrets(logOfKinds(TEN_MB), 240)),
  'filter-clean': () => filtering('10 MB of log without secrets, every rule', logOfKinds(TEN_MB)),
  'link-gh': async () => link('gh', (await shimText()).text),
  'link-minimal': () => link('a minimal document', MINIMAL),
  verify: verifying,
  version: () => starting('atip --version', ['--version'], 2),
  discover: () => starting('atip discover, warm', ['discover'], 4),
  tab: () => starting('one TAB of completion', ['completion', 'words', 'bash', '--', ' ', 'atip r'], 2),
  'hook-ls': () => starting('the hook of an agent, for ls', HOOK, 1.8, question('ls -la')),
  'hook-git': () => starting('the hook of an agent, for git', HOOK, 1.8, question('git status && git diff')),
  'import-toOpenAI': () => importing('toOpenAI', 6_000),
  'import-compile': () => importing('compile', 13_000),
  'import-filter': () => importing('createResultFilter', 10_000),
  'read-argv': reading,
  search: searching,
  worker,
};

const [, , name] = process.argv;
const bench = name === undefined ? undefined : BENCHES[name];
process.stdout.write(JSON.stringify(bench === undefined ? Object.keys(BENCHES) : await bench()));
