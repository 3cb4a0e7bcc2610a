import type { AtipArgument, AtipOption } from '@atip/core';
import { asRecord, isRecord } from '@atip/core/internal';
import { defaultOf, textOf } from '../document/parameters.ts';
import { type PlacedCommand, placeCommands, withSpellings } from '../document/place-commands.ts';
import type { CommandNode, ProgramTree, Reading, Tell } from '../document/program-tree.ts';
import { defineFramework, type Framework } from './framework.ts';

/** The part of a `Cli` of clipanion 3 and newer that is read here. */
interface Cli {
  readonly binaryName: string;
  readonly binaryLabel?: string;
  readonly binaryVersion?: string;
  readonly registrations: ReadonlyMap<CommandClass, Registration>;
}

interface CommandClass {
  readonly usage?: unknown;
  readonly paths?: unknown;
}

interface Registration {
  /** The options and arguments of the class, by the names of its fields. */
  readonly specs: ReadonlyMap<string, Spec>;
  readonly builder: { readonly paths: readonly (readonly string[])[] };
}

interface Spec {
  readonly definition: (builder: unknown, key: string) => void;
  readonly transformer: (builder: unknown, key: string, state: unknown, context: unknown) => unknown;
}

export const clipanion: Framework = defineFramework<Cli>({
  id: 'clipanion',
  matches: (program): program is Cli =>
    isRecord(program) &&
    program['registrations'] instanceof Map &&
    typeof program['binaryName'] === 'string' &&
    typeof program['process'] === 'function',
  read: (program, { tell }: Reading): ProgramTree => {
    const root = placeCommands(
      [...program.registrations].flatMap(([own, known]) => readClass(own, known, program, tell)),
    );
    return {
      // Unless the author gave it a name.
      name: program.binaryName === '...' ? '' : program.binaryName,
      version: program.binaryVersion,
      root: { ...root, description: program.binaryLabel ?? root.description },
      endsAtDashes: true,
    };
  },
});

function readClass(own: CommandClass, { specs, builder }: Registration, cli: Cli, tell: Tell): PlacedCommand[] {
  const paths = builder.paths.length > 0 ? builder.paths : [[]];
  // Those of help and version are spelt as options.
  const [words, ...others] = paths.filter(([first = '']) => !first.startsWith('-'));
  if (words === undefined) return [];
  const usage = asRecord(own.usage);
  const parameters = [...specs].flatMap(([key, spec]) => readSpec(key, spec, words, tell));
  const node: CommandNode = {
    names: [words.at(-1) ?? ''],
    description: textOf(usage['description']),
    arguments: parameters.flatMap((one) => ('flags' in one ? [] : [one])),
    options: parameters.flatMap((one) => ('flags' in one ? [one] : [])),
    shared: [],
    runs: true,
    isDiscouraged: usage['hidden'] === true,
    // A proxy passes it on.
    ...(parameters.some((one) => !('flags' in one) && one['x-rest'] === true) && { endsAtDashes: false as const }),
    examples: examplesOf(usage['examples'], cli.binaryName),
    children: [],
  };
  return withSpellings(node, words, others);
}

function examplesOf(examples: unknown, name: string): string[] {
  if (!Array.isArray(examples)) return [];
  const lines = examples.map((example: unknown) => (Array.isArray(example) ? textOf(example[1]) : ''));
  return lines.filter((line) => line !== '').map((line) => line.replaceAll('$0', name));
}

interface Recorded {
  readonly kind: 'option' | 'positional' | 'rest' | 'proxy';
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * A field does not describe itself: it defines itself on a builder, and turns parsed options into a value. Both are
 * used.
 */
function readSpec(key: string, spec: Spec, words: readonly string[], tell: Tell): (AtipArgument | AtipOption)[] {
  const recorded: Recorded[] = [];
  const record = (kind: Recorded['kind']) => (given: unknown) => recorded.push({ kind, given: asRecord(given) });
  const builder = {
    addOption: record('option'),
    addPositional: record('positional'),
    addRest: record('rest'),
    addProxy: record('proxy'),
  };
  try {
    spec.definition(builder, key);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    tell('error', words, `Its field ${key} cannot be read (${reason}).`);
  }
  return recorded.map(({ kind, given }) =>
    kind === 'option' ? readOption(key, given, spec) : readArgument(key, kind, given),
  );
}

function readArgument(key: string, kind: Recorded['kind'], given: Readonly<Record<string, unknown>>): AtipArgument {
  const isList = kind !== 'positional';
  return {
    name: textOf(given['name']) || key,
    type: 'string',
    description: '',
    required: isList ? Number(given['required'] ?? 0) > 0 : given['required'] !== false,
    ...(isList && { variadic: true }),
    // After its first word no word is an option of this command.
    ...(kind === 'proxy' && { 'x-rest': true }),
  };
}

function readOption(key: string, given: Readonly<Record<string, unknown>>, spec: Spec): AtipOption {
  const flags = Array.isArray(given['names']) ? given['names'].filter((name) => typeof name === 'string') : [];
  const arity = Number(given['arity'] ?? 0);
  const variables = new Set<string>();
  const preset = valueFor(spec, key, [], variables);
  const [flag = ''] = flags;
  const isSwitch = arity === 0 && given['allowBinding'] === false;
  const twice = valueFor(
    spec,
    key,
    isSwitch
      ? [
          [flag, true],
          [flag, true],
        ]
      : [
          [flag, 'a'],
          [flag, 'b'],
        ],
    new Set(),
  );
  const [variable] = variables;
  const long = flags.find((name) => name.startsWith('--')) ?? flag;
  return {
    name: long.replace(/^-+/, ''),
    flags: isSwitch && typeof twice !== 'number' ? negated(flags) : flags,
    ...typeOf(isSwitch, arity, twice),
    description: textOf(given['description']),
    ...(given['required'] === true && { required: true }),
    ...defaultOf(preset),
    ...(variable !== undefined && { envVar: variable }),
    // Its value is attached with an equals sign, or missing.
    ...(arity === 0 && !isSwitch && { 'x-optional-value': true }),
    ...(given['hidden'] === true && { 'x-deprecated': true }),
  };
}

function typeOf(isSwitch: boolean, arity: number, twice: unknown): Pick<AtipOption, 'type' | 'x-count' | 'x-words'> {
  if (isSwitch) return typeof twice === 'number' ? { type: 'integer', 'x-count': true } : { type: 'boolean' };
  if (arity > 1) return { type: 'array', 'x-words': arity };
  return { type: Array.isArray(twice) ? 'array' : 'string' };
}

/** `--color` can be written `--no-color` as well. */
function negated(flags: readonly string[]): string[] {
  const longs = flags.filter((flag) => flag.startsWith('--') && !flag.startsWith('--no-'));
  return [...flags, ...longs.map((flag) => `--no-${flag.slice(2)}`)];
}

/** The value of a field after parsing; records the environment variables that it reads. */
function valueFor(
  { transformer }: Spec,
  key: string,
  options: readonly (readonly [string, unknown])[],
  variables: Set<string>,
): unknown {
  const env = new Proxy(
    {},
    {
      get: (_target, name) => {
        if (typeof name === 'string') variables.add(name);
        return undefined;
      },
    },
  );
  const state = { options: options.map(([name, value]) => ({ name, value })), positionals: [] };
  try {
    return transformer({}, key, state, { env });
  } catch {
    // A validator refused the made-up value, which reveals nothing about its shape.
    return undefined;
  }
}
