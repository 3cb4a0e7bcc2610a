// `node scripts/measure-flags.mjs [NAME…]`: holds every flag of every shim against the real program. Each program that is installed
// is really run once for each flag of each of its commands, by a call that gives this one option and what the command requires, in a
// sandbox without network, rights or files, as nobody, for two seconds. Counted are the flags that the program says it does not know or
// wants written otherwise; each is a line `program command, flag, argv, what it said`. With ATIP_TRIED=FILE what was tried is kept there.
//
// Reads the sources of this repository. Needs root and bubblewrap, and the programs by `apt-get install`.
import { spawn } from 'node:child_process';
import {
  accessSync,
  appendFileSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { load } from './repository.mjs';

const { buildCommandArray } = await load('packages/core/src/argv/build-command-array.ts');
const { commandIndex } = await load('packages/core/src/commands/map-to-command.ts');
const { parametersOf } = await load('packages/core/src/commands/parameters.ts');
const { LOADERS } = await load('packages/shims/src/generated/loaders.ts');

/** What the sandbox shows of PATH. */
const FOLDERS = (process.env.PATH ?? '').split(':').filter((folder) => /^\/(usr|bin|sbin)\b/.test(folder));
/** Their commands are thousands, made from their own descriptions. */
const LEFT_OUT = new Set(['aws', 'az', 'gcloud', 'builtins']);
const AT_ONCE = 3;
const SECONDS = 2;
const MAX_OUTPUT = 100_000;
/** The words by which programs say that they do not know an option, or want it written otherwise. */
const COMPLAINTS = [
  /\b(unknown|unrecogni[sz]ed|invalid|illegal|no such|unexpected|bad|undefined|undeclared|wrong|ambiguous|unsupported)( \w+){0,2} (option|flag|switch|argument|predicate|parameter|shorthand|syntax)/i,
  /\b(flag provided but not defined|wasn't expected|is unknown|no option|option name|paths must precede|not (a |an )?(recogni[sz]ed|valid|supported|known|understood))\b/i,
  /\b(unknown|unrecogni[sz]ed|invalid|bad|illegal)[:] /i,
  /\b((doesn't|does not) (allow|take|accept)|takes no|requires an?|needs an?|expects) (\w+ )?(argument|value|parameter)\b/i,
];
/** What they say of the value instead, which is made up. */
const ABOUT_VALUE =
  /\b(invalid|bad|unknown|unrecognized|illegal|wrong) (argument|value)\b[^-]* for\b|\binvalid (argument|value|parameter)\b|['"‘`“](1|f|d|2024-01-01)['"’”]|[: =]1\.?$|\bmode\b/i;
/** The command itself is not there: a plugin, or a newer version. */
const NO_COMMAND = /is not a \w+ command|unknown command/i;

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(LOADERS).filter((name) => !LEFT_OUT.has(name));
/** By command, once it was run without options. */
const isThere = new Map();
const root = mkdtempSync('/var/tmp/atip-flags-');
let [programs, tried, refused, unbuilt, absent] = [0, 0, 0, 0, 0];
try {
  prepare();
  for (const name of names) {
    const program = FOLDERS.map((folder) => join(folder, name)).find(isExecutable);
    if (program === undefined) continue;
    programs += 1;
    const { default: tool } = await load(`packages/shims/src/generated/${name}.ts`);
    await inParallel(callsOf(tool), tryCall);
    isThere.clear();
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.stdout.write(
  `${programs} programs, ${tried} flags tried, ${refused} refused, ${absent} of commands that are not there, ${unbuilt} that no call can give\n`,
);

/** What the calls find in their directory: a file, a directory, a repository, an archive. */
function prepare() {
  chmodSync(root, 0o755);
  mkdirSync(join(root, 'd'));
  writeFileSync(join(root, 'f'), '{"a":1}\n');
  writeFileSync(join(root, 'package.json'), '{"name":"x","version":"1.0.0"}\n');
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function* callsOf(tool) {
  const seen = new Set();
  // Programs speak of a missing command before they read options that all commands have.
  const commands = [...commandIndex(tool).values()].sort((a, b) => b.path.length - a.path.length);
  for (const { metadata, path, effects } of commands) {
    const mapping = { command: [tool.name, ...path], metadata, tool, path, effects };
    for (const { kind, global, source } of parametersOf(mapping)) {
      for (const flag of kind === 'option' ? source.flags : []) {
        if (global && seen.has(flag)) continue;
        if (global) seen.add(flag);
        const argv = callOf(mapping, source, flag, global);
        if (argv === undefined) unbuilt += 1;
        else yield { command: [tool.name, ...path], flag, argv };
      }
    }
  }
}

/** A call that gives one option by one of its flags, and what the command requires. */
function callOf({ metadata, tool, ...mapping }, option, flag, global) {
  const isChoice = option['x-choice'] === true;
  const only = { ...option, name: 'the-option', flags: [flag], ...(isChoice && { enum: [flag] }) };
  const needed = (metadata.options ?? []).filter((one) => one.required === true && one !== option);
  const bare = { ...metadata, options: global ? needed : [only, ...needed] };
  const whole = { ...mapping, metadata: bare, tool: { ...tool, globalOptions: global ? [only] : [] } };
  const args = {};
  for (const { key, source, required } of parametersOf(whole))
    if (source === only || required) args[key] = valueFor(source);
  try {
    return buildCommandArray(whole, args);
  } catch (error) {
    if (process.env.ATIP_ALL) process.stdout.write(`${mapping.command.join(' ')}\t${flag}\t${error.message}\n`);
    return undefined;
  }
}

function valueFor({
  type,
  enum: values,
  variadic,
  'x-until': until,
  'x-command': isCommand,
  'x-words': words = 1,
  name,
}) {
  const [first] = values ?? [];
  const one =
    first ??
    { integer: 1, number: 1, boolean: true, file: 'f', directory: 'd', url: 'http://127.0.0.1:9/' }[type] ??
    (isCommand || until ? 'true' : /time|date/.test(name) ? '2024-01-01' : '1');
  return variadic || type === 'array' ? Array.from({ length: words }, () => one) : one;
}

async function inParallel(calls, each) {
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const call of calls) await each(call);
  });
  await Promise.all(workers);
}

async function tryCall({ command, flag, argv }) {
  const name = command.join(' ');
  if (!isThere.has(name))
    isThere.set(
      name,
      runNowhere(command).then((said) => !NO_COMMAND.test(said)),
    );
  if (!(await isThere.get(name))) {
    absent += 1;
    return;
  }
  tried += 1;
  const said = await runNowhere(argv);
  const line = complaintOf(said, flag);
  if (process.env.ATIP_TRIED)
    appendFileSync(
      process.env.ATIP_TRIED,
      `${JSON.stringify({ command: name, flag, argv, said: said.slice(0, 600), line })}\n`,
    );
  if (line === undefined) return;
  refused += 1;
  process.stdout.write(`${name}\t${flag}\t${JSON.stringify(argv)}\t${line.trim().slice(0, 160)}\n`);
}

/** The line in which a program speaks against the flag. Usage lines name every flag. */
function complaintOf(said, flag) {
  return said.split('\n').find((line) => {
    if (!namesFlag(line, flag) || /^\s*(usage|or)\b/i.test(line)) return false;
    const isAboutValue = ABOUT_VALUE.test(line) && !/\b(option|flag|switch)\b/i.test(line);
    return (
      !isAboutValue && !/invalid (argument|value) .* for /i.test(line) && COMPLAINTS.some((words) => words.test(line))
    );
  });
}

/** `--x` stands there as it is, `-x` perhaps as its letter: `invalid option -- 'x'`. */
function namesFlag(line, flag) {
  const bare = flag.replace(/^[-+]+/, '');
  const quoted = bare.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[^\\w-])[-+]{0,2}${quoted}($|[^\\w-])`).test(line);
}

function runNowhere(argv) {
  const box = [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--ro-bind',
    '/usr',
    '/usr',
    '--ro-bind',
    '/etc',
    '/etc',
  ];
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) box.push('--symlink', `usr/${folder}`, `/${folder}`);
  for (const folder of ['/tmp', '/home', '/var', '/run']) box.push('--size', '20000000', '--tmpfs', folder);
  box.push('--proc', '/proc', '--dev', '/dev', '--ro-bind', root, '/var/template', '--chdir', '/home', '--clearenv');
  for (const [name, value] of Object.entries({ PATH: FOLDERS.join(':'), HOME: '/home', LANG: 'C.UTF-8', TERM: 'dumb' }))
    box.push('--setenv', name, value);
  const first =
    argv[0] === 'git'
      ? 'git init -q . && git -c user.name=a -c user.email=a@b add -A && git -c user.name=a -c user.email=a@b commit -qm a;'
      : '';
  const script = `cp -r /var/template/. .; ${first} exec timeout -k 1 ${SECONDS} "$@" < /dev/null`;
  const drop = ['--reuid', '65534', '--regid', '65534', '--clear-groups', '--inh-caps=-all', '--no-new-privs'];
  return new Promise((settle) => {
    const child = spawn('setpriv', [...drop, 'bwrap', ...box, 'bash', '-c', script, 'x', ...argv], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const take = (chunk) => {
      said += chunk;
      if (said.length > MAX_OUTPUT) child.kill('SIGKILL');
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('close', () => settle(said));
  });
}
