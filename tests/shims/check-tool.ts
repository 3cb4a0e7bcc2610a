import {
  ArgumentValidationError,
  type AtipCommand,
  type AtipTool,
  buildCommandArray,
  checkProviderTools,
  type CommandMapping,
  compile,
  type CompiledEntry,
  type CompileSettings,
  mapToCommand,
  type Parameter,
  type Provider,
  type ProviderTool,
  validateToolCall,
} from '@atip/core';
import { parametersOf } from '@atip/core/internal';
import { isStrict, nameOf } from '../providers/compiled-tool.ts';
import { DIALECTS } from '../providers/compiled-tool.ts';

/** As many tools as any provider takes in one request. */
const CHUNK = 100;
/** Every so many commands one is called with example arguments. */
const SAMPLE = 10;

/** A flag with a space in it; two lists in a row that are both required; an example that assigns nothing before a command line. */
const REFUSALS = [
  'not one argument of a command line',
  'nothing shows where that list ends',
  'the first other word begins the command line',
];

/** Attempts and failures over all tools checked so far. */
export interface Tally {
  commands: number;
  compiled: number;
  calls: number;
  /** Calls refused for a reason in REFUSALS, with what they were about: nobody could write these command lines. */
  refused: string[];
  warnings: Record<string, number>;
  /** Tools that were to be strict and are not. */
  readonly notStrict: Set<string>;
  readonly failures: string[];
}

export function newTally(): Tally {
  return { commands: 0, compiled: 0, calls: 0, refused: [], warnings: {}, notStrict: new Set(), failures: [] };
}

/**
 * Compiles a tool for every dialect, holds each list against its provider's rules and each name against the tree.
 *
 * Strict lists come from `compile`, which leaves the mode out for a tool that is over its bounds: pip's list of 4,004 packages.
 */
export function checkTool(tool: AtipTool, tally: Tally): void {
  const paths = treePaths(tool);
  const lists = DIALECTS.map(([provider, settings]) => {
    const { geminiSchema } = settings;
    const { tools, entries } = compile([tool], provider, settings);
    tally.compiled += tools.length;
    for (let from = 0; from < tools.length; from += CHUNK) {
      checkChunk(provider, geminiSchema ? { geminiSchema } : {}, tools.slice(from, from + CHUNK), tally);
    }
    if (settings.strict) for (const compiled of tools) if (!isStrict(compiled)) tally.notStrict.add(nameOf(compiled));
    const names = tools.map(nameOf);
    checkEntries(names, paths, entries, tally);
    return names;
  });
  const [names = []] = lists;
  for (const list of lists)
    if (list.join() !== names.join()) fail(tally, `${tool.name}: providers get different names`);
  checkNames(tool, names, paths, tally);
}

function checkChunk(provider: Provider, settings: CompileSettings, tools: ProviderTool[], tally: Tally): void {
  for (const { code, severity, path, message } of checkProviderTools(provider, tools, settings)) {
    if (severity === 'error') fail(tally, `${nameAt(tools, path)}: ${provider} ${code} ${path}: ${message}`);
    else tally.warnings[`${provider} ${code}`] = (tally.warnings[`${provider} ${code}`] ?? 0) + 1;
  }
}

function checkEntries(
  names: readonly string[],
  paths: readonly string[][],
  entries: readonly CompiledEntry[],
  tally: Tally,
): void {
  if (entries.length !== names.length) fail(tally, `${names[0]}: ${names.length} tools, ${entries.length} entries`);
  for (const [index, { name, path }] of entries.entries()) {
    if (name !== names[index] || !isSame(path, paths[index])) fail(tally, `${name}: the entry is another tool's`);
  }
}

/** The name of the tool that an issue's pointer leads to. */
function nameAt(tools: readonly ProviderTool[], path: string): string {
  const tool = tools[Number(path.split('/')[1])];
  return tool ? nameOf(tool) : 'the list';
}

function checkNames(tool: AtipTool, names: readonly string[], paths: readonly string[][], tally: Tally): void {
  tally.commands += paths.length;
  const distinct = new Set(names.map((name) => name.toLowerCase()));
  if (distinct.size !== paths.length || names.length !== paths.length) {
    fail(tally, `${tool.name}: ${paths.length} commands, ${names.length} names, ${distinct.size} distinct`);
  }
  paths.forEach((path, index) => {
    const name = names[index] ?? '';
    const mapping = mapToCommand(name, [tool]);
    const expected = [tool.name, ...path];
    if (!isSame(mapping.command, expected)) fail(tally, `${name} is not ${expected.join(' ')}`);
    if (index % SAMPLE === 0) checkCall(tool, name, expected, index % (2 * SAMPLE) === 0 ? 'key' : 'narrowKey', tally);
  });
}

