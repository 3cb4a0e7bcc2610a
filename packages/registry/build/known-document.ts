import {
  type AtipCommand,
  type AtipEffects,
  type AtipOption,
  type AtipTool,
  flattenCommands,
  mergeEffects,
} from '@atip/core';
import { getOwn, harmOf, isRecord, joinPointer } from '@atip/core/internal';
import { withInferredEffects, type WithInferredEffects } from '@atip/importers';

type PlacedEvidence = WithInferredEffects['evidence'][number];
type Commands = Readonly<Record<string, AtipCommand>>;

/**
 * The document of an unreviewed specification: with the harm guessed from names, descriptions and options, each with
 * its reason. Only rows of the importers' table of programs reassure: a guess would allow harm that it overlooked.
 */
export function guessedDocument(tool: AtipTool): AtipTool {
  const { tool: inferred, evidence } = withInferredEffects(tool);
  const reasons = new Map<string, PlacedEvidence[]>();
  for (const one of evidence) reasons.set(one.path, [...(reasons.get(one.path) ?? []), one]);
  const { commands, globalOptions } = inferred;
  return {
    ...inferred,
    trust: { source: 'inferred' },
    ...(globalOptions && { globalOptions: explained(globalOptions, '/globalOptions', reasons) }),
    ...(commands && { commands: explainBelow(commands, '/commands', reasons) }),
  };
}

type Reasons = ReadonlyMap<string, readonly PlacedEvidence[]>;

function explainBelow(commands: Commands, pointer: string, reasons: Reasons): Record<string, AtipCommand> {
  const entries = Object.entries(commands).map(([key, command]): [string, AtipCommand] => {
    const at = joinPointer(pointer, key);
    const { commands: below, effects, options, arguments: positional } = command;
    const stated = effects && believed(effects, reasons.get(at) ?? []);
    const { effects: _guessed, ...rest } = command;
    return [
      key,
      {
        ...rest,
        ...(stated && { effects: stated }),
        ...(options && { options: explained(options, `${at}/options`, reasons) }),
        ...(positional && { arguments: explained(positional, `${at}/arguments`, reasons) }),
        ...(below && { commands: explainBelow(below, `${at}/commands`, reasons) }),
      },
    ];
  });
  return Object.fromEntries(entries);
}

/** The effects that are kept, with their reasons. @returns undefined without any */
function believed(effects: AtipEffects, evidence: readonly PlacedEvidence[]): AtipEffects | undefined {
  const isTable = evidence.some(({ source, value }) => source === 'program' && value === false);
  const kept = isTable ? effects : harmOf(effects);
  if (Object.keys(kept).length === 0) return undefined;
  return withReasons(kept, isTable ? evidence : evidence.filter(({ value }) => value !== false));
}

function withReasons(effects: AtipEffects, evidence: readonly PlacedEvidence[]): AtipEffects {
  const why = [...new Set(evidence.map(({ reason }) => reason))].join('; ');
  return why === '' ? effects : { ...effects, 'x-why': why };
}

function explained<Parameter extends { readonly 'x-effects'?: AtipEffects }>(
  parameters: readonly Parameter[],
  pointer: string,
  reasons: Reasons,
): Parameter[] {
  return parameters.map((parameter, index) => {
    const effects = parameter['x-effects'];
    const evidence = effects && reasons.get(joinPointer(pointer, index));
    return evidence ? { ...parameter, 'x-effects': withReasons(effects, evidence) } : parameter;
  });
}

/**
 * A reviewed document plus the commands and options of the guessed one. Common parts stay as reviewed; added parts only
 * state harm, so that the whole is trusted like the reviewed document.
 */
export function judgedDocument(judged: AtipTool, guessed: AtipTool): AtipTool {
  const { globalOptions: own = [] } = judged;
  const taken = new Set(own.flatMap(({ flags }) => flags));
  return { ...judged, commands: besides(judged.commands ?? {}, guessed.commands ?? {}, taken) };
}

function besides(judged: Commands, guessed: Commands, taken: ReadonlySet<string>): Record<string, AtipCommand> {
  const names = new Set(Object.entries(judged).flatMap(([name, one]) => [name, ...(one['x-aliases'] ?? [])]));
  const more = Object.entries(guessed).filter(([name, { 'x-aliases': aliases = [] }]) =>
    [name, ...aliases].every((one) => !names.has(one)),
  );
  return Object.fromEntries([
    ...Object.entries(judged).map(([name, command]): [string, AtipCommand] => {
      const other = getOwn(guessed, name);
      return [name, isRecord(other) ? withMore(command, guessed[name] ?? command, taken) : command];
    }),
    ...more.map(([name, command]): [string, AtipCommand] => [name, harmAlone(command, taken)]),
  ]);
}

export function withMore(judged: AtipCommand, guessed: AtipCommand, taken: ReadonlySet<string>): AtipCommand {
  if (judged.commands && guessed.commands)
    return { ...judged, commands: besides(judged.commands, guessed.commands, taken) };
  if (judged.commands || guessed.commands || judged['x-omitted-commands'] !== undefined) return judged;
  const own = judged.options ?? [];
  const isNew = freeOf(new Set([...taken, ...own.flatMap(({ flags }) => flags)]), own);
  const more = (guessed.options ?? []).filter(isNew);
  return more.length === 0 ? judged : { ...judged, options: [...own, ...more] };
}

/** True for an option that shares neither a flag nor a name with existing ones. */
function freeOf(flags: ReadonlySet<string>, options: readonly AtipOption[]): (option: AtipOption) => boolean {
  const names = new Set(options.map(({ name }) => name));
  return (option) => !option.flags.some((flag) => flags.has(flag)) && !names.has(option.name);
}

function harmAlone(command: AtipCommand, taken: ReadonlySet<string>): AtipCommand {
  const { effects, commands, options, ...rest } = command;
  const harm = effects && harmOf(effects);
  return {
    ...rest,
    ...(harm && Object.keys(harm).length > 0 && { effects: harm }),
    ...(options && { options: options.filter(freeOf(taken, [])) }),
    ...(commands && {
      commands: Object.fromEntries(Object.entries(commands).map(([name, one]) => [name, harmAlone(one, taken)])),
    }),
  };
}

/** The number of a document's commands, and of those that state harm. */
export function countCommands(tool: AtipTool): { readonly commands: number; readonly harmful: number } {
  const commands = flattenCommands(tool);
  const harmful = commands.filter(({ effects }) => Object.keys(harmOf(mergeEffects(effects))).length > 0);
  return { commands: commands.length, harmful: harmful.length };
}
