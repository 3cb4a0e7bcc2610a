import { AtipValidationError } from '../json/atip-error.ts';
import { hiddenCharactersIn } from '../json/hidden-characters.ts';
import { isRecord } from '../json/is-record.ts';
import { pointerTokens } from '../json/pointer.ts';
import {
  declaredVersion,
  isKnownAgent,
  isOtherProtocol,
  KNOWN_MINOR,
  neededVersion,
  versionParts,
} from '../document/protocol-version.ts';
import { EFFECTS, type ShapeFields, TYPES } from '../document/generated/command-shapes.ts';
import { hasFields } from '../document/check-commands.ts';
import type { AtipArgument, AtipCommand, AtipOption, AtipTool } from '../types/tool.ts';

/**
 * Checks the parts of a tool outside its commands that compiling needs: the four required root fields, the effects and
 * the global options. Small, so that importing one transformer stays small; `parseTool` reports everything.
 * @throws AtipValidationError naming the first field that is missing or of the wrong type, or a name with hidden
 * characters
 * @see ATIP 0.3 §3.2
 */
export function assertTool(tool: unknown): asserts tool is AtipTool {
  const { name, version, description, atip, effects, globalOptions } = assertRecord(tool, '');
  if (tool instanceof Promise) throw invalid('', 'is a Promise: await it', tool);
  assertText(name, '/name');
  const found = hiddenCharactersIn(name, true);
  if (found !== '') throw hidden('/name', found);
  assertText(version, '/version');
  assertText(description, '/description');
  // `"0.3"`, or the object that came with 0.4.
  assertText(isRecord(atip) ? atip['version'] : atip, '/atip');
  assertReadable(tool);
  assertEffects(effects, '');
  assertParameters(globalOptions, 'option', '/globalOptions');
}

/** Refuses the versions that `parseTool` refuses, because callers may pass documents that `parseTool` never read. */
function assertReadable(tool: unknown): void {
  const parts = versionParts(declaredVersion(tool));
  const known = `versions 0.1 to 0.${KNOWN_MINOR} are known`;
  if (parts && isOtherProtocol(parts)) throw invalid('/atip', `is another version of ATIP; ${known}`, tool);
  const needed = versionParts(neededVersion(tool));
  if (needed && !isKnownAgent(needed))
    throw invalid(
      '/atip/minAgentVersion',
      `asks for a later agent; ${known}. Update it, or use an older document`,
      tool,
    );
}

/**
 * The tools that a caller means: a list, or one tool in place of a list of one.
 * @throws AtipValidationError for anything else, and for a list of anything else
 */
export function toolList(tools: AtipTool | readonly AtipTool[]): readonly AtipTool[] {
  const list = [tools].flat();
  for (const [index, tool] of list.entries()) {
    if (tool instanceof Promise) throw new AtipValidationError('The tools are a Promise: await it.', [], tools);
    if (isRecord(tool)) continue;
    const where = Array.isArray(tools) ? `, and item ${index + 1} is no document` : '';
    throw new AtipValidationError(`The tools must be a list, as in compile([git], 'openai')${where}.`, [], tools);
  }
  return list;
}

/** Checks a command's parameters. @throws AtipValidationError as `flattenCommands` */
export function assertCommand({ arguments: given, options }: AtipCommand, pointer: string): void {
  if (given !== undefined) assertParameters(given, 'argument', `${pointer}/arguments`);
  if (options !== undefined) assertParameters(options, 'option', `${pointer}/options`);
}

function assertParameters(list: unknown, kind: 'argument' | 'option', pointer: string): void {
  if (list === undefined) return;
  if (!Array.isArray(list)) throw invalid(pointer, 'must be a list', list);
  for (let index = 0; index < list.length; index++) {
    const item: unknown = list[index];
    if (!isRecord(item)) throw invalid(`${pointer}/${index}`, 'must be an object', item);
    const { name, type, flags } = item;
    if (typeof name !== 'string') throw invalid(`${pointer}/${index}`, 'has no name', item);
    if (!TYPES.includes(type)) throw invalid(`${pointer}/${index}`, 'has no known type', type);
    if (
      kind === 'option' &&
      !(Array.isArray(flags) && flags.length > 0 && flags.every((flag) => typeof flag === 'string'))
    )
      throw invalid(`${pointer}/${index}`, 'has no list of flags', flags);
  }
}

/**
 * Refuses effects whose statements are not true or false: `"destructive": "true"` must not compile to a command without
 * a warning.
 *
 * @param pointer JSON Pointer of the node that has the effects
 * @throws AtipValidationError
 * @see ATIP 0.3 §3.6
 */
export function assertEffects(effects: unknown, pointer: string): void {
  if (effects === undefined) return;
  assertStatements(effects, EFFECTS, `${pointer}/effects`);
}

/** True and false are what a policy reads; it takes any other wrong value for unknown. */
function assertStatements(value: unknown, shape: ShapeFields, pointer: string): void {
  const fields = assertRecord(value, pointer);
  for (const name in fields) {
    const below = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const stated = fields[name];
    if (below === undefined || stated === undefined) continue;
    if (below === 'boolean' && typeof stated !== 'boolean')
      throw invalid(`${pointer}/${name}`, 'must be true or false', stated);
    if (hasFields(below)) assertStatements(stated, below, `${pointer}/${name}`);
  }
}

/** @throws AtipValidationError when the value is no record */
export function assertRecord(value: unknown, pointer: string, below = ''): Record<string, unknown> {
  if (!isRecord(value)) throw invalid(pointer + below, 'must be an object', value);
  return value;
}

/** An error about the value at a JSON Pointer of a tool's document. */
export function invalid(pointer: string, problem: string, value: unknown): AtipValidationError {
  return documentError('The document cannot be compiled', pointer, problem, value);
}

function assertText(value: unknown, pointer: string): asserts value is string {
  if (typeof value !== 'string' || value === '') throw invalid(pointer, 'must be a non-empty text', value);
}

/** The error about hidden characters in the names at a pointer. @param characters as `hiddenCharactersIn` gives them */
export function hidden(pointer: string, characters: string): AtipValidationError {
  return invalid(pointer, `has names in which characters hide (${characters})`, undefined);
}

/** The hidden characters of a command's key and of its parameters' names, flags and enum values; empty without any. */
export function hiddenInNames(key: string, { arguments: given = [], options = [] }: AtipCommand): string {
  let found = hiddenCharactersIn(key, true);
  for (const source of given) found ||= hiddenInParameter(source);
  for (const source of options) found ||= hiddenInParameter(source);
  return found;
}

export function hiddenInParameter(source: AtipArgument | AtipOption): string {
  const values: unknown = source.enum;
  let found = hiddenCharactersIn(source.name, true);
  if ('flags' in source) for (const flag of source.flags) found ||= hiddenCharactersIn(flag, true);
  if (Array.isArray(values))
    for (const value of values) if (typeof value === 'string') found ||= hiddenCharactersIn(value);
  return found;
}

/** The error about the value at a JSON Pointer of a document: `/a/b is no text.` after the consequence. */
export function documentError(
  prevented: string,
  pointer: string,
  problem: string,
  value: unknown,
): AtipValidationError {
  return new AtipValidationError(`${prevented}: ${pointer || 'it'} ${problem}.`, pointerTokens(pointer), value);
}
