import {
  ArgumentValidationError,
  type AtipTool,
  buildCommandArray,
  type CommandMapping,
  flattenCommands,
  type Parameter,
  readArgv,
  validateToolCall,
} from '@atip/core';
import { argumentsOf, parametersOf } from '@atip/core/internal';

/** Why a call cannot come back from its argv as it was. */
type Loss =
  | 'what no word says: off, where nothing turns it off, or on, where it is on anyway'
  | 'a path that is written as ./PATH'
  | 'two options with one flag'
  | 'a command with the name of an option';

/** Calls that were written and read again, over all tools so far. */
export interface Trips {
  commands: number;
  /** Calls that `buildCommandArray` refuses to write. */
  refused: number;
  /** Calls that came back as they were. */
  exact: number;
  /** Calls that did not, by what no argv can tell, or a document that contradicts itself. */
  readonly lost: Partial<Record<Loss, number>>;
  /** Values that should have come back and did not. */
  readonly failures: string[];
}

export function newTrips(): Trips {
  return { commands: 0, refused: 0, exact: 0, lost: {}, failures: [] };
}

/** Builds the argv of some calls of each command, reads it, and compares. @param seed decides about what the calls give */
export function tripTool(tool: AtipTool, seed: number, trips: Trips): void {
  const random = randomFrom(seed);
  for (const command of flattenCommands(tool)) {
    const { path, metadata, effects } = command;
    trips.commands += 1;
    for (let round = 0; round < 2; round++)
      trip({ command: [tool.name, ...path], metadata, tool, path, effects }, random, trips);
  }
}

function trip(mapping: CommandMapping, random: () => number, trips: Trips): void {
  const parameters = parametersOf(mapping);
  const made = Object.fromEntries(
    parameters.filter(({ required }) => required || random() < 0.5).map((one) => [one.key, valueFor(one, random)]),
  );
  const { arguments: args } = validateToolCall({ id: 'x', name: 'x', arguments: made }, mapping);
  let argv: string[];
  try {
    argv = buildCommandArray(mapping, args);
  } catch (error) {
    if (!(error instanceof ArgumentValidationError)) throw error;
    trips.refused += 1;
    return;
  }
  const reading = readArgv(argv, [mapping.tool]);
  const read = argumentsOf(reading);
  const changed = parameters.filter(({ key }) => JSON.stringify(args[key]) !== JSON.stringify(read[key]));
  const isFound = JSON.stringify(reading.path) === JSON.stringify(mapping.path);
  if (isFound && changed.length === 0 && reading.unknown.length === 0) {
    trips.exact += 1;
    return;
  }
  const losses = isFound
    ? changed.map((parameter) => lossOf(parameter, args[parameter.key], read[parameter.key], parameters))
    : [mapping.path.some((key) => key.startsWith('-')) ? ('a command with the name of an option' as const) : undefined];
  const unknown = reading.unknown.filter(({ reason }) => !reason.includes('contradicts itself'));
  const known = losses.filter((loss) => loss !== undefined);
  if (known.length < losses.length || (isFound && unknown.length > 0))
    trips.failures.push(`${JSON.stringify(argv)} is read as ${JSON.stringify({ ...reading, mapping: undefined })}`);
  for (const loss of new Set(known)) trips.lost[loss] = (trips.lost[loss] ?? 0) + 1;
}

function lossOf(parameter: Parameter, said: unknown, read: unknown, all: readonly Parameter[]): Loss | undefined {
  const { kind, source } = parameter;
  if (kind === 'option') {
    const isTurnedOff = source.flags.includes(`--no-${source.name}`);
    if (read === undefined && (said === false || said === 0 || (said === true && isTurnedOff)))
      return 'what no word says: off, where nothing turns it off, or on, where it is on anyway';
    const others = all.flatMap((one) => (one.kind === 'option' && one !== parameter ? one.source.flags : []));
    if (source.flags.some((flag) => others.includes(flag))) return 'two options with one flag';
  }
  const [items, others] = [[said].flat(), [read].flat()];
  const isPath = source.type === 'file' || source.type === 'directory';
  const isKept = items.length === others.length && items.every((item, at) => [item, `./${item}`].includes(others[at]));
  return isPath && isKept ? 'a path that is written as ./PATH' : undefined;
}

const TEXTS = ['x', 'two words', 'a=b', '=', 'a,b', '.', 'ünïcode', '7', '-', 'a:b', '+x', '--', '-x', ''];

function valueFor(parameter: Parameter, random: () => number): unknown {
  const { source, kind } = parameter;
  const isList = source.type === 'array' || (kind === 'argument' && source.variadic === true);
  if (!isList) return scalarFor(source, random);
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => scalarFor(source, random));
}

function scalarFor({ type, enum: values }: Parameter['source'], random: () => number): unknown {
  if (values && values.length > 0) return values[Math.floor(random() * values.length)];
  if (type === 'boolean') return random() < 0.8;
  if (type === 'integer') return Math.floor(random() * 20);
  if (type === 'number') return random() * 10;
  if (type === 'url') return 'https://example.org/x?a=b';
  return TEXTS[Math.floor(random() * TEXTS.length)];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
