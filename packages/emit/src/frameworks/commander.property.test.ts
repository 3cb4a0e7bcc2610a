// The round trip: a program → its document → the argv of a call → the program's own parser gets the values of the call.
import { buildCommandArray, flattenCommands, mapToCommand, parseTool } from '@atip/core';
import { Argument, Command, Option } from 'commander';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describe as describeDocument } from '../testing/describe.ts';
import { cases } from '../../../../tests/long.ts';

const WORDS = [
  '-',
  '--',
  'a b',
  '-x',
  '--no-color',
  'ä=ö',
  '"$HOME"',
  "it's",
  '0',
  'false',
  '\\',
  '日本',
  '@file',
  'a,b',
  '*',
  ' ',
];
const text = fc
  .oneof(fc.constantFrom(...WORDS), fc.string({ minLength: 1, maxLength: 8 }))
  .filter((value) => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(value));

/** How an option is defined, the values that a call may give, and what the program then has under its name. */
interface Kind {
  readonly make: (name: string) => readonly Option[];
  readonly value: fc.Arbitrary<unknown>;
  readonly parsed?: (value: unknown) => unknown;
}

const OPTIONS: Readonly<Record<string, Kind>> = {
  flag: { make: (name) => [new Option(`--${name}`)], value: fc.constant(true) },
  letter: { make: (name) => [new Option(`-${name.at(-1) ?? 'x'}, --${name}`)], value: fc.constant(true) },
  switch: { make: (name) => [new Option(`--${name}`), new Option(`--no-${name}`)], value: fc.boolean() },
  negative: { make: (name) => [new Option(`--no-${name}`)], value: fc.constant(true), parsed: () => false },
  value: { make: (name) => [new Option(`--${name} <value>`)], value: text },
  preset: { make: (name) => [new Option(`--${name} <value>`).default('d').env(`X_${name}`)], value: text },
  maybe: { make: (name) => [new Option(`--${name} [value]`)], value: text },
  choice: {
    make: (name) => [new Option(`--${name} <value>`).choices(['a b', '-c', 'd'])],
    value: fc.constantFrom('a b', '-c', 'd'),
  },
  list: { make: (name) => [new Option(`--${name} <value...>`)], value: fc.array(text, { minLength: 1, maxLength: 3 }) },
  repeated: {
    make: (name) => [
      new Option(`--${name} <value>`).default([]).argParser((value, given: readonly string[]) => [...given, value]),
    ],
    value: fc.array(text, { minLength: 1, maxLength: 3 }),
  },
  number: {
    make: (name) => [new Option(`--${name} <value>`).argParser(Number.parseFloat)],
    value: fc.integer({ min: -9, max: 99 }),
  },
  count: {
    make: (name) => [new Option(`--${name}`).default(0).argParser((_value, given: number) => given + 1)],
    value: fc.integer({ min: 1, max: 4 }),
  },
  needed: { make: (name) => [new Option(`--${name} <value>`).makeOptionMandatory()], value: text },
};

const KINDS = Object.keys(OPTIONS);

interface CommandSpec {
  readonly options: readonly string[];
  readonly required: number;
  readonly rest: 'none' | 'optional' | 'variadic' | 'choice';
}

const command: fc.Arbitrary<CommandSpec> = fc.record({
  options: fc.array(fc.constantFrom(...KINDS), { maxLength: 4 }),
  required: fc.integer({ min: 0, max: 2 }),
  rest: fc.constantFrom('none', 'optional', 'variadic', 'choice'),
});

const program = fc.record({
  globals: fc.array(fc.constantFrom(...KINDS.filter((kind) => kind !== 'letter')), { maxLength: 3 }),
  group: fc.array(fc.constantFrom(...KINDS.filter((kind) => kind !== 'letter')), { maxLength: 2 }),
  commands: fc.array(command, { minLength: 1, maxLength: 3 }),
  nested: fc.array(command, { maxLength: 2 }),
  own: fc.option(command, { nil: undefined }),
  positional: fc.boolean(),
  usual: fc.boolean(),
});

/** The findings of a parser: the words of the command, its arguments, and all options. */
interface Found {
  words: string;
  args: unknown;
  options: Readonly<Record<string, unknown>>;
}

interface Built {
  readonly root: Command;
  /** By the name of an option in the document. */
  readonly kinds: ReadonlyMap<string, { readonly kind: string; readonly attribute: string }>;
  readonly found: () => Found | undefined;
}

