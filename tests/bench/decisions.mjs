// Decisions about the labelled lines of tests/lines: the built gate's, and those of what a user would take instead. No line runs.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Language, Parser } from 'web-tree-sitter';
import { atHome, decide, PROGRAM, PROJECT, readRows } from '../lines/corpus.mjs';
import { geminiEngine } from './core.mjs';

const MODULES = join(import.meta.dirname, 'node_modules');
const FILES = ['open', 'kept', 'day'];
const ENGINES = {
  Codex: askCodex,
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
  const engines = await Promise.all(Object.entries(ENGINES).map(async ([name, prepare]) => [name, await prepare()]));
  const names = ['atip', ...Object.keys(ENGINES)];
  const rows = [];
  for (const file of FILES) {
    const labelled = readRows(file);
    const own = await decide(
      labelled.map(({ line }) => line),
      PROGRAM,
    );
    process.chdir(PROJECT);
    for (const [index, { label, kind, line }] of labelled.entries()) {
      const decisions = [own[index]];
      for (const [, ask] of engines) decisions.push(await ask(atHome(line)));
      rows.push({ file, label, kind, line, decisions });
    }
  }
  const table = [['lines: dangerous, harmless', ['', ...names]]];
  const add = (name, some) => table.push([name, [sizes(some), ...names.map((_, at) => cell(some, at))]]);
  for (const [name, kinds] of Object.entries(GROUPS))
    add(
      name,
      rows.filter(({ kind }) => kinds.includes(kind)),
    );
  add('all', rows);
  add(
    'of these, kept back',
    rows.filter(({ file }) => file === 'kept'),
  );
  table.push(['refused', ['', ...names.map((_, at) => rows.filter(({ decisions }) => decisions[at] === 'deny').length)]]);
  if (process.env.BENCH_LINES) console.log(JSON.stringify(rows));
  return table.map(([name, cells]) => [name, cells.map((text) => String(text).padStart(11)).join(' ')]);
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
  rg: /^(?:--pre|--hostname-bin)(?:=|$)|^(?:--search-zip|-z)$/,
};

function needsQuestion([program, ...args]) {
  if (program === 'sed') return !(args.length <= 3 && /^(?:\d+,)?\d+p$/.test(args[1]));
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

/**
 * As Claude Code documents its rules: each command of a line must begin with the words of one. Output into a file, and a variable
 * before a command, ask.
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
    const isAllowed = ({ text }) => prefixes.some((prefix) => text === prefix || text.startsWith(`${prefix} `));
    const commands = root.descendantsOfType('command');
    return commands.length > 0 && commands.every(isAllowed) ? 'allow' : 'ask';
  };
}

/** The grammar that Codex and Gemini CLI read lines with. */
async function shellParser() {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(MODULES, 'tree-sitter-bash/tree-sitter-bash.wasm')));
  return (line) => parser.parse(line).rootNode;
}

const PLAIN_NODES = new Set(
  'program list pipeline command command_name word string string_content raw_string number concatenation'.split(' '),
);
const PLAIN_SIGNS = new Set(['&&', '||', ';', '|', '"', "'", '\n']);

/** @returns the words of each command, or undefined where a line has more than words, quotes, `&&`, `||`, `;` and `|` */
function plainCommands(root) {
  if (root.hasError) return undefined;
  const nodes = root.descendantsOfType([]).filter(({ type }) => type !== '');
  if (nodes.some(({ isNamed, type }) => !(isNamed ? PLAIN_NODES : PLAIN_SIGNS).has(type))) return undefined;
  return root
    .descendantsOfType('command')
    .map((command) => command.namedChildren.map(({ text }) => text.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2')));
}
