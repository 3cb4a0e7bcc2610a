import { type AtipEffects, type AtipTool, type FlatCommand, flattenCommands } from '@atip/core';
import { unstatedEffects } from '@atip/core/internal';
import { inferEffects } from '@atip/importers';

/** The beginning of `x-why` on effects that nobody looked at: they are asked for until somebody does. */
const GUESSED = 'Guessed';

/** A command whose effects somebody has to say, with what we would say. */
export interface OpenCommand {
  /** Its words behind the program's name. */
  readonly words: readonly string[];
  /** JSON Pointer in the document. */
  readonly pointer: string;
  readonly description: string;
  /** How it is called, for a person. Shape: `notes purge <name> [--older-than]` */
  readonly usage: string;
  /** Effects that the document states on the command itself. */
  readonly stated: AtipEffects;
  /** Effects that hold for it by the levels above too. */
  readonly merged: AtipEffects;
  readonly guess: AtipEffects;
  /** Why, by the name of an effect, such as `filesystem.write`. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** Names the effects that are not stated, or were only guessed. Empty: its effects are complete. */
export function openEffects({ effects, metadata }: FlatCommand): string[] {
  const open = unstatedEffects(effects);
  return open.length === 0 && isGuessed(metadata.effects) ? ['guessed'] : open;
}

function isGuessed(effects: AtipEffects | undefined): boolean {
  return effects?.['x-why']?.startsWith(GUESSED) === true;
}

/** Lists the commands whose effects are not complete, in the order of the document. */
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
    // The stated wins: a guess only fills what nobody said.
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

/** A guess as it is kept when nobody looks at it: it says so, and it is asked for again. */
export function asGuess({ guess, reasons }: OpenCommand): AtipEffects {
  const why = [...new Set(Object.values(reasons))].join('; ');
  return { ...guess, 'x-why': why === '' ? `${GUESSED}.` : `${GUESSED}: ${why}` };
}
