// `node warm-cli.mjs BUNDLE`: writes the help texts, and beside each file of the bundle the code that V8 compiled for what people run most.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const [, , bundle] = process.argv;
const { load, scripts } = await import(pathToFileURL(join(bundle, 'load.js')).href);
const { answerHook } = load('./hook.cjs');
const { runCli } = load('./cli.cjs');
const { env } = process;
const HOST = {
  ...{ cwd: '/', env, stdout: { write: () => true }, stderr: { write: () => true } },
  ...{ stdin: Readable.from([]), signal: AbortSignal.timeout(60_000) },
};

/** The help of a command, or of all, for a terminal of this width. */
async function helpOf(args, columns) {
  let text = '';
  const stdout = { columns, write: (part) => (text += part) };
  await runCli({ ...HOST, stdout, args: [...args, '--help'] });
  return text;
}
for (const width of [80, 100, 120]) {
  const directory = join(bundle, 'help', String(width));
  mkdirSync(directory, { recursive: true });
  const root = await helpOf([], width);
  writeFileSync(join(directory, 'atip.txt'), root);
  const [, commands = ''] = root.split('\nCommands:\n');
  for (const [, name] of commands.split('\n\n', 1)[0].matchAll(/^ {2}([a-z]+)/gm))
    if (name !== 'help') writeFileSync(join(directory, `${name}.txt`), await helpOf([name], width));
}

for (const command of ['git status && ls "$X" | head > /dev/null', `python3 -c 'print(1)'; node -e 'f(1)'; ls $HOME`]) {
  const question = JSON.stringify({ tool_name: 'Bash', tool_input: { command }, cwd: '/' });
  const { stdout } = await answerHook('claude-code', { env, cwd: '/', stdin: Readable.from([Buffer.from(question)]) });
  if (/cannot decide/.test(stdout)) throw new Error(`The hook did not judge ${command}: ${stdout}`);
}
keep();
const LINES = [
  ['discover'],
  ['list'],
  ['show', 'jq'],
  ['show', 'git'],
  ['compile', 'jq', '--to', 'openai'],
  ['gate', 'git status && rm -rf build'],
  ['rules'],
  ['check', '--call', '{"id":"1","name":"git_status","arguments":{}}'],
  ['run', 'git_status'],
  ['doctor'],
  ['config'],
  ['completion', 'words', 'run', 'git_'],
];
for (const args of LINES) await runCli({ ...HOST, args });
keep();
process.exit(0);

/** Keeps the code that V8 would forget later: each is written once. */
function keep() {
  for (const [file, mark, script] of scripts.splice(0))
    writeFileSync(`${file}.v8`, Buffer.concat([Buffer.from(mark, 'latin1'), script.createCachedData()]));
}
