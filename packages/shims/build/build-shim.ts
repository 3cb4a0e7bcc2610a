import type { AtipArgument, AtipCommand, AtipOption, AtipTool } from '@atip/core';
import { withInferredEffects } from '@atip/importers';
import type { ShimTool } from '../src/shim-tool.ts';
import { applyRows } from './apply-rows.ts';
import { buildOptions } from './build-options.ts';
import type { Fail } from './fail.ts';
import { placeCommands } from './place-commands.ts';
import { readArgument } from './read-argument.ts';
import { commandOf, type Source } from './sources.ts';
import type { CommandStructure, ToolStructure } from './structure.ts';
import type { TableRow } from './table-row.ts';

/** Characters of a description; help texts have whole paragraphs for one option. */
const MAX_DESCRIPTION = 200;

/**
 * Makes one shim: the commands that the table has rows for, as the sources and the structure say, with the effects of the
 * table, and inferred ones where it is silent.
 *
 * @param rows of this tool
 * @param fail is told each place where table, structure and sources do not fit together
 */
export function buildShim(
  name: string,
  structure: ToolStructure,
  sources: readonly Source[],
  rows: readonly TableRow[],
  fail: Fail,
): ShimTool {
  const paths = [...new Set(rows.map(({ command }) => command))].map((command) => command.split(' ').slice(1));
  const globals = buildGlobals(name, structure, sources, fail);
  const wanted = paths.filter((path) => path.length > 0 || isCommand(rows, name));
  const taken = new Set(globals.flatMap(({ flags }) => flags));
  const built = wanted.map((path) => ({ path, command: buildCommand(name, path, structure, sources, taken, fail) }));
  const unknown = Object.keys(structure.commands ?? {}).filter((key) => !wanted.some((path) => path.join(' ') === key));
  if (unknown.length > 0) fail(`${name}: structure for ${unknown.join(', ')}, which has no row of effects`);
  const tool: AtipTool = {
    atip: { version: '0.4' },
    name,
    version: structure.version ?? sources[0]?.tool.version ?? 'unknown',
    description: structure.description,
    ...(structure.homepage !== undefined && { homepage: structure.homepage }),
    trust: { source: 'community' },
    ...hintsOf(structure),
    ...(globals.length > 0 && { globalOptions: globals }),
    commands: placeCommands(built),
  };
  const { tool: inferred } = withInferredEffects(applyRows(tool, rows, fail));
  return { ...inferred, 'x-source': sources.map(({ label }) => label).join('; ') || 'written by hand' };
}

/** Whether a row is of the tool itself and not only of its global options. */
function isCommand(rows: readonly TableRow[], name: string): boolean {
  return rows.some(({ command, parameters }) => command === name && parameters.length === 0);
}

function hintsOf(structure: ToolStructure): Partial<AtipTool> {
  const { 'x-end-of-options': ends, 'x-value-style': style } = structure;
  return {
    ...(ends !== undefined && { 'x-end-of-options': ends }),
    ...(style !== undefined && { 'x-value-style': style }),
  };
}

function buildGlobals(name: string, structure: ToolStructure, sources: readonly Source[], fail: Fail): AtipOption[] {
  const lists = sources.slice(0, 1).map(({ tool }) => tool.globalOptions ?? []);
  const { omit, globals: only, options } = structure;
  return buildOptions(lists, { omit, only, options }, `${name}, global`, fail).map(shorten);
}

function buildCommand(
  name: string,
  path: readonly string[],
  structure: ToolStructure,
  sources: readonly Source[],
  taken: ReadonlySet<string>,
  fail: Fail,
): AtipCommand {
  const at = [name, ...path].join(' ');
  const key = path.join(' ');
  const own: CommandStructure = structure.commands?.[key] ?? {};
  const found = sources.map(({ tool }) => commandOf(tool, path.length === 0 ? [''] : path)).filter((node) => !!node);
  const [first] = found;
  const description = own.description ?? (path.length === 0 ? structure.description : (first?.description ?? ''));
  if (description === '') fail(`${at} is in no source and has no description by hand`);
  const lists = (own.more === true ? found : found.slice(0, 1)).map(({ options = [] }) =>
    options.filter(({ flags }) => !flags.every((flag) => taken.has(flag))),
  );
  const omit = [...(structure.omit ?? []), ...(own.omit ?? [])];
  const options = buildOptions(lists, { omit, only: own.only, options: own.options }, at, fail);
  const args = own.arguments?.map(readArgument) ?? first?.arguments ?? [];
  const examples = own.examples ?? first?.examples ?? [];
  return {
    description: cut(description),
    ...(own['x-end-of-options'] !== undefined && { 'x-end-of-options': own['x-end-of-options'] }),
    ...(args.length > 0 && { arguments: args.map(shortenArgument) }),
    ...(options.length > 0 && { options: options.map(shorten) }),
    ...(examples.length > 0 && { examples: examples.slice(0, 5) }),
  };
}

function shorten(option: AtipOption): AtipOption {
  return { ...option, description: cut(option.description) };
}

function shortenArgument(argument: AtipArgument): AtipArgument {
  return { ...argument, description: cut(argument.description) || wordsOf(argument.name) };
}

/** What an argument of a usage line is called is all that it says. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[-_.]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** At the end of a sentence where there is one, else of a word. */
function cut(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= MAX_DESCRIPTION) return plain;
  const head = plain.slice(0, MAX_DESCRIPTION);
  const sentence = head.lastIndexOf('. ');
  return sentence > MAX_DESCRIPTION / 4 ? head.slice(0, sentence + 1) : `${head.slice(0, head.lastIndexOf(' '))} …`;
}
