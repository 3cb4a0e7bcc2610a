import { type AtipEffects, type AtipTool, type FlatCommand, flattenCommands } from '@atip/core';
import { unstatedEffects } from '@atip/core/internal';
import { inferEffects } from '@atip/importers';

/** The beginning of `x-why` on effects that no person has checked: `atip effects` asks for them until a person does. */
const GUESSED = 'Guessed';

/** A command whose effects a person has to state, with our guess. */
export interface OpenCommand {
  /** Its words after the program's name. */
  readonly words: readonly string[];
  /** JSON Pointer in the document. */
  readonly pointer: string;
  readonly description: string;
  /** Usage line for a person. Shape: `notes purge <name> [--older-than]` */
  readonly usage: string;
  /** Effects that the document states for the command itself. */
  readonly stated: AtipEffects;
  /** Effects that it has from itself and the levels above. */
  readonly merged: AtipEffects;
  readonly guess: AtipEffects;
  /** The reason for each guess, by the name of an effect, such as `filesystem.write`. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** Names the effects that are missing or only guessed. Empty: the effects are complete. */
export function openEffects({ effects, metadata }: FlatCommand): string[] {
  const open = unstatedEffects(effects);
  return open.length === 0 && isGuessed(metadata.effects) ? ['guessed'] : open;
}

function isGuessed(effects: AtipEffects | undefined): boolean {
  return effects?.['x-why']?.startsWith(GUESSED) === true;
}

/** Lists the commands with incomplete effects, in the order of the document. */
export function listOpen(tool: AtipTool): OpenCommand[] {
  return flattenCommands(tool)
    .filter((command) => openEffects(command).length > 0)
    .map((command) => openCommand(tool, command));
}

function openCommand(tool: AtipTool, { path, pointer, metadata, effects }: FlatCommand): OpenCommand {
  const { description, options, arguments: positional } = metadata;
  const guessed = inferEffects({ path: [tool.name, ...path], description, options, arguments: positional });
  const { 'x-why': why, ...rest } = metadata.effects ?? {};
  const stated = why === undefined || isGuessed(metadata.effects) ? rest : { ...rest, 'x-why': why };
  const reasons = guessed.evidence.map(({ field, reason }): [string, string] => [field, reason]);
  return {
    words: path,
    pointer,
    description,
    usage: usageOf(tool.name, path, metadata),
    stated,
    merged: effects,
    // Stated effects win: a guess only fills gaps.
    guess: fillIn(guessed.effects, effects),
    reasons: Object.fromEntries(reasons),
  };
}

function fillIn(guess: AtipEffects, stated: AtipEffects): AtipEffects {
  const filesystem = { ...guess.filesystem, ...stated.filesystem };
  return { ...guess, ...stated, ...(Object.keys(filesystem).length > 0 && { filesystem }) };
}

function usageOf(
  name: string,
  path: readonly string[],
  { arguments: positional = [], options = [] }: FlatCommand['metadata'],
): string {
  const values = positional.map(({ name: one, required }) => (required === false ? `[${one}]` : `<${one}>`));
  const flags = options.map(({ flags: [first = ''], type }) => `[${first}${type === 'boolean' ? '' : ' …'}]`);
  return [name, ...path, ...values, ...flags].join(' ');
}

/** A guess that no person has checked: it is marked as such, so that the next run asks for it again. */
export function asGuess({ guess, reasons }: OpenCommand): AtipEffects {
  const why = [...new Set(Object.values(reasons))].join('; ');
  return { ...guess, 'x-why': why === '' ? `${GUESSED}.` : `${GUESSED}: ${why}` };
}
