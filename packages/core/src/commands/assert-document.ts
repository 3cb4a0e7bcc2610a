import { AtipValidationError } from '../errors/atip-error.ts';
import { isRecord } from '../json/is-record.ts';
import { pointerTokens } from '../json/pointer.ts';
import type { AtipCommand, AtipParamType, AtipTool } from '../types/tool.ts';

/**
 * Checks what compiling cannot do without in a tool outside its commands: the four required root fields, the effects and the
 * global options.
 *
 * Deliberately small, so that importing one transformer stays small; `parseTool` reports everything there is to say about
 * a document.
 *
 * @throws AtipValidationError naming the first field that is missing or of the wrong type
 * @see ATIP 0.3 §3.2
 */
export function assertTool(tool: unknown): asserts tool is AtipTool {
  const { name, version, description, atip, effects, globalOptions } = assertRecord(tool, '');
  assertText(name, '/name');
  // Empty ones say nothing and harm nothing; `parseTool` takes them.
  assertString(version, '/version');
  assertString(description, '/description');
  // `"0.3"`, or the object that came with 0.4.
  assertText(typeof atip === 'object' && atip !== null ? Reflect.get(atip, 'version') : atip, '/atip');
  assertEffects(effects, '');
  assertParameters(globalOptions, 'option', '/globalOptions');
}

/** Checks a command's parameters. @throws AtipValidationError as `flattenCommands` */
export function assertCommand({ arguments: given, options }: AtipCommand, pointer: string): void {
  if (given !== undefined) assertParameters(given, 'argument', `${pointer}/arguments`);
  if (options !== undefined) assertParameters(options, 'option', `${pointer}/options`);
}

const TYPES: ReadonlySet<unknown> = new Set<AtipParamType>([
  'string',
  'integer',
  'number',
  'boolean',
  'file',
  'directory',
  'url',
  'enum',
  'array',
]);

function assertParameters(list: unknown, kind: 'argument' | 'option', pointer: string): void {
  if (list === undefined) return;
  if (!Array.isArray(list)) throw invalid(pointer, 'must be a list', list);
  for (let index = 0; index < list.length; index++) {
    const item: unknown = list[index];
    if (!isRecord(item)) throw invalid(`${pointer}/${index}`, 'must be an object', item);
    const { name, type, flags } = item;
    if (typeof name !== 'string') throw invalid(`${pointer}/${index}`, 'has no name', item);
    if (!TYPES.has(type)) throw invalid(`${pointer}/${index}`, 'has no known type', type);
    if (kind === 'option' && !(Array.isArray(flags) && flags.length > 0 && flags.every(isText)))
      throw invalid(`${pointer}/${index}`, 'has no list of flags', flags);
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/**
 * Refuses effects whose statements are not true or false: `"destructive": "true"` must not compile to a command that
 * says nothing.
 *
 * @param pointer JSON Pointer of the node that has the effects
 * @throws AtipValidationError
 * @see ATIP 0.3 §3.6
 */
export function assertEffects(effects: unknown, pointer: string): void {
  if (effects === undefined) return;
  const at = '/effects';
  const fields = assertRecord(effects, pointer, at);
  const { network, subprocess, idempotent, reversible, destructive, filesystem, cost } = fields;
  assertStatement(network, pointer, at, '/network');
  assertStatement(subprocess, pointer, at, '/subprocess');
  assertStatement(idempotent, pointer, at, '/idempotent');
  assertStatement(reversible, pointer, at, '/reversible');
  assertStatement(destructive, pointer, at, '/destructive');
  if (filesystem !== undefined) {
    const below = `${at}/filesystem`;
    const files = assertRecord(filesystem, pointer, below);
    for (const name of ['read', 'write', 'delete']) assertStatement(files[name], pointer, below, `/${name}`);
  }
  if (cost !== undefined) {
    const below = `${at}/cost`;
    assertStatement(assertRecord(cost, pointer, below)['billable'], pointer, below, '/billable');
  }
}

/** Joins the place only for an error: a sound document has thousands of statements. */
function assertStatement(value: unknown, pointer: string, below: string, name: string): void {
  if (value !== undefined && typeof value !== 'boolean')
    throw invalid(pointer + below + name, 'must be true or false', value);
}

/** The value as a record. @throws AtipValidationError when it is none. */
export function assertRecord(value: unknown, pointer: string, below = ''): Record<string, unknown> {
  if (!isRecord(value)) throw invalid(pointer + below, 'must be an object', value);
  return value;
}

/** An error about the value at a JSON Pointer of a tool's document. */
export function invalid(pointer: string, problem: string, value: unknown): AtipValidationError {
  return documentError('The metadata cannot be compiled', pointer, problem, value);
}

function assertString(value: unknown, pointer: string): void {
  if (typeof value !== 'string') throw invalid(pointer, 'must be a text', value);
}

function assertText(value: unknown, pointer: string): void {
  if (typeof value !== 'string' || value === '') throw invalid(pointer, 'must be a non-empty text', value);
}

/** The error about texts at a pointer in which characters hide. @param names as `hiddenCharactersIn` gives them */
export function hidden(pointer: string, names: string): AtipValidationError {
  return invalid(pointer, `has texts in which characters hide (${names})`, undefined);
}

/** The error about the value at a JSON Pointer of some document: `/a/b is no text.` after what that prevents. */
export function documentError(
  prevented: string,
  pointer: string,
  problem: string,
  value: unknown,
): AtipValidationError {
  return new AtipValidationError(`${prevented}: ${pointer || 'it'} ${problem}.`, pointerTokens(pointer), value);
}
