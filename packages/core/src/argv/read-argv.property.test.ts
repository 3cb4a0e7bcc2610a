import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolWith } from '../testing/documents.ts';
import type { AtipArgument, AtipCommand, AtipOption } from '../types/tool.ts';
import { argumentsOf, readArgv } from './read-argv.ts';
import { cases } from '../../../../tests/long.ts';

const RUNS = { numRuns: cases(1000) };

const flag = fc.constantFrom('-a', '-b', '-c', '--all', '--allow', '--no-all', '-name', '-', '+p', '-5');
const hint = fc.constantFrom(true, undefined);
const option: fc.Arbitrary<AtipOption> = fc
  .record({
    name: fc.constantFrom('a', 'all', 'b', '__proto__'),
    flags: fc.uniqueArray(flag, { minLength: 1, maxLength: 3 }),
    type: fc.constantFrom('boolean' as const, 'string' as const, 'integer' as const, 'array' as const),
    enum: fc.constantFrom(undefined, ['-b', 'x']),
    'x-count': hint,
    'x-optional-value': hint,
    'x-number-flag': hint,
    'x-dash': hint,
    'x-choice': hint,
    'x-words': fc.constantFrom(undefined, 2),
    'x-until': fc.constantFrom(undefined, undefined, [], [';', '+']),
    'x-value-style': fc.constantFrom(undefined, 'equals' as const, 'space' as const, 'attached' as const),
  })
  .map((made) => JSON.parse(JSON.stringify({ ...made, description: '' })));
const argument: fc.Arbitrary<AtipArgument> = fc
  .record({ name: fc.constantFrom('a', 'b'), variadic: hint, required: fc.boolean(), 'x-rest': hint, 'x-plus': hint })
  .map((made) => JSON.parse(JSON.stringify({ ...made, type: 'string', description: '' })));
const command: fc.Arbitrary<AtipCommand> = fc
  .record({
    arguments: fc.array(argument, { maxLength: 3 }),
    options: fc.array(option, { maxLength: 4 }),
    'x-end-of-options': hint,
    'x-old-flags': hint,
    'x-arguments-first': hint,
    'x-syntax': fc.constantFrom(undefined, ['(', '!']),
    'x-aliases': fc.constantFrom(undefined, ['s'], ['-b']),
  })
  .map((made) => JSON.parse(JSON.stringify({ ...made, description: '' })));
const tool = fc
  .record({ self: command, sub: command, globalOptions: fc.array(option, { maxLength: 2 }) })
  .map(({ self, sub, globalOptions }) => toolWith({ '': self, sub, '-c': sub }, { globalOptions }));
const word = fc.oneof(
  fc.constantFrom(
    'sub',
    's',
    '--',
    '-',
    '(',
    '!',
    ';',
    '+',
    '-ab',
    '-abx',
    '--all=x',
    '--al',
    '-5',
    '-12',
    'A=1',
    'x',
    '',
  ),
  flag,
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
);

test('each word is a command, given, unknown, or one that says nothing by itself; an option is no positional', () => {
  fc.assert(
    fc.property(tool, fc.array(word, { maxLength: 8 }), (made, words) => {
      const argv = ['tool', ...words];
      const { path, given, unknown, mapping } = readArgv(argv, [made]);
      const seen = new Set([...given.flatMap((one) => one.words), ...unknown.map((one) => one.word)]);
      const rest = argv.slice(1).filter((_, index) => !seen.has(index + 1));
      const silent = ['--', ...(mapping?.metadata['x-syntax'] ?? [])];
      expect(rest.filter((text) => !silent.includes(text)).length).toBe(path.length);
      if (words.includes('--') || !mapping || mapping.metadata.arguments?.some((one) => one['x-rest'])) return;
      const names = (mapping.metadata.arguments ?? []).map(({ name }) => name);
      const values = given.filter(({ name }) => names.includes(name)).flatMap((one) => one.value);
      expect(values.filter((value) => /^-./.test(String(value)))).toStrictEqual([]);
    }),
    RUNS,
  );
});

const LETTERS = [...'abcdefgh'];

