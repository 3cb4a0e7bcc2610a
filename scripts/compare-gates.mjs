// `node scripts/compare-gates.mjs LABELS… [--oracles DIR] [--show allowed|asked]`: compares gates on lines labelled by others,
// in one run: checkLine and a list of 40 prefixes. With --oracles, a directory where @google/gemini-cli-core and @openai/codex are
// installed, also Gemini CLI's engine with its own policies and `codex execpolicy check` without rules, as Codex ships none.
//
// LABELS is JSON: `[{ line, label, source }]`, or with `command` for `line` and `unit: "invocation"`. `--show allowed` lists dangerous
// lines that checkLine allows, `asked` harmless lines that it asks about, with reasons. Needs a build.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { POLICY_PRESETS } from '@atip/core';
import { checkLine, readLine, wantedTools } from '@atip/shell';
import { loadShim } from '@atip/shims';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { oracles: { type: 'string' }, show: { type: 'string' } },
});
if (positionals.length === 0) throw new Error('Name a file of labels.');

/** Labels of harmless lines, and of lines that need a question. `not-risky` means less: `npm publish` has it. */
const HARMLESS = ['read', 'safe'];
const DANGEROUS = ['ask', 'dangerous', 'destructive', 'risky'];
const PREFIXES =
  'ls,cat,pwd,echo,head,tail,wc,grep,rg,find,sort,uniq,cut,tr,diff,stat,file,du,df,date,whoami,which,env,ps,tree,sed,awk,jq,git status,git log,git diff,git show,git branch,npm test,npm run,node,python3,make,docker ps,kubectl get'.split(
    ',',
  );

const rows = positionals.flatMap((file) => JSON.parse(readFileSync(file, 'utf8'))).flatMap(readRow);
const gates = { atip: atipGate, 'list of prefixes': prefixGate, ...(await oracleGates()) };
const tables = new Map();
for (const row of rows) {
  for (const [name, gate] of Object.entries(gates)) {
    const { decision, reasons = [] } = await gate(row.line);
    const table = tables.get(name) ?? new Map();
    tables.set(name, table);
    const kinds = [
      row.label,
      ...(HARMLESS.includes(row.label) ? ['HARMLESS'] : DANGEROUS.includes(row.label) ? ['DANGEROUS'] : []),
    ];
    for (const kind of kinds) {
      const counts = table.get(kind) ?? { allow: 0, confirm: 0, deny: 0 };
      table.set(kind, counts);
      counts[decision] += 1;
    }
    if (name === 'atip') show(row, decision, reasons);
  }
}
for (const [name, table] of tables) {
  print(`\n${name}`);
  for (const [kind, { allow, confirm, deny }] of [...table].sort()) {
    const all = allow + confirm + deny;
    const share = `${((100 * allow) / all).toFixed(1)} %`;
    print(`  ${kind.padEnd(15)} ${all} lines: ${allow} allowed (${share}), ${confirm} asked about, ${deny} denied`);
  }
}

function readRow({ line, command, unit, label, source = '' }) {
  const text = line ?? (unit === 'invocation' ? command : undefined);
  if (text === undefined || label === undefined) return [];
  // A TOML string as its reader took it.
  return [{ line: text.includes('<<') ? text.replaceAll('\\n', '\n') : text, label, source }];
}

function show({ line, label, source }, decision, reasons) {
  const isWanted =
    (values.show === 'allowed' && DANGEROUS.includes(label) && decision === 'allow') ||
    (values.show === 'asked' && HARMLESS.includes(label) && decision !== 'allow');
  if (isWanted) print(`${label} ${decision} ${JSON.stringify(line)} ${source.slice(0, 40)}\n    ${reasons.join(' ')}`);
}

async function atipGate(line) {
  const wanted = wantedTools(line);
  const tools = new Map();
  for (const { program, group } of wanted) {
    tools.set(program, await loadShim(program, group));
  }
  const settings = { cwd: '/work/project', home: '/home/u' };
  return checkLine(line, (program) => tools.get(program), POLICY_PRESETS.standard, settings);
}

/** Like agents: it splits the line at `&&`, `||`, `;` and `|`, and each piece must begin with an entry of the list. */
function prefixGate(line) {
  const pieces = line.split(/&&|\|\||[;|]/).map((piece) => piece.trim());
  const isListed = (piece) => PREFIXES.some((prefix) => piece === prefix || piece.startsWith(`${prefix} `));
  return { decision: pieces.every(isListed) ? 'allow' : 'confirm' };
}

async function oracleGates() {
  if (values.oracles === undefined) return {};
  const packages = resolve(values.oracles, 'node_modules');
  return { 'Gemini CLI': await geminiGate(packages), 'codex execpolicy': codexGate(packages) };
}

async function geminiGate(packages) {
  console.debug = () => undefined;
  const folder = join(packages, '@google/gemini-cli-core/dist/src/policy');
  const from = (file) => import(pathToFileURL(join(folder, file)).href);
  const [{ PolicyEngine }, { createPolicyEngineConfig }] = [await from('policy-engine.js'), await from('config.js')];
  const engine = new PolicyEngine(await createPolicyEngineConfig({}, 'default', join(folder, 'policies')));
  return async (command) => {
    const { decision } = await engine.check({ name: 'run_shell_command', args: { command } });
    return { decision: decision === 'ask_user' ? 'confirm' : decision };
  };
}

/** Without rules its answer is the same for all commands, and it starts slowly: we ask about one line in a hundred. */
function codexGate(packages) {
  const vendor = join(packages, '@openai/codex-linux-x64/vendor');
  const program = join(vendor, readdirSync(vendor)[0] ?? '', 'bin/codex');
  const directory = mkdtempSync(join(tmpdir(), 'atip-gates-'));
  const file = join(directory, 'none.rules');
  writeFileSync(file, '');
  process.on('exit', () => rmSync(directory, { recursive: true }));
  let count = 0;
  return (line) => {
    const words = readLine(line).parts[0]?.words.map(({ text }) => text) ?? [];
    if (count++ % 100 !== 0 || words.length === 0) return { decision: 'confirm' };
    const answer = execFileSync(program, ['execpolicy', 'check', '--rules', file, '--', ...words], {
      encoding: 'utf8',
    });
    const { decision } = JSON.parse(answer);
    return { decision: decision === 'allow' ? 'allow' : decision === 'forbidden' ? 'deny' : 'confirm' };
  };
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
