import {
  AtipError,
  type AtipEffects,
  type AtipTool,
  type FlatCommand,
  flattenCommands,
  type Parameter,
  SAFETY_FLAGS,
  selectCommands,
} from '@atip/core';
import { escapeUnseen, effectsOf, parametersOf, safetyFlags } from '@atip/core/internal';
import { listTools } from '@atip/node';
import { describeEffects, findExecutable } from '@atip/node/internal';
import { type CliHost, type DefineCommand, CliError, EXIT, systemFailure } from '../cli-host.ts';
import { addExcerptOptions, type ExcerptOptions } from '../documents/excerpt.ts';
import { formatTable, cutText, plainLine, toJson } from '../terminal/text.ts';
import { createPaint, type Paint, tableWidth } from '../terminal/style.ts';
import { findTool, loadOmitted } from '../tools/known-tools.ts';
import { describeTool } from '../tools/tool-summary.ts';

/** `atip show NAME` */
export const defineShow: DefineCommand = (command, { host }) => {
  command.argument('<name>', 'the tool, as `atip list` names it');
  addExcerptOptions(command)
    .option('--json', 'write its document as JSON')
    .action(async (name: string, { commands, depth, json }: ExcerptOptions & { readonly json?: boolean }) => {
      try {
        const known = findTool(name, await listTools(host.env));
        // The overview has the first level.
        const wanted = commands?.map((words) => words.split(' ')[0] ?? '');
        const { found, skipped } = depth === 1 ? { found: known } : await loadOmitted(known, host, wanted);
        if (skipped) host.stderr.write(`Not all of its commands are known: ${plainLine(skipped.reason)}\n`);
        const tool = selectCommands(found.tool, { commands, depth });
        if (json === true) host.stdout.write(`${toJson(tool)}\n`);
        else {
          const {
            version,
            origin,
            source,
            trust,
            claims,
            program: path,
          } = await describeTool(found, (one) => findExecutable(one, host.env));
          const lines = [
            `${escapeUnseen(tool.name)} ${escapeUnseen(version)}  ${plainLine(tool.description)}`,
            `  described by ${escapeUnseen(source)} (${origin}), trust ${trust}${claims === undefined ? '' : ` (it claims: ${plainLine(claims)}; nobody has checked that)`}`,
            `  program ${path === null ? 'not on the PATH' : escapeUnseen(path)}`,
          ];
          host.stdout.write(`${lines.join('\n')}\n`);
          writeCommands(tool, host);
        }
      } catch (error) {
        if (AtipError.isInstance(error)) throw new CliError(EXIT.invalid, error.message, { cause: error });
        throw systemFailure(error, 'The tool cannot be shown');
      }
    });
};

/** Writes a tool's commands as `atip run` takes them, each with its safety flags and its arguments. */
function writeCommands(tool: AtipTool, { stdout, env }: CliHost): void {
  const paint = createPaint(stdout, env);
  const columns = tableWidth(stdout);
  for (const command of flattenCommands(tool)) stdout.write(`\n${describe(command, columns, paint).join('\n')}\n`);
  const omitted = Object.entries(tool.commands ?? {}).filter(([, one]) => one['x-omitted-commands'] !== undefined);
  if (omitted.length === 0) return;
  stdout.write(`\nGroups with commands that are not shown: ${omitted.map(([key]) => escapeUnseen(key)).join(', ')}\n`);
}

function describe(command: FlatCommand, columns: number | undefined, paint: Paint): string[] {
  const { name, tool, path, metadata, effects } = command;
  const words = escapeUnseen([tool.name, ...path].join(' '));
  const flags = safetyFlags(effects).map((flag) => `  [${flag}]`);
  const parameters = parametersOf(command).map((parameter) => ({ parameter, warning: whenGiven(parameter, command) }));
  const rows = parameters.map(({ parameter, warning }) => parameterRow(parameter, warning));
  const changes = parameters.some(({ warning }) => warning !== '') ? '  (options change this: see "when given")' : '';
  return [
    `${paint('bold', name)}  ${words}${flags.join('')}${changes}`,
    cut(`  ${plainLine(metadata.description)}`, columns),
    ...formatTable(rows, columns === undefined ? undefined : columns - 4).map((line) => `    ${line}`),
  ];
}

function parameterRow({ key, required, source, kind }: Parameter, warning: string): string[] {
  const isMany = kind === 'argument' && source.variadic === true && source.type !== 'array';
  const type = source.enum ? source.enum.map(String).join('|') : source.type;
  return [
    escapeUnseen(`${key}=${type}${isMany ? '…' : ''}`),
    required ? 'required' : '',
    // Before the prose, which a narrow terminal cuts.
    [warning, plainLine(source.description ?? '')].filter(Boolean).join(' '),
  ];
}

function cut(line: string, columns: number | undefined): string {
  return columns === undefined ? line : cutText(line, columns);
}

/** Formats the harm a parameter adds to its command's: `"[⚠️ DESTRUCTIVE when given]"`; empty when it adds none. */
function whenGiven(parameter: Parameter, command: FlatCommand): string {
  const added = effectsWith(parameter, command, {});
  const flags = safetyFlags(added);
  if (flags.length > 0) return `[${flags.join(' | ')} when given]`;
  if (isReadOnly(command.effects) && !isReadOnly(effectsWith(parameter, command, command.effects)))
    return `[not ${SAFETY_FLAGS.READ_ONLY} when given: ${harmWords(added)}]`;
  return '';
}

function effectsWith({ key }: Parameter, { tool, path, metadata }: FlatCommand, effects: AtipEffects): AtipEffects {
  // Only whether it is given counts, and not whether it is valid.
  return effectsOf({ command: [tool.name, ...path], metadata, tool, path, effects }, { [key]: true });
}

function isReadOnly(effects: AtipEffects): boolean {
  return safetyFlags(effects).includes(SAFETY_FLAGS.READ_ONLY);
}

/** Describes the added effects alone: every other one is set to harmless, which has no words. */
function harmWords({ filesystem, network, ...added }: AtipEffects): string {
  const files = { write: false, delete: false, ...filesystem };
  return describeEffects([{ destructive: false, ...added, network: network ?? false, filesystem: files }]);
}
