// `node warm-cli.mjs BUNDLE used FILE`: runs what people run, and writes the files that each of it loads, as JSON.
// `node warm-cli.mjs BUNDLE keep NAME…`: runs these, and writes beside each file without it the code that V8 compiled.
// `node warm-cli.mjs BUNDLE help`: writes the help texts.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';

const [, , bundle, what, ...names] = process.argv;
const { load, loaded, facades, scripts } = createRequire(import.meta.url)(join(bundle, 'load.js'));
const { env } = process;
const cwd = join(env.HOME, 'project');
const CONFIG = join(env.HOME, '.config/agent-tools');
mkdirSync(cwd, { recursive: true });
mkdirSync(CONFIG, { recursive: true });
const RULE = { run: 'git push', given: ['force'], decision: 'deny', reason: 'others have pulled it' };
writeFileSync(join(CONFIG, 'config.json'), JSON.stringify({ policy: { preset: 'standard', rules: [RULE] } }));
writeFileSync(join(cwd, 'call.json'), JSON.stringify({ id: '1', name: 'git_status', arguments: {} }));
execFileSync('git', ['init', '--quiet', cwd]);

async function answer(command) {
  const question = JSON.stringify({ tool_name: 'Bash', tool_input: { command }, cwd });
  const stdin = Readable.from([Buffer.from(question)]);
  const { stdout } = await load('./hook.cjs').answerHook('claude-code', { env, cwd, stdin });
  if (/cannot decide/.test(stdout)) throw new Error(`The hook did not judge ${command}: ${stdout}`);
}

/** @returns what the command writes to standard output; an error would warm nothing, but for a refusal where no sandbox works */
async function run(args, columns = 80) {
  let [text, errors] = ['', ''];
  const code = await load('./cli.cjs').runCli({
    ...{ args, cwd, env, stdin: Readable.from([]), signal: AbortSignal.timeout(60_000) },
    stdout: { columns, write: (part) => (text += part) },
    stderr: { write: (part) => (errors += part) },
  });
  const isRefused = /and none works here/.test(errors);
  if (code === 2 || (text === '' && errors !== '' && !isRefused)) throw new Error(`atip ${args.join(' ')}: ${errors}`);
  return text;
}

/** Serves MCP until the first list of tools has come. */
async function serveMcp() {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  // As an open input would.
  const open = setInterval(() => undefined, 1_000);
  const send = (message) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'build', version: '1' };
  const ended = load('./cli.cjs').runCli({
    ...{ args: ['mcp', '--tools', 'git:status,log'], cwd, env, stdin, streams: { stdin, stdout } },
    ...{ stdout, stderr: { write: () => true }, signal: AbortSignal.timeout(60_000) },
  });
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  for await (const chunk of stdout) if (/"id":2\b/.test(String(chunk))) break;
  stdin.end();
  await ended;
  clearInterval(open);
}

const commands = (...lines) => lines.map((args) => () => run(args));
/** The commands that people run, by the start that they are. */
const STARTS = {
  discover: commands(['list', '--refresh']),
  hook: ['git status', 'ls -la src', 'grep -rn "x" src | head -n 5'].map((line) => () => answer(line)),
  snippet: [() => answer(`python3 -c 'print(1)'; node -e 'f(1)'`)],
  gate: commands(['gate', 'git status && rm -rf build']),
  rules: commands(['rules']),
  list: commands(['list']),
  show: commands(['show', 'jq'], ['show', 'git']),
  compile: commands(['compile', 'jq', '--to', 'openai'], ['compile', 'git', '--to', 'openai']),
  check: commands(['check', 'call.json']),
  run: commands(['run', 'git_status']),
  doctor: commands(['doctor']),
  mcp: [serveMcp],
  config: commands(['config']),
  process: [() => load('./cli.cjs').runProcess(['config'])],
  words: commands(['completion', 'words', 'bash', '--', ' ', 'atip show j']),
};

if (what === 'help') await writeHelp();
else if (what === 'keep') {
  // V8 would forget code that has not run for a while.
  setFlagsFromString('--no-flush-bytecode');
  for (const name of names) for (const one of STARTS[name]) await one();
  keep();
} else writeFileSync(names[0], JSON.stringify(await findUsed()));
process.exit(0);

/** @returns the names of the files that each start loads */
async function findUsed() {
  const files = {};
  for (const [name, runs] of Object.entries(STARTS)) {
    for (const one of runs) await one();
    files[name] = [...loaded.keys()];
    loaded.clear();
    facades.clear();
  }
  return files;
}

function keep() {
  // Code compiled under other flags than a reader has is refused.
  setFlagsFromString('--flush-bytecode');
  for (const [file, mark, script] of scripts)
    if (!existsSync(`${file}.v8`))
      writeFileSync(`${file}.v8`, Buffer.concat([Buffer.from(mark, 'latin1'), script.createCachedData()]));
}

async function writeHelp() {
  const host = { args: [], env, stdout: {}, stderr: {} };
  const { root } = load('./cli.cjs').createProgram({ host, end: () => undefined });
  for (const width of [80, 100, 120]) {
    const directory = join(bundle, 'help', String(width));
    mkdirSync(directory, { recursive: true });
    for (const name of ['atip', ...root.commands.map((command) => command.name())])
      writeFileSync(join(directory, `${name}.txt`), await run(name === 'atip' ? ['--help'] : [name, '--help'], width));
  }
}