function buildProgram(spec: ReturnType<typeof program.generate>['value']): Built {
  const kinds = new Map<string, { kind: string; attribute: string }>();
  let found: Found | undefined;
  const addOptions = (to: Command, names: readonly string[]): void => {
    const letters = new Set<string>();
    for (const kind of names) {
      const letter = String.fromCodePoint(97 + (kinds.size % 26));
      const name = `opt-${kinds.size}-${letter}`;
      const made = OPTIONS[letters.has(letter) && kind === 'letter' ? 'flag' : kind]?.make(name) ?? [];
      letters.add(letter);
      for (const option of made) to.addOption(option);
      kinds.set(made[0]?.name() ?? '', { kind, attribute: made[0]?.attributeName() ?? '' });
    }
  };
  const define = (to: Command, words: string, { options, required, rest }: CommandSpec): void => {
    for (let at = 0; at < required; at += 1) to.addArgument(new Argument(`<arg${at}>`));
    if (rest === 'optional') to.addArgument(new Argument('[more]'));
    if (rest === 'variadic') to.addArgument(new Argument('[more...]'));
    if (rest === 'choice') to.addArgument(new Argument('[more]').choices(['one', '-two']));
    addOptions(to, options);
    to.action(() => {
      found = { words, args: to.processedArgs, options: to.optsWithGlobals() };
    });
  };
  const root = new Command('x')
    .version('1')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  if (spec.positional) root.enablePositionalOptions();
  addOptions(root, spec.globals);
  if (spec.own && spec.own.required === 0 && !spec.usual) define(root, '', { ...spec.own, rest: 'none' });
  for (const [at, one] of spec.commands.entries())
    define(root.command(`c${at}`, { isDefault: spec.usual && at === 0 }), `c${at}`, one);
  // Without commands it would be one that does nothing.
  if (spec.nested.length === 0) return { root, kinds, found: () => found };
  const group = root.command('group');
  addOptions(group, spec.group);
  for (const [at, one] of spec.nested.entries()) define(group.command(`n${at}`), `group n${at}`, one);
  return { root, kinds, found: () => found };
}

const tried = { calls: 0, refused: 0 };

/** A value of each parameter of a command, or not. */
function drawValues(
  built: Built,
  parameters: readonly string[],
  optional: ReadonlySet<string>,
  draw: fc.GeneratorValue,
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const name of parameters) {
    const kind = built.kinds.get(name)?.kind ?? '';
    if (optional.has(name) && draw(fc.boolean)) continue;
    values.set(
      name,
      draw(() => OPTIONS[kind]?.value ?? text),
    );
  }
  return values;
}

test('the parser of a commander program gets the values of the call', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(program, fc.gen(), async (spec, draw) => {
      const { tool, told } = await describeDocument(buildProgram(spec).root);
      expect(told.filter((line) => line.startsWith('error'))).toStrictEqual([]);
      const parsed = parseTool(JSON.stringify(tool));
      if (parsed.tool === undefined) throw new Error(JSON.stringify(parsed.issues));
      for (const { name, path } of flattenCommands(parsed.tool)) {
        const built = buildProgram(spec);
        const mapping = mapToCommand(name, [parsed.tool]);
        const behind = (parsed.tool.globalOptions ?? []).filter((option) =>
          [undefined, path[0]].includes(option['x-behind']),
        );
        const options = [...behind, ...(mapping.metadata.options ?? [])];
        const values = drawValues(
          built,
          options.map((option) => option.name),
          new Set(options.filter(({ required }) => required !== true).map((option) => option.name)),
          draw,
        );
        const args = (mapping.metadata.arguments ?? []).map((argument) => {
          const one: fc.Arbitrary<unknown> = argument.enum ? fc.constantFrom(...argument.enum) : text;
          const isGiven = argument.required !== false || draw(fc.boolean);
          const value = isGiven
            ? draw(
                (): fc.Arbitrary<unknown> => (argument.variadic ? fc.array(one, { minLength: 1, maxLength: 3 }) : one),
              )
            : undefined;
          return { name: argument.name, value, variadic: argument.variadic === true };
        });
        const call = Object.fromEntries([
          ...values,
          ...args.flatMap((one) => (one.value === undefined ? [] : [[one.name, one.value] as const])),
        ]);
        let argv: string[];
        try {
          argv = buildCommandArray(mapping, call);
        } catch {
          // A value that could be read as another one is refused before it gets here.
          tried.refused += 1;
          continue;
        }
        await built.root.parseAsync(argv.slice(1), { from: 'user' });
        const found = built.found();
        const expected = new Map(
          [...values].map(([key, value]) => [
            key,
            (OPTIONS[built.kinds.get(key)?.kind ?? '']?.parsed ?? ((same) => same))(value),
          ]),
        );
        const got = new Map(
          [...values.keys()].map((key) => [key, found?.options[built.kinds.get(key)?.attribute ?? '']]),
        );
        expect({ argv, got, args: found?.args }).toStrictEqual({
          argv,
          got: expected,
          args: args.map(({ value, variadic }) => (value === undefined && variadic ? [] : value)),
        });
        tried.calls += 1;
      }
    }),
    { numRuns: cases(1500), seed: 25 },
  );
  expect(tried.refused).toBeLessThan(tried.calls / 5);
});
