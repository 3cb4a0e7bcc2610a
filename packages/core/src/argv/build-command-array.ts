import { isAbsent } from '../commands/is-absent.ts';
import { type Parameter, parametersOf } from '../commands/parameters.ts';
import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import { assertPositionals } from './assert-positionals.ts';
import { optionElements } from './option-elements.ts';
import { positionalElements } from './positional-elements.ts';
import { refusal } from './refuse.ts';

/** Characters in all; well below the 2 MiB at which Linux refuses a command line. */
const MAX_TOTAL_LENGTH = 500_000;

/**
 * Builds the exact argument vector of a checked call; it is never a shell string.
 *
 * Shape: `gh pr create` with `{ title: "Fix", draft: true }` → `["gh", "pr", "create", "--title=Fix", "--draft"]`.
 * Order: executable, global options, subcommands, options, `--` where the tool is known to honour it, positionals.
 *
 * @param args what `validateToolCall` accepted, by compiled key
 * @throws ArgumentValidationError when a value could be read as something other than the value it is, or the tool is no program
 * @see ATIP 0.3 §6.1, §11.2
 */
export function buildCommandArray(mapping: CommandMapping, args: Readonly<Record<string, unknown>>): string[] {
  if (!isRecord(args)) throw refusal('arguments', 'must be an object');
  const { metadata, tool, path } = mapping;
  // Whatever runs under that name is another program.
  if ((tool['x-mcp'] ?? false) !== false) throw refusal(tool.name, 'is offered by an MCP server and is no program');
  const parameters = parametersOf(mapping);
  const flags = parameters.flatMap((parameter) => (parameter.kind === 'option' ? parameter.source.flags : []));
  const reading = {
    endsAtDashes: (metadata['x-end-of-options'] ?? tool['x-end-of-options']) === true,
    hasPlusFlags: flags.some((flag) => flag.startsWith('+')),
    hasDashFlag: flags.includes('-'),
  };
  const globals: string[][] = [];
  const options: string[][] = [];
  const positionals: string[][] = [];
  const given: Parameter[] = [];
  for (const parameter of parameters) {
    const value = getOwn(args, parameter.key) ?? getOwn(args, parameter.narrowKey);
    if (isAbsent(value)) continue;
    if (parameter.kind === 'argument') {
      given.push(parameter);
      positionals.push(positionalElements(parameter, value, reading));
    } else (parameter.global ? globals : options).push(optionElements(parameter, value, [metadata, tool]));
  }
  const words = positionals.flat();
  assertPositionals(given, parameters, words, mapping);
  const separator = reading.endsAtDashes && words.length > 0 ? ['--'] : [];
  const argv = [tool.name, ...globals.flat(), ...path, ...options.flat(), ...separator, ...words];
  assertElements(argv);
  return argv;
}

/** The last look before a process sees it, whoever checked the values before. */
function assertElements(argv: readonly string[]): void {
  if (argv.some((element) => element.includes('\0'))) throw refusal('arguments', 'contain a NUL character');
  const total = argv.reduce((sum, element) => sum + element.length + 1, 0);
  if (total > MAX_TOTAL_LENGTH) throw refusal('arguments', `are longer than ${MAX_TOTAL_LENGTH} characters together`);
}
