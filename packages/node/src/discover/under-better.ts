import type { AtipArgument, AtipCommand, AtipEffects, AtipOption, AtipTool } from '@atip/core';
import { mergeEffects } from '@atip/core/execute';
import { harmOf, harmOfSource, kindsOf, mayReassure, raiseEffects, stated, trustSourceOf } from '@atip/core/internal';
import { placedAs } from '../documents/trust-at.ts';
import { type FoundTool, SAVED, type ToolReading } from '../documents/tool-document.ts';
import type { Environment } from '../process/child-environment.ts';
import { loadBundled } from './read-bundled-shims.ts';

/**
 * Puts a document that a person saved under a better one of the same program. It then only adds harm to the better
 * one's statements, and the trust stays the better one's.
 * @param readings of all sources
 */
export async function underBetter(
  found: FoundTool,
  readings: readonly ToolReading[],
  env: Environment,
): Promise<FoundTool> {
  const { tool, origin } = found;
  if (origin === 'bundled' || origin === 'described' || mayReassure(tool)) return found;
  const others = readings.flatMap((one) => (one.found?.tool.name === tool.name ? [one.found.tool] : []));
  const better = others.find(mayReassure) ?? (await loadBundled(tool.name, env));
  return better === undefined ? found : { ...found, tool: placedAs(better, worseOf(tool, better)) };
}

type Commands = Readonly<Record<string, AtipCommand>>;

/**
 * Merges a lesser document under a better one. A command that both have keeps the better form and effects, plus the
 * harm that the lesser one adds: with a form of its own, such as `-Dr` as one option, it could give a harmless name to
 * an option that the better one calls harmful. A command with another form, or one that the better document lacks,
 * keeps its own form and states only harm, so that a person is asked about it.
 */
function worseOf(lesser: AtipTool, better: AtipTool): AtipTool {
  const globals = [...(better.globalOptions ?? []), ...(own(better.commands, '')?.options ?? [])];
  const isSameProgram = haveAll(globals, lesser.globalOptions);
  const { 'x-value-style': style, 'x-end-of-options': ends } = lesser;
  const place = (command: AtipCommand, theirs: AtipCommand | undefined, above: AtipEffects): AtipCommand => {
    const harm = harmOf(command.effects ?? {});
    const known = mergeEffects(above, theirs?.effects);
    const { description, commands, arguments: args = [], options } = command;
    if (commands) {
      const below = placeAll(commands, theirs?.commands, known);
      return stated({ description, effects: harm, commands: below, 'x-aliases': theirs?.['x-aliases'] });
    }
    if (isSameProgram && theirs && theirs.commands === undefined && isFormOf(theirs, command, globals)) {
      return stated({
        ...theirs,
        description,
        effects: raiseEffects(known, harm),
        arguments: theirs.arguments?.map((argument, at) =>
          withHarmOf(args.slice(at, at + 1), { ...argument, name: args[at]?.name ?? argument.name }),
        ),
        options: theirs.options?.map((option) => withHarmOf(sharing(option, options), option)),
      });
    }
    const hints = { 'x-value-style': style, 'x-end-of-options': ends ?? false };
    const raised = options?.map((option) =>
      withHarmOf(sharing(option, [...(theirs?.options ?? []), ...globals]), option),
    );
    // Another name could be one by which the better document reads a line.
    const names = { 'x-aliases': theirs?.['x-aliases'] };
    return stated({ ...hints, ...command, ...names, effects: mergeEffects(harmOf(known), harm), options: raised });
  };
  const placeAll = (all: Commands, theirs: Commands | undefined, above: AtipEffects): Record<string, AtipCommand> =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, place(one, own(theirs, name), above)]));
  const options = isSameProgram ? better.globalOptions : lesser.globalOptions;
  const others = isSameProgram ? lesser.globalOptions : globals;
  const { commands = { '': { description: lesser.description } } } = lesser;
  return stated({
    ...better,
    [SAVED]: Reflect.get(lesser, SAVED),
    version: lesser.version,
    description: lesser.description,
    trust: { ...lesser.trust, source: trustSourceOf(lesser) },
    effects: harmOf(lesser.effects ?? {}),
    commands: placeAll(commands, better.commands, better.effects ?? {}),
    globalOptions: options?.map((option) => withHarmOf(sharing(option, others), option)),
  });
}

/**
 * True if the better document has every parameter of a command. An argument may have another name, unless that name is
 * another parameter's or the better document's effects depend on the argument's name.
 */
function isFormOf(theirs: AtipCommand, { options, arguments: args = [] }: AtipCommand, globals: readonly AtipOption[]) {
  const known = [...(theirs.options ?? []), ...globals];
  const names = [...known, ...(theirs.arguments ?? [])].map(({ name }) => name);
  const conditions = JSON.stringify(theirs, (key, value: unknown) => (key === 'name' ? undefined : value));
  const hasArguments = args.every(({ name }, at) => {
    const one = theirs.arguments?.[at];
    if (one === undefined || one.name === name) return one !== undefined;
    return !names.includes(name) && !conditions.includes(JSON.stringify(one.name));
  });
  return hasArguments && haveAll(known, options);
}

function haveAll(known: readonly AtipOption[], options: readonly AtipOption[] = []): boolean {
  return options.every(({ flags }) => known.some((one) => flags.every((flag) => one.flags.includes(flag))));
}

/**
 * The options that share a flag with this one. A long flag also shares its beginning, which programs accept for all of
 * it.
 */
function sharing({ flags }: AtipOption, options: readonly AtipOption[] = []): readonly AtipOption[] {
  const begins = (one: string, other: string): boolean => one.startsWith('--') && other.startsWith(one);
  return options.filter((option) =>
    option.flags.some((flag) => flags.some((one) => one === flag || begins(one, flag) || begins(flag, one))),
  );
}

/** A parameter that adds the harm of others to its own, under the kind by which rules name one of them. */
function withHarmOf<Parameter extends AtipArgument | AtipOption>(
  others: readonly AtipArgument[],
  parameter: Parameter,
): Parameter {
  const harm = mergeEffects(...others.map(harmOfSource));
  if (Object.keys(harm).length === 0) return parameter;
  const [kind] = [parameter, ...others].flatMap((one) => kindsOf(one));
  return { ...parameter, 'x-effects': stated({ ...mergeEffects(parameter['x-effects'], harm), 'x-kind': kind }) };
}

function own(commands: Commands = {}, name: string): AtipCommand | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}
