import {
  type AtipTool,
  type FlatCommand,
  flattenCommands,
  type Parameter,
  parametersOf,
  safetyFlags,
} from '@atip/core';
import { escapeLine } from '@atip/node';
import type { CliHost } from '../cli-host.ts';
import { columnsOf } from '../terminal/columns-of.ts';
import { createPaint, type Paint } from '../terminal/create-paint.ts';
import { formatTable } from '../terminal/format-table.ts';
import { plainLine } from '../terminal/plain-line.ts';
import { cutText } from '../terminal/text-width.ts';
import { whenGiven } from './when-given.ts';

/** Writes a tool's commands as `atip run` takes them, each with its safety flags and its arguments. */
export function writeCommands(tool: AtipTool, { stdout, env }: CliHost): void {
  const paint = createPaint(stdout, env);
  const columns = stdout.isTTY === true ? columnsOf(stdout) : undefined;
  for (const command of flattenCommands(tool)) stdout.write(`\n${describe(command, columns, paint).join('\n')}\n`);
  const omitted = Object.entries(tool.commands ?? {}).filter(([, one]) => one['x-omitted-commands'] !== undefined);
  if (omitted.length === 0) return;
  stdout.write(`\nGroups with commands that are not shown: ${omitted.map(([key]) => escapeLine(key)).join(', ')}\n`);
}

function describe(command: FlatCommand, columns: number | undefined, paint: Paint): string[] {
  const { name, tool, path, metadata, effects } = command;
  const words = escapeLine([tool.name, ...path].join(' '));
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
    escapeLine(`${key}=${type}${isMany ? '…' : ''}`),
    required ? 'required' : '',
    // Before the prose, which a narrow terminal cuts.
    [warning, plainLine(source.description ?? '')].filter(Boolean).join(' '),
  ];
}

function cut(line: string, columns: number | undefined): string {
  return columns === undefined ? line : cutText(line, columns);
}
