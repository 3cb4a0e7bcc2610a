import type { AtipArgument, AtipOption } from '@atip/core';
import { asRecord, isRecord } from '@atip/core/internal';
import { choicesOf, defaultOf, flagOf, textsOf, type TypeOf } from '../document/parameters.ts';
import type { CommandNode, ProgramTree, Reading, Tell } from '../document/program-tree.ts';
import { defineFramework, type Framework } from './framework.ts';

/** A command of citty. Each part is a value, a promise, or a function that returns either. */
interface Definition {
  readonly meta?: unknown;
  readonly args?: unknown;
  readonly subCommands?: unknown;
  readonly default?: unknown;
  readonly run?: unknown;
}

/** A definition with resolved parts. */
interface Resolved {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly args: Readonly<Record<string, unknown>>;
  readonly usual: unknown;
  readonly runs: boolean;
  readonly children: readonly (readonly [string, Resolved])[];
}

export const citty: Framework = defineFramework<Definition>({
  id: 'citty',
  matches: (program): program is Definition =>
    isRecord(program) &&
    !('parse' in program) &&
    ['meta', 'args', 'subCommands'].some((part) => isRecord(program[part]) || typeof program[part] === 'function') &&
    (typeof program['run'] === 'function' || program['subCommands'] !== undefined || 'setup' in program),
  read: (program, { tell, typeOf }: Reading) => {
    const read = (resolved: Resolved): ProgramTree => ({
      name: textOf(resolved.meta['name']),
      version: textOf(resolved.meta['version']) || undefined,
      root: readCommand('', resolved, typeOf),
      endsAtDashes: true,
    });
    return after(resolve(program, [], [], tell), read);
  },
});

type Awaitable<T> = T | Promise<T>;

/** Continues at once without a promise, so that a program of plain objects is read synchronously. */
function after<From, To>(value: Awaitable<From>, next: (value: From) => Awaitable<To>): Awaitable<To> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function all<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  const ready = values.filter((value): value is T => !(value instanceof Promise));
  return ready.length === values.length ? ready : Promise.all(values);
}

function resolve(
  definition: Definition,
  words: readonly string[],
  above: readonly unknown[],
  tell: Tell,
): Awaitable<Resolved> {
  const part = (value: unknown, name: string, path: readonly string[] = words): Awaitable<unknown> =>
    settle(value, (reason) => tell('error', path, `Its ${name} cannot be read without a call: ${reason}`));
  const parts = [
    part(definition.meta, 'meta'),
    part(definition.args, 'args'),
    part(definition.subCommands, 'subCommands'),
    part(definition.default, 'default'),
  ];
  return after(all(parts), ([meta, args, subCommands, usual]) => {
    const entries = Object.entries(asRecord(subCommands));
    const children = entries.map(([name, child]) =>
      after(part(child, 'definition', [...words, name]), (value) => {
        const below = [...words, name];
        if (!isRecord(value)) return [name, empty()] as const;
        if (above.includes(value) || value === definition) {
          tell('error', below, 'It contains itself; it is left out.');
          return undefined;
        }
        return after(resolve(value, below, [...above, definition], tell), (resolved) => [name, resolved] as const);
      }),
    );
    return after(
      all(children),
      (done): Resolved => ({
        meta: asRecord(meta),
        args: asRecord(args),
        usual,
        runs: typeof definition.run === 'function',
        children: done.filter((child) => child !== undefined),
      }),
    );
  });
}

function empty(): Resolved {
  return { meta: {}, args: {}, usual: undefined, runs: true, children: [] };
}

function settle(value: unknown, fail: (reason: string) => void): Awaitable<unknown> {
  const failed = (error: unknown): undefined => {
    fail(error instanceof Error ? error.message : String(error));
    return undefined;
  };
  try {
    const given: unknown = typeof value === 'function' ? value() : value;
    return given instanceof Promise ? given.catch(failed) : given;
  } catch (error) {
    return failed(error);
  }
}

function readCommand(name: string, { meta, args, usual, runs, children }: Resolved, typeOf: TypeOf): CommandNode {
  const entries = Object.entries(args).map(([key, definition]) => [key, asRecord(definition)] as const);
  const aliases = textsOf(meta['alias']);
  return {
    names: [name, ...aliases],
    description: textOf(meta['description']),
    arguments: entries.flatMap(([key, arg]) => (arg['type'] === 'positional' ? [readArgument(key, arg, typeOf)] : [])),
    options: [],
    shared: entries.flatMap(([key, arg]) => (arg['type'] === 'positional' ? [] : [readOption(key, arg, typeOf)])),
    // After the name of a subcommand they would belong to it.
    sharedFirst: true,
    runs: runs || children.length === 0,
    usual: typeof usual === 'string' ? usual : undefined,
    isDiscouraged: meta['hidden'] === true,
    children: children.map(([key, child]) => readCommand(key, child, typeOf)),
  };
}

function readArgument(name: string, arg: Readonly<Record<string, unknown>>, typeOf: TypeOf): AtipArgument {
  return {
    name,
    type: typeOf(textOf(arg['valueHint']) || name).type,
    description: textOf(arg['description']),
    required: arg['required'] !== false && arg['default'] === undefined,
    ...defaultOf(arg['default']),
  };
}

function readOption(name: string, arg: Readonly<Record<string, unknown>>, typeOf: TypeOf): AtipOption {
  const isSwitch = arg['type'] === 'boolean';
  const choices = choicesOf(arg['options']);
  const spelling = kebabCase(name);
  const flags = [...textsOf(arg['alias']).map(flagOf), flagOf(spelling)];
  return {
    name: spelling,
    flags: isSwitch ? [...flags, `--no-${spelling}`] : flags,
    ...(isSwitch
      ? { type: 'boolean' as const }
      : choices.length > 0
        ? { type: 'enum' as const }
        : typeOf(textOf(arg['valueHint']))),
    description: textOf(arg['description']),
    ...(arg['required'] === true && arg['default'] === undefined && { required: true }),
    ...(choices.length > 0 && { enum: choices }),
    ...defaultOf(arg['default']),
  };
}

/** The form in citty's usage; the program accepts both. */
function kebabCase(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
