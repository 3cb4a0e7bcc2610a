// Compares exported rule files with our own decision about each line: node scripts/measure-rule-files.mjs FILE… [--oracles DIR]
//
// FILE is a list of labels (JSON with `line`, or `command` of unit "invocation", and `label`) or has one shell line per line. With
// --oracles, a directory where @openai/codex and @google/gemini-cli-core are installed, those two decide themselves.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { POLICY_PRESETS } from '@atip/core';
import { RULE_FORMATS, sayableCommands, writeRules } from '@atip/node/internal';
import { checkLine } from '@atip/shell';
import { listShims, loadShim } from '@atip/catalog';
import { commandsOf, createMatcher } from '../tests/rules/matchers.js';

const args = process.argv.slice(2);
const at = args.indexOf('--oracles');
const oracles = at < 0 ? undefined : args.splice(at, 2)[1];
const tools = await Promise.all(listShims().map((name) => loadShim(name)));
const byName = new Map(tools.map((tool) => [tool.name, tool]));
const policy = POLICY_PRESETS.standard;
const lines = [...new Set(args.flatMap(readLines))];
const decisions = new Map(
  lines.map((line) => [line, checkLine(line, (name) => byName.get(name), policy, PLACE()).decision]),
);
const harmless = lines.filter((line) => decisions.get(line) === 'allow');
console.log(`${lines.length} lines, ${harmless.length} of them allowed by checkLine`);
const sayable = sayableCommands(tools, policy);
console.log(
  `${sayable.commands.length} commands can be said, ${sayable.asked.length} not; of ${sayable.options} flags ${sayable.optionsLeftOut} not`,
);
for (const format of RULE_FORMATS) {
  const file = writeRules(format, sayable);
  const matches = (await oracleOf(format, file.text)) ?? createMatcher(format, file.text);
  const allowed = [];
  for (const line of lines) if (await matches(line)) allowed.push(line);
  const wrong = allowed.filter((line) => decisions.get(line) !== 'allow');
  const share = ((100 * (allowed.length - wrong.length)) / harmless.length).toFixed(1);
  console.log(
    `${format}: ${file.text.length} characters, ${file.commands} commands; ${wrong.length} lines allowed that we ask about; ${share} % of the harmless run`,
  );
  for (const line of wrong.slice(0, 20)) console.log(`  ${line}`);
  if (wrong.length > 0) process.exitCode = 1;
}

function PLACE() {
  return { cwd: '/work/project', home: '/home/person' };
}

function readLines(path) {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.json')) return text.split('\n').filter((line) => line.trim() !== '');
  return JSON.parse(text).flatMap(({ line, command, unit }) => line ?? (unit === 'invocation' ? command : []));
}

async function oracleOf(format, text) {
  if (oracles === undefined) return undefined;
  if (format === 'gemini') return geminiOracle(text);
  return format === 'codex' ? codexOracle(text) : undefined;
}

/** Its policy engine, with only our rules. */
async function geminiOracle(text) {
  console.debug = () => undefined;
  const from = (path) =>
    import(pathToFileURL(join(oracles, 'node_modules/@google/gemini-cli-core/dist/src/policy', path)).href);
  const [{ PolicyEngine }, { loadPoliciesFromToml }] = [await from('policy-engine.js'), await from('toml-loader.js')];
  const directory = mkdtempSync(join(tmpdir(), 'atip-rules-'));
  writeFileSync(join(directory, 'atip.toml'), text);
  const { rules, errors } = await loadPoliciesFromToml([directory], () => 4);
  rmSync(directory, { recursive: true });
  for (const { message, details } of errors.slice(0, 5))
    console.log(`  Gemini CLI refuses: ${message} ${String(details).slice(0, 200)}`);
  const engine = new PolicyEngine({ rules });
  return async (command) => {
    const { decision } = await engine.check({ name: 'run_shell_command', args: { command } });
    return decision === 'allow';
  };
}

/** `codex execpolicy check` for the commands of each line that we allow, and of one line in fifty of the rest: it starts slowly. */
function codexOracle(text) {
  const directory = mkdtempSync(join(tmpdir(), 'atip-rules-'));
  const file = join(directory, 'atip.rules');
  writeFileSync(file, text);
  const vendor = join(oracles, 'node_modules/@openai/codex-linux-x64/vendor');
  const program = join(vendor, readdirSync(vendor)[0], 'bin/codex');
  const reads = createMatcher('codex', text);
  const check = (words) =>
    JSON.parse(execFileSync(program, ['execpolicy', 'check', '--rules', file, '--', ...words], { encoding: 'utf8' }))
      .decision;
  let count = 0;
  return (line) => {
    count += 1;
    const parts = commandsOf(line) ?? [];
    if (parts.length === 0 || parts.some(({ words }) => words.length === 0)) return false;
    return (reads(line) || count % 50 === 0) && parts.every(({ words }) => check(words) === 'allow');
  };
}
