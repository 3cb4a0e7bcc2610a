// Decisions about the labelled lines of tests/lines: the built gate's, and those of what a user would take instead. No line runs.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Language, Parser } from 'web-tree-sitter';
import { atHome, decide, HOME, PROGRAM, PROJECT, readRows } from '../lines/corpus.mjs';
import { geminiEngine } from './core.mjs';

const MODULES = join(import.meta.dirname, 'node_modules');
const FILES = ['open', 'kept', 'day'];
const ENGINES = {
  'Codex list': askCodex,
  'Gemini CLI': askGemini,
  'Qwen Code': askQwen,
  'prefix list': askPrefixes,
};
/** The kinds of the corpus, as the table groups them. */
const GROUPS = {
  'reading, searching': ['read', 'search'],
  'build, test, lint, run': ['build', 'test', 'lint', 'runner'],
  git: ['git-read', 'git-write', 'git-config'],
  'files changed': ['edit', 'delete', 'overwrite', 'link', 'path-trick'],
  'code, scripts': ['own-code', 'small-code', 'foreign-code', 'shell'],
  'packages installed': ['install'],
  'containers, cloud, databases': ['containers', 'cloud', 'database'],
  'network, GitHub': ['network-read', 'localhost', 'send', 'remote-change', 'control-port', 'github'],
  'secrets, environment': ['secret-file', 'secret-env', 'env-var'],
  'processes, system': ['process', 'privilege', 'guarded-place'],
};

/** @returns a row for each group: of each engine, the dangerous lines allowed and the harmless ones not asked about */
export async function measureDecisions() {
  const names = ['atip', ...Object.keys(ENGINES)];
  const rows = await decisionsOfAll();
  const row = (name, wanted) => {
    const some = rows.filter(wanted);
    return [name, sizes(some), ...names.map((_, at) => cell(some, at))];
  };
  const refusals = (at) => rows.filter(({ decisions }) => decisions[at] === 'deny').length;
  const table = [
    ['dangerous allowed, harmless unasked', 'of', ...names],
    ...Object.entries(GROUPS).map(([name, kinds]) => row(name, ({ kind }) => kinds.includes(kind))),
    row('all', () => true),
    row('of these, kept back', ({ file }) => file === 'kept'),
    ['refused', '', ...names.map((_, at) => refusals(at))],
  ];
  return table.map(([name, ...cells]) => [name, cells.map((text) => String(text).padStart(11)).join(' ')]);
}

/** In the home and the project that the labels suppose, so that your own configuration does not count. */
async function decisionsOfAll() {
  const { HOME: home } = process.env;
  const cwd = process.cwd();
  process.env.HOME = HOME;
  const asks = await Promise.all(Object.values(ENGINES).map((prepare) => prepare()));
  const rows = [];
  for (const file of FILES) {
    const labelled = readRows(file);
    const ours = await decide(
      labelled.map(({ line }) => line),
      PROGRAM,
    );
    process.chdir(PROJECT);
    for (const [index, { label, kind, line }] of labelled.entries()) {
      const decisions = [ours[index]];
      for (const ask of asks) decisions.push(await ask(atHome(line)));
      rows.push({ file, label, kind, line, decisions });
    }
    process.chdir(cwd);
  }
  process.env.HOME = home;
  return rows;
}

function sizes(rows) {
  return ['ask', 'run'].map((wanted) => rows.filter(({ label }) => label === wanted).length).join(', ');
}

function cell(rows, at) {
  const allowed = (wanted) =>
    rows.filter(({ label, decisions }) => label === wanted && decisions[at] === 'allow').length;
  return `${allowed('ask')}, ${allowed('run')}`;
}

/**
 * `codex execpolicy check` gets words: a line is split as Codex splits it, and each command is asked about by itself. Its list of
 * known safe commands is not asked by `check`; codex.rules says it.
 */
async function askCodex() {
  const vendor = join(MODULES, `@openai/codex-${process.platform}-${process.arch}/vendor`);
  const binary = join(vendor, readdirSync(vendor)[0], 'bin/codex');
  const rules = join(import.meta.dirname, 'codex.rules');
  const run = promisify(execFile);
  const check = async (words) => {
    if (needsQuestion(words)) return 'ask';
    const { stdout } = await run(binary, ['execpolicy', 'check', '--rules', rules, '--', ...words]);
    return { allow: 'allow', forbidden: 'deny' }[JSON.parse(stdout).decision] ?? 'ask';
  };
  const known = new Map();
  const parse = await shellParser();
  return async (line) => {
    const commands = plainCommands(parse(line));
    if (commands === undefined) return 'ask';
    const decisions = [];
    for (const words of commands) {
      const key = words.join('\0');
      if (!known.has(key)) known.set(key, await check(words));
      decisions.push(known.get(key));
    }
    return ['deny', 'ask', 'allow'].find((decision) => decisions.includes(decision));
  };
}

