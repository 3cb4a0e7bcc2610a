import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapToCommand } from '../commands/commands-by-name.ts';
import { parametersOf } from '../commands/parameters.ts';
import { ArgumentValidationError } from '../json/execute-errors.ts';
import { validateToolCall } from './validate-tool-call.ts';
import { setOwn } from '../json/is-record.ts';
import { toolWith } from '../testing/documents.ts';
import type { AtipArgument, AtipOption, AtipParamType, AtipTool } from '../types/tool.ts';
import { buildCommandArray } from './build-command-array.ts';
import { cases } from '../../../../tests/long.ts';

const TYPES: AtipParamType[] = ['string', 'integer', 'number', 'boolean', 'file', 'directory', 'url', 'enum', 'array'];
const name = fc.constantFrom('a', 'b-c', 'force', '__proto__', 'constructor', 'x.y', 'café');
const values = fc.array(fc.constantFrom('one', '-two', 3, '@four', '+five'), { maxLength: 3 });
const spice = fc.constantFrom('-', '--', '-x', '--out=x', '@x', '+x', 'sub', 'ext::sh', '\0', '$(x)', 'a,b', './a', '');
const scalar = fc.oneof(spice, fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }), fc.anything({ withNullPrototype: true }));

const argument: fc.Arbitrary<AtipArgument> = fc.record(
  {
    name,
    type: fc.constantFrom(...TYPES),
    description: fc.constant(''),
    required: fc.boolean(),
    variadic: fc.boolean(),
    enum: values,
  },
  { requiredKeys: ['name', 'type', 'description', 'required'] },
);
const option: fc.Arbitrary<AtipOption> = fc.record(
  {
    name,
    flags: fc.subarray(['-o', '--out', '--no-out', '-long', '+p', '--no-force', '-', '--[no-]x'], { minLength: 1 }),
    type: fc.constantFrom(...TYPES),
    description: fc.constant(''),
    default: fc.oneof(fc.boolean(), fc.constant(null)),
    enum: values,
    'x-count': fc.boolean(),
    'x-at-file': fc.boolean(),
    'x-words': fc.constantFrom(1, 2),
    'x-list-separator': fc.constantFrom(',', ''),
    'x-value-style': fc.constantFrom('equals' as const, 'space' as const),
  },
  { requiredKeys: ['name', 'flags', 'type', 'description'] },
);
const tool: fc.Arbitrary<AtipTool> = fc
  .record({
    own: fc.record({ arguments: fc.array(argument, { maxLength: 3 }), options: fc.array(option, { maxLength: 3 }) }),
    globalOptions: fc.array(option, { maxLength: 1 }),
    endOfOptions: fc.constantFrom({}, { 'x-end-of-options': true }),
  })
  .map(({ own, globalOptions, endOfOptions }) =>
    toolWith({ '': { description: 'X', ...own }, sub: { description: 'Y' } }, { globalOptions, ...endOfOptions }),
  );

/** A tool, and arguments of which most are for its parameters, by either key. */
const subject = fc
  .tuple(
    tool,
    fc.array(fc.tuple(fc.boolean(), value), { minLength: 7, maxLength: 7 }),
    fc.dictionary(fc.string(), fc.anything()),
  )
  .map(([made, chosen, args]) => {
    const mapping = mapToCommand('tool', [made]);
    for (const [index, { key, narrowKey }] of parametersOf(mapping).entries()) {
      const [narrow, given] = chosen[index] ?? [];
      setOwn(args, narrow ? narrowKey : key, given);
    }
    return { mapping, args };
  });

function attempt(
  mapping: Parameters<typeof buildCommandArray>[0],
  args: Record<string, unknown>,
): string[] | undefined {
  try {
    return buildCommandArray(mapping, args);
  } catch (error) {
    expect(error).toBeInstanceOf(ArgumentValidationError);
    return undefined;
  }
}

/** Every text that a call could have meant, an item of a list as well as the whole. */
function textsIn(args: Record<string, unknown>): Set<string> {
  const items = Object.values(args).flatMap((given) =>
    Array.isArray(given) ? [given.map(String), ...given] : [given],
  );
  return new Set(
    items.filter((item) => item !== null && (typeof item !== 'object' || Array.isArray(item))).map(String),
  );
}

const RUNS = { numRuns: cases(1000) };

test('an element is a word of the metadata, or one flag of it with exactly a given value, or such a value', () => {
  fc.assert(
    fc.property(subject, ({ mapping, args }) => {
      const { arguments: accepted } = validateToolCall({ id: '1', name: 'tool', arguments: args }, mapping);
      const argv = attempt(mapping, accepted) ?? ['tool'];
      const parameters = parametersOf(mapping);
      const flags = parameters.flatMap((parameter) => (parameter.kind === 'option' ? parameter.source.flags : []));
      const texts = textsIn(accepted);
      const isValue = (text: string): boolean => texts.has(text) || (text.startsWith('./') && texts.has(text.slice(2)));
      const isFlagged = (element: string): boolean =>
        flags.some((flag) => element.startsWith(`${flag}=`) && isValue(element.slice(flag.length + 1)));
      const strange = argv
        .slice(1)
        .filter((element) => element !== '--' && !flags.includes(element) && !isFlagged(element) && !isValue(element));
      expect([argv[0], strange]).toStrictEqual(['tool', []]);
    }),
    RUNS,
  );
});

test('where -- is not known to end the options, no word that a model chose is one', () => {
  fc.assert(
    fc.property(subject, ({ mapping, args }) => {
      const parameters = parametersOf(mapping);
      const authored = new Set<unknown>(parameters.flatMap(({ source }) => (source.enum ?? []).map(String)));
      const positionals = parameters.filter(({ kind }) => kind === 'argument');
      const only = Object.fromEntries(positionals.map(({ key }) => [key, args[key]]));
      const argv = attempt(mapping, only) ?? [];
      const [, first] = argv;
      if (first === '--') expect(mapping.tool['x-end-of-options']).toBe(true);
      else expect(argv.filter((word) => /^-./.test(word) && !authored.has(word))).toStrictEqual([]);
      expect(argv[first === '--' ? 2 : 1]).not.toBe('sub');
    }),
    RUNS,
  );
});
