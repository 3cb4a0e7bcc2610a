import { isAbsent } from '../commands/is-absent.ts';
import { type Parameter, parametersOf } from '../commands/parameters.ts';
import { getOwn } from '../json/own-property.ts';
import type { CommandMapping } from '../types/flat-command.ts';
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
 * @throws ArgumentValidationError when a value could be read as something other than the value it is
 * @see ATIP 0.3 §6.1, §11.2
 */
export function buildCommandArray(mapping: CommandMapping, args: Readonly<Record<string, unknown>>): string[] {
  const { metadata, tool, path } = mapping;
  const parameters = parametersOf(mapping);
  const given = parameters
    .map((parameter) => ({ parameter, value: givenValue(parameter, args) }))
    .filter(({ value }) => !isAbsent(value));
  const endsAtDashes = (metadata['x-end-of-options'] ?? tool['x-end-of-options']) === true;
  const reading = { endsAtDashes, hasPlusFlags: parameters.some(hasPlusFlag) };
  const globals: string[] = [];
  const options: string[] = [];
  const positionals: string[] = [];
  for (const { parameter, value } of given) {
    if (parameter.kind === 'argument') positionals.push(...positionalElements(parameter, value, reading));
    else (parameter.global ? globals : options).push(...optionElements(parameter, value, [metadata, tool]));
  }
  assertNoGap(
    given.map(({ parameter }) => parameter),
    parameters,
  );
  const separator = endsAtDashes && positionals.length > 0 ? ['--'] : [];
  const argv = [tool.name, ...globals, ...path, ...options, ...separator, ...positionals];
  assertElements(argv);
  return argv;
}

function givenValue(parameter: Parameter, args: Readonly<Record<string, unknown>>): unknown {
  return getOwn(args, parameter.key) ?? getOwn(args, parameter.narrowKey);
}

function hasPlusFlag(parameter: Parameter): boolean {
  return parameter.kind === 'option' && parameter.source.flags.some((flag) => flag.startsWith('+'));
}

/** Positionals are told apart by place: with an earlier one left out, a later one would be taken for it. */
function assertNoGap(given: readonly Parameter[], all: readonly Parameter[]): void {
  const pointers = new Set(given.map(({ pointer }) => pointer));
  const positionals = all.filter(({ kind }) => kind === 'argument');
  const firstGap = positionals.findIndex(({ pointer }) => !pointers.has(pointer));
  const later = firstGap < 0 ? undefined : positionals.slice(firstGap + 1).find(({ pointer }) => pointers.has(pointer));
  if (later) throw refusal(later.key, `cannot be given without "${positionals[firstGap]?.key}", which comes before it`);
}

/** The last look before a process sees it, whoever checked the values before. */
function assertElements(argv: readonly string[]): void {
  if (argv.some((element) => element.includes('\0'))) throw refusal('arguments', 'contain a NUL character');
  const total = argv.reduce((sum, element) => sum + element.length + 1, 0);
  if (total > MAX_TOTAL_LENGTH) throw refusal('arguments', `are longer than ${MAX_TOTAL_LENGTH} characters together`);
}
