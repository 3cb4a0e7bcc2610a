import {
  type AtipTool,
  type CompileSettings,
  compile,
  type CommandMapping,
  flattenCommands,
  type Parameter,
  parseToolCall,
  parseTool,
  PROVIDERS,
  type Provider,
  type ProviderTool,
  type ToolCall,
} from '@atip/core';
import { ArgumentValidationError, buildCommandArray, mapToCommand, validateToolCall } from '@atip/core/execute';
import { parametersOf } from '@atip/core/internal';
import fc from 'fast-check';
import { createCatalog, resolveAction } from '../../packages/core/src/commands/commands-by-name.ts';
import { expect, test } from 'vitest';
import { type CompiledProperty, nameOf, propertiesOf, requiredOf, responseWith } from './compiled-tool.ts';
import { cases } from '../long.ts';

/** Values that no command line can express; everything else that a schema allows has to come back. */
const REFUSALS = /nothing shows where that list ends|comes before it|names another command|cannot be turned off/;

const word = fc.constantFrom(
  'a',
  'B',
  'b',
  'a_b',
  'a-b',
  'x y',
  '日本',
  'constructor',
  '__proto__',
  '7',
  'k'.repeat(70),
);
const value = fc.constantFrom<string | number>('', 'red', 'Red', 'null', '1', 'true', 'a,b', 1, 2, -3, 1.5);
const name = fc.oneof(word, fc.constantFrom('action', 'v', 'V', 'dry-run', 'dry_run', 'dry.run', '名', 'null'));
const shared = {
  name,
  type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'file', 'directory', 'url', 'enum', 'array'),
  description: fc.constant('D'),
  required: fc.boolean(),
  enum: fc.array(value, { maxLength: 4 }),
};
const argument = fc.record({ ...shared, variadic: fc.boolean() }, { requiredKeys: ['name', 'type', 'description'] });
const option = fc.record(
  { ...shared, flags: fc.constantFrom(['-v'], ['-V'], ['--all'], ['-o', '--out'], ['--color', '--no-color']) },
  { requiredKeys: ['name', 'type', 'description', 'flags'] },
);
const command = fc.record(
  {
    description: fc.constant('D'),
    arguments: fc.array(argument, { maxLength: 3 }),
    options: fc.array(option, { maxLength: 4 }),
  },
  { requiredKeys: ['description'] },
);
const level = (child: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(fc.dictionary(word, child, { minKeys: 1, maxKeys: 4 }), fc.option(command, { freq: 3 }))
    .map(([children, own]) => (own ? { ...children, '': own } : children));
const group = (child: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.record({ description: fc.constant('D'), commands: level(child) });
const documentOf = (called: string): fc.Arbitrary<unknown> =>
  fc.record(
    {
      atip: fc.constant('0.3'),
      name: fc.constant(called),
      version: fc.constant('1'),
      description: fc.constant('D'),
      commands: level(fc.oneof(command, group(fc.oneof(command, group(command))))),
      globalOptions: fc.array(option, { maxLength: 2 }),
    },
    { requiredKeys: ['atip', 'name', 'version', 'description', 'commands'] },
  );
const settings: fc.Arbitrary<CompileSettings> = fc.record(
  {
    strict: fc.boolean(),
    globalOptions: fc.constantFrom('required', 'all'),
    strategy: fc.constantFrom('discrete', 'action'),
    geminiSchema: fc.constantFrom('openapi', 'json-schema'),
  },
  { requiredKeys: [] },
);

/** A compiled tool and how its calls become calls of commands. */
interface Route {
  readonly provider: Provider;
  readonly tools: readonly AtipTool[];
  readonly compiled: ProviderTool;
  /** The value of `action`; absent: the tool is a command's own. */
  readonly action?: string;
}

test('what a model sends by the schema comes back as the command line it stands for, for every provider', () => {
  let calls = 0;
  let refusals = 0;
  const documents = fc
    .tuple(documentOf('tool'), documentOf('7z'))
    .map((sources) => sources.map((one) => parseTool(one).tool));
  fc.assert(
    fc.property(documents, fc.constantFrom(...PROVIDERS), settings, fc.nat(), (parsed, provider, chosen, seed) => {
      const tools = parsed.filter((tool) => tool !== undefined);
      const all = compile(tools, provider, chosen).tools;
      const reached = new Set<string>();
      for (const compiled of all) {
        const actions = chosen.strategy === 'action' ? propertiesOf(compiled)['action']?.enum : [undefined];
        for (const action of actions ?? []) {
          const route = { provider, tools, compiled, ...(typeof action === 'string' && { action }) };
          const { argv, mapping } = follow(route, seed);
          reached.add(JSON.stringify(mapping.command));
          calls++;
          if (argv === undefined) refusals++;
        }
      }
      // No command is out of reach, whichever way its tool was compiled.
      expect([...reached].sort()).toStrictEqual(
        tools.flatMap((tool) => flattenCommands(tool).map(({ path }) => JSON.stringify([tool.name, ...path]))).sort(),
      );
    }),
    { numRuns: cases(150), seed: 5 },
  );
  expect(calls).toBeGreaterThan(cases(500));
  expect(refusals / calls).toBeLessThan(0.3);
  expect(Object.keys(Object.prototype)).toStrictEqual([]);
});

/** Calls a tool with all it requires and some of the rest, and holds each stop on the way against what was sent. */
function follow(route: Route, seed: number): { mapping: CommandMapping; argv: string[] | undefined } {
  const bare = commandCall(route, {});
  const mapping = mapToCommand(bare.name, route.tools);
  const owners = ownersOf(route, mapping);
  const required = new Set(requiredOf(route.compiled));
  const sent: Record<string, unknown> = {};
  const expected = new Map<string, unknown>();
  Object.entries(propertiesOf(route.compiled)).forEach(([key, property], index) => {
    const owner = owners.get(key);
    const isOptional = [property.type].flat().includes('null') || !required.has(key);
    if (!owner || (isOptional && !owner.required && ((seed >> (index % 20)) & 1) === 0)) {
      if (key !== 'action' || route.action === undefined) if (required.has(key)) sent[key] = null;
      return;
    }
    sent[key] = valueFor(property, owner, seed + index);
    expected.set(owner.key, authored(owner, sent[key]));
  });
  const call = commandCall(route, sent);
  const checked = validateToolCall(call, mapping);
  expect({ call, ...checked }).toMatchObject({ valid: true, errors: [], warnings: [] });
  expect(new Map(Object.entries(checked.arguments))).toStrictEqual(expected);
  return { mapping, argv: build(mapping, checked.arguments, expected) };
}

/** The call as it is after the provider's response has been read and its action has been chosen. */
function commandCall(route: Route, args: Readonly<Record<string, unknown>>): ToolCall {
  const { provider, compiled } = route;
  const [call] = parseToolCall(
    provider,
    responseWith(provider, [['id', nameOf(compiled), { ...args, ...choice(route) }]]),
  );
  if (!call) throw new Error('The call is lost.');
  return toCommand(route, call);
}

function choice({ action }: Route): { action?: string } {
  return action === undefined ? {} : { action };
}

function toCommand({ tools, action }: Route, call: ToolCall): ToolCall {
  return action === undefined ? call : resolveAction(call, createCatalog(tools));
}

/** The parameter of the command that each property stands for. */
function ownersOf(route: Route, mapping: CommandMapping): ReadonlyMap<string, Parameter> {
  const owners = new Map<string, Parameter>();
  const parameters = parametersOf(mapping);
  for (const key of Object.keys(propertiesOf(route.compiled))) {
    if (key === 'action' && route.action !== undefined) continue;
    const call = { id: 'id', name: nameOf(route.compiled), arguments: { [key]: 'x', ...choice(route) } };
    const keys = Object.keys(toCommand(route, call).arguments);
    const owner = parameters.find((parameter) =>
      [parameter.key, parameter.narrowKey].some((own) => keys.includes(own)),
    );
    if (owner) {
      expect([...owners.values()]).not.toContain(owner);
      owners.set(key, owner);
    }
  }
  // Of a command's own parameters, and of the global options that it requires, none is out of reach.
  const needed = parameters.filter(({ global, required }) => !global || required);
  expect(needed.filter((parameter) => ![...owners.values()].includes(parameter))).toStrictEqual([]);
  return owners;
}

/** A value that the schema allows. */
function valueFor({ type, enum: values, items }: CompiledProperty, { source }: Parameter, seed: number): unknown {
  // Gemini knows no empty value in an enum; where it is the only one, there is no enum at all.
  if (source.enum?.length && source.enum.every((one) => one === '')) return items ? [''] : '';
  if (items) return [itemFor(items.type, items.enum, source.type, seed)];
  return itemFor([type].flat().find((one) => one !== 'null') ?? 'string', values, source.type, seed);
}

function itemFor(
  type: string,
  values: readonly (string | number | null)[] | undefined,
  declared: string,
  seed: number,
): unknown {
  const offered = values?.filter((one) => one !== null) ?? [];
  if (offered.length > 0) return offered[seed % offered.length];
  if (type === 'integer') return 7;
  if (type === 'number') return 7.25;
  if (type === 'boolean') return true;
  return declared === 'url' ? 'https://example.org/x' : ['some text', 'null', 'true', '7'][seed % 4];
}

/** The author's value for the model's value. */
function authored({ source }: Parameter, sent: unknown): unknown {
  const one = (item: unknown): unknown => source.enum?.find((own) => String(own) === String(item)) ?? item;
  return Array.isArray(sent) ? sent.map(one) : one(sent);
}

/** The command line, or undefined if that is impossible. */
function build(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>>,
  expected: ReadonlyMap<string, unknown>,
): string[] | undefined {
  try {
    const argv = buildCommandArray(mapping, args);
    expect(argv[0]).toBe(mapping.tool.name);
    expect(argv.filter((element) => mapping.path.includes(element)).length).toBeGreaterThanOrEqual(mapping.path.length);
    for (const item of [...expected.values()].flat())
      if (typeof item !== 'boolean') expect(argv.some((element) => element.endsWith(String(item)))).toBe(true);
    return argv;
  } catch (error) {
    if (!(error instanceof ArgumentValidationError) || !REFUSALS.test(error.message)) throw error;
    return undefined;
  }
}