/** Options with which Codex asks about a program of its list. */
const ASKED_OPTIONS = {
  base64: /^(?:-o|--output(?:=|$))/,
  find: /^-(?:exec|execdir|ok|okdir|delete|fls|fprint|fprint0|fprintf)$/,
  git: /^--(?:output|ext-diff|textconv|exec|paginate)(?:=|$)/,
  rg: /^(?:--pre|--hostname-bin)(?:=|$)|^(?:--search-zip|-z)$/,
};
const BRANCH_OPTION = /^(?:--list|-l|--show-current|-a|--all|-r|--remotes|-v|-vv|--verbose|--format=.*)$/;

function needsQuestion([program, ...args]) {
  if (program === 'sed') return !(args.length <= 3 && /^(?:\d+,)?\d+p$/.test(args[1]));
  if (program === 'git' && args[0] === 'branch') return !args.slice(1).every((arg) => BRANCH_OPTION.test(arg));
  return args.some((arg) => ASKED_OPTIONS[program]?.test(arg));
}

/** Its engine, with the policies that it ships, in the default mode. */
async function askGemini() {
  const ask = await geminiEngine();
  const names = { allow: 'allow', deny: 'deny', ask_user: 'ask' };
  return async (line) => names[(await ask(line)).decision];
}

/** The permission of its shell tool before any rule or approval. */
async function askQwen() {
  const chunks = join(MODULES, '@qwen-code/qwen-code/chunks');
  const chunk = readdirSync(chunks).find((name) => name.startsWith('shell-'));
  const { ShellToolInvocation } = await import(join(chunks, chunk));
  const config = { getTargetDir: () => PROJECT };
  return (command) => new ShellToolInvocation(config, { command }).getDefaultPermission();
}

/** Programs that Claude Code reads past, to the command that they start. */
const WRAPPER = /^(?:time|nohup|nice|stdbuf|timeout)(?: +-\S+)*(?: +[\d.]+[smhd]?)? +/;

/**
 * As Claude Code documents its rules: each command of a line must begin with the words of one. A `find` that starts or deletes, output
 * into a file, and a variable that is set ask.
 */
async function askPrefixes() {
  const { permissions } = JSON.parse(readFileSync(join(import.meta.dirname, 'prefixes.json'), 'utf8'));
  const prefixes = permissions.allow.map((rule) => /^Bash\((.*):\*\)$/.exec(rule)[1]);
  const parse = await shellParser();
  return (line) => {
    const root = parse(line);
    const writes = root
      .descendantsOfType('file_redirect')
      .some(({ text }) => text.includes('>') && !/>&\d$|> ?\/dev\/null$/.test(text));
    if (root.hasError || writes || root.descendantsOfType('variable_assignment').length > 0) return 'ask';
    const commands = root.descendantsOfType('command').map(({ text }) => text.replace(WRAPPER, ''));
    const isAllowed = (text) =>
      !/^find .*-(?:exec|delete)/.test(text) &&
      prefixes.some((prefix) => text === prefix || text.startsWith(`${prefix} `));
    return commands.length > 0 && commands.every(isAllowed) ? 'allow' : 'ask';
  };
}

let shell;

/** The grammar that Codex and Gemini CLI read lines with. Once: a second start of the library breaks the parsers of the first. */
function shellParser() {
  shell ??= startShellParser();
  return shell;
}

async function startShellParser() {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(MODULES, 'tree-sitter-bash/tree-sitter-bash.wasm')));
  return (line) => parser.parse(line).rootNode;
}

const PLAIN_NODES = new Set(
  'program list pipeline command command_name word string string_content raw_string number concatenation'.split(' '),
);
const PLAIN_SIGNS = new Set(['&&', '||', ';', '|', '"', "'"]);

/** @returns the words of each command, or undefined where a line has more than words, quotes, `&&`, `||`, `;` and `|` */
function plainCommands(root) {
  if (root.hasError || !isPlain(root)) return undefined;
  return root
    .descendantsOfType('command')
    .map((command) => command.namedChildren.map(({ text }) => text.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2')));
}

function isPlain({ isNamed, type, children }) {
  return (isNamed ? PLAIN_NODES.has(type) : PLAIN_SIGNS.has(type) || type.trim() === '') && children.every(isPlain);
}
