// `node scripts/measure-effects.mjs LABELS [--fig FOLDER] [--mcp TOOLS] [--half even|odd] [--rows]`: inferred effects against what
// others say of the same commands, a table for each source. LABELS: `[{ command, label, source, unit, description? }]`;
// FOLDER: `build` of `@withfig/autocomplete`; TOOLS: `[{ server, name, description, inputSchema, annotations }]`.
// Work on one half and report the other: only of the half that one works on are single rows (`--rows`) looked at.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { fail, load } from './repository.mjs';

const SAID = ['destructive', 'changes', 'unknown', 'read'];
const TRUTH = {
  read: 'read',
  safe: 'read',
  write: 'changes',
  ask: 'changes',
  dangerous: 'changes',
  'unsafe-flag': 'changes',
  destructive: 'destructive',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fig: { type: 'string' }, mcp: { type: 'string' }, half: { type: 'string' }, rows: { type: 'boolean' } },
});
if (positionals.length !== 1) fail('measure-effects: one file of labels is needed');
const { fromFig, fromMcp, withInferredEffects } = await load('packages/importers/src/index.ts');

const rows = [...labelledCommands(), ...mcpTools()].filter(
  ({ split }) => values.half === undefined || (hash(split) % 2 === 0) === (values.half === 'even'),
);
const figs = new Map();
const tables = new Map();
for (const row of rows) {
  const said = row.parameter === undefined ? judge(await row.tool(), row.path) : judgeOption(await row.tool(), row);
  const table = tables.get(row.source) ?? {};
  tables.set(row.source, table);
  const key = `${row.truth}/${said}`;
  table[key] = (table[key] ?? 0) + 1;
  if (values.rows && said !== row.truth)
    print([row.truth, said, row.path.join(' '), row.parameter ?? '', row.description]);
}
const total = {};
for (const table of tables.values())
  for (const [key, count] of Object.entries(table)) total[key] = (total[key] ?? 0) + count;
for (const [source, table] of [...tables, ['all', total]]) report(source, table);

function* labelledCommands() {
  for (const { command, label, source, unit, description = '' } of JSON.parse(readFileSync(positionals[0], 'utf8'))) {
    const truth = TRUTH[label];
    if (truth === undefined || !['command', 'tool', 'subcommand', 'option', 'flag'].includes(unit)) continue;
    const words = command.split(/\s+/);
    const parameter = unit === 'option' || unit === 'flag' ? words.find((word) => word.startsWith('-')) : undefined;
    const path = parameter === undefined ? words : words.slice(0, words.indexOf(parameter));
    // Licence and revision aside, one list is one source.
    const name = `${source.split(/ \(| @0/)[0]}, ${unit}`;
    const tool = () => figTool(path, description);
    yield { split: command, source: name, truth, path, parameter, description, tool };
  }
}

function* mcpTools() {
  if (values.mcp === undefined) return;
  for (const { server, name, description = '', inputSchema, annotations } of JSON.parse(
    readFileSync(values.mcp, 'utf8'),
  )) {
    const { readOnlyHint, destructiveHint } = annotations ?? {};
    if (readOnlyHint === undefined) continue;
    const truth = readOnlyHint ? 'read' : destructiveHint === true ? 'destructive' : 'changes';
    const { tool } = fromMcp({ tools: [{ name, description, inputSchema }] }, { name: 'server' });
    yield { split: server, source: 'MCP', truth, path: ['server', name], description, tool: () => tool };
  }
}

/** The tool of a Fig specification with this command; of the command alone where there is none. */
async function figTool(path, description) {
  const alone = { name: path[0], commands: nest(path.slice(1), { description }) };
  if (values.fig === undefined || description !== '') return alone;
  const file = [`${path[0]}/${path[1]}`, path[0]]
    .map((name) => join(resolve(values.fig), `${name}.js`))
    .find((name) => existsSync(name));
  if (file === undefined) return alone;
  if (!figs.has(file)) {
    const { default: spec } = await import(pathToFileURL(file).href);
    figs.set(file, fromFig(spec).tool);
  }
  const found = commandAt(figs.get(file), path.slice(file.includes(`/${path[0]}/`) ? 2 : 1));
  return found ? { ...alone, commands: nest(path.slice(1), found) } : alone;
}

function nest([key = '', ...rest], command) {
  return { [key]: rest.length === 0 ? command : { description: '', commands: nest(rest, command) } };
}

function commandAt(node, [key, ...rest]) {
  if (key === undefined)
    return node?.commands === undefined || node.commands[''] ? (node?.commands?.[''] ?? node) : undefined;
  const below = node?.commands?.[key];
  return below && commandAt(below, rest);
}

function judge(tool, path) {
  const { effects = {} } = commandAt(withInferredEffects(tool).tool, path.slice(1)) ?? {};
  return nameOf(effects);
}

function judgeOption(tool, { path, parameter, description }) {
  const command = commandAt(tool, path.slice(1)) ?? {};
  const known = command.options?.find(({ flags }) => flags.includes(parameter));
  const option = known ?? { name: 'x', flags: [parameter], type: 'string', description };
  const alone = { ...tool, commands: nest(path.slice(1), { ...command, options: [option] }) };
  const inferred = commandAt(withInferredEffects(alone).tool, path.slice(1));
  const raised = nameOf(inferred.options[0]['x-effects'] ?? {});
  return raised === 'unknown' ? nameOf(inferred.effects ?? {}) : raised;
}

function nameOf(effects) {
  const { filesystem = {}, destructive, reversible, subprocess, creates, modifies, deletes } = effects;
  if (destructive === true) return 'destructive';
  const changes = [filesystem.write, filesystem.delete, subprocess, reversible === false].includes(true);
  if (changes || creates || modifies || deletes || effects['x-runs'] || effects['x-sends'] === 'given')
    return 'changes';
  return destructive === false ? 'read' : 'unknown';
}

/** FNV-1a. */
function hash(text) {
  let value = 2_166_136_261;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 16_777_619) >>> 0;
  return value ^ (value >>> 15);
}

function report(source, table) {
  const count = (truths, answers) =>
    truths.reduce((sum, truth) => sum + answers.reduce((part, said) => part + (table[`${truth}/${said}`] ?? 0), 0), 0);
  const share = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % of ${whole}`);
  const changing = ['destructive', 'changes'];
  print([`\n## ${source}`]);
  print(['', ...SAID]);
  for (const truth of ['destructive', 'changes', 'read']) print([truth, ...SAID.map((said) => count([truth], [said]))]);
  print(['changing called read', share(count(changing, ['read']), count(changing, SAID))]);
  print(['destructive recall', share(count(['destructive'], ['destructive']), count(['destructive'], SAID))]);
  print(['read-only recall', share(count(['read'], ['read']), count(['read'], SAID))]);
}

function print(cells) {
  process.stdout.write(`${cells.join('\t')}\n`);
}