/** An option with a value, and the words of one of the spellings of that. */
const spelt = fc
  .record({
    kind: fc.constantFrom(
      'switch' as const,
      'count' as const,
      'text' as const,
      'number' as const,
      'list' as const,
      'joined' as const,
    ),
    text: fc.constantFrom('x', 'two words', 'a=b', '-', '-9', '-zz', '--zz', '7', ''),
    number: fc.integer({ min: 0, max: 99 }),
    times: fc.integer({ min: 1, max: 3 }),
    style: fc.nat({ max: 4 }),
  })
  .map(
    ({ kind, text, number, times, style }) =>
      (letter: string): { option: AtipOption; value: unknown; words: string[] } => {
        const name = letter.repeat(4);
        const common = { name, flags: [`-${letter}`, `--${name}`], description: '' };
        const alone = style % 2 === 0 ? `-${letter}` : `--${name}`;
        const withValue = (value: string): string[] =>
          [
            [`-${letter}`, value],
            value === '' || value.startsWith('=') ? [`-${letter}`, value] : [`-${letter}${value}`],
            [`--${name}`, value],
            [`--${name}=${value}`],
            [`--${name.slice(0, 2)}=${value}`],
          ][style] ?? [];
        const repeated = Array.from({ length: times }, () => text);
        switch (kind) {
          case 'switch':
            return { option: { ...common, type: 'boolean' }, value: true, words: [alone] };
          case 'count':
            return {
              option: { ...common, type: 'integer', 'x-count': true },
              value: times,
              words: repeated.map(() => alone),
            };
          case 'number':
            return { option: { ...common, type: 'integer' }, value: number, words: withValue(String(number)) };
          case 'list':
            return { option: { ...common, type: 'array' }, value: repeated, words: repeated.flatMap(withValue) };
          case 'joined':
            return {
              option: { ...common, type: 'array', 'x-list-separator': ',' },
              value: repeated,
              words: withValue(repeated.join(',')),
            };
          default:
            return { option: { ...common, type: 'string' }, value: text, words: withValue(text) };
        }
      },
  );

test('every spelling of a call is read as that call, wherever the positionals stand', () => {
  fc.assert(
    fc.property(
      fc.array(spelt, { maxLength: LETTERS.length }),
      fc.array(fc.tuple(fc.constantFrom('one', '-', './x', ''), fc.nat({ max: 9 })), { maxLength: 4 }),
      fc.boolean(),
      (made, placed, combined) => {
        const chosen = made.map((make, index) => make(LETTERS[index] ?? ''));
        const groups = chosen.map(({ words }) => words);
        const switches = chosen.filter(({ option, words }) => option.type === 'boolean' && words[0]?.length === 2);
        if (combined)
          for (const { words } of switches.slice(1))
            switches[0]?.words.splice(0, 1, `${switches[0]?.words[0]}${words.splice(0)[0]?.charAt(1)}`);
        for (const [text, at] of placed) groups.splice(at, 0, [text]);
        const options = chosen.map(({ option }) => option);
        const list: AtipArgument = { name: 'list', type: 'string', description: '', variadic: true };
        const argv = ['tool', ...groups.flat()];
        const reading = readArgv(argv, [toolWith({ '': { description: '', options, arguments: [list] } })]);
        const { list: positionals, ...read } = argumentsOf(reading);
        expect(reading.unknown).toStrictEqual([]);
        expect(read).toStrictEqual(Object.fromEntries(chosen.map(({ option, value }) => [option.name, value])));
        expect([positionals ?? []].flat().length).toBe(placed.length);
      },
    ),
    RUNS,
  );
});

test('the time for an argv grows with its length', () => {
  // Squared, these take minutes and the test past its time limit.
  const options: AtipOption[] = [
    { name: 'a', flags: ['-a'], type: 'boolean', description: '' },
    { name: 'e', flags: ['-e'], type: 'array', description: '', 'x-until': [';'] },
    { name: 'l', flags: ['-l'], type: 'array', description: '', 'x-list-separator': ',' },
  ];
  const list: AtipArgument = { name: 'list', type: 'string', description: '', variadic: true };
  const made = toolWith({ '': { description: '', options, arguments: [list] } });
  const many = 200_000;
  const read = (words: string[]): number => readArgv(['tool', ...words], [made]).given.length;
  const all = (word: string): string[] => Array.from({ length: many }, () => word);
  expect(read([`-${'a'.repeat(many)}`])).toBe(1);
  expect(read(all('-e'))).toBe(0);
  expect(read(all('-lx,y'))).toBe(1);
  expect(read(['-l', ','.repeat(many)])).toBe(1);
  expect(read(all('x'))).toBe(1);
  expect(read(all('--x'))).toBe(0);
});