function checkCall(
  tool: AtipTool,
  name: string,
  expected: readonly string[],
  spelling: 'key' | 'narrowKey',
  tally: Tally,
): void {
  const mapping = mapToCommand(name, [tool]);
  const example = exampleFor(mapping, spelling);
  const checked = validateToolCall({ id: 'x', name, arguments: example.arguments }, mapping);
  tally.calls++;
  // Parts that Fig hides or calls deprecated may be among the examples; any other warning is a fault of ours.
  if (!checked.valid || checked.warnings.some((warning) => warning.code !== 'DEPRECATED_PARAMETER')) {
    fail(tally, `${name}: ${JSON.stringify(checked)}`);
    return;
  }
  const argv = attempt(() => buildCommandArray(mapping, checked.arguments));
  if (typeof argv === 'string') {
    if (REFUSALS.some((reason) => argv.includes(reason))) tally.refused.push(name);
    else fail(tally, `${name}: ${argv}`);
    return;
  }
  const starts = isSame(argv.slice(0, expected.length), expected);
  const holdsAll = example.texts.every((text) => argv.some((element) => element.endsWith(text)));
  if (!starts || !holdsAll) fail(tally, `${name}: ${JSON.stringify(argv)}`);
}

/** The argv, or the reason against it. */
function attempt(build: () => string[]): string[] | string {
  try {
    return build();
  } catch (error) {
    if (error instanceof ArgumentValidationError) return error.message;
    throw error;
  }
}

function isSame(words: readonly string[], others: readonly string[] | undefined): boolean {
  return words.length === others?.length && words.every((word, index) => word === others[index]);
}

function fail(tally: Tally, text: string): void {
  tally.failures.push(text.slice(0, 400));
}

/** The paths of a tool's commands, depth first, read off the document by a walk that shares no code with the product. */
function treePaths(tool: AtipTool): string[][] {
  return below(tool.commands ?? {}, []);
}

function below(commands: Readonly<Record<string, AtipCommand>>, above: readonly string[]): string[][] {
  return Object.entries(commands).flatMap(([key, { commands: children = {}, 'x-omitted-commands': omitted }]) => {
    const path = key === '' ? [...above] : [...above, key];
    if (Object.keys(children).length > 0) return below(children, path);
    return omitted === undefined ? [path] : [];
  });
}

/** Optional options given beside everything that is required. */
const MORE = 3;

/** Arguments as a model might send them to one command. */
interface Example {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Texts that have to be found in the argv that comes of them. */
  readonly texts: readonly string[];
}

/**
 * Gives every argument, every required option and a few others a value of their type.
 *
 * @param spelling which of the two property keys is used; numbers and lists come as providers send them
 */
function exampleFor(mapping: CommandMapping, spelling: 'key' | 'narrowKey'): Example {
  let left = MORE;
  const lists: Parameter[] = [];
  const chosen = parametersOf(mapping).filter((parameter) => {
    if (parameter.kind === 'argument') {
      if (isList(parameter)) lists.push(parameter);
      // Nothing shows where the first of two lists ends, so nothing optional follows it.
      return parameter.required || lists.length < 2;
    }
    if (parameter.required || parameter.kind !== 'option') return parameter.required;
    return !parameter.global && parameter.source.flags.every((flag) => /^--?[A-Za-z]/.test(flag)) && left-- > 0;
  });
  const values = chosen.map((parameter) => [parameter[spelling], valueFor(parameter)] as const);
  const texts = values.flatMap(([, value]) => value).filter((value) => typeof value === 'string');
  return { arguments: Object.fromEntries(values), texts };
}

function valueFor(parameter: Parameter): unknown {
  const value = parameter.source.enum?.[0] ?? scalarFor(parameter.source.type);
  return isList(parameter) ? [value, value] : value;
}

function isList({ kind, source }: Parameter): boolean {
  return source.type === 'array' || (kind === 'argument' && source.variadic === true);
}

function scalarFor(type: Parameter['source']['type']): string | number | boolean {
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 7;
  return type === 'url' ? 'https://example.org/x' : `value of ${type}`;
}
