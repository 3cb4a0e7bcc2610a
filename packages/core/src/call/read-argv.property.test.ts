import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolWith } from '../testing/documents.ts';
import type { AtipArgument, AtipCommand, AtipOption } from '../types/tool.ts';
import { readArgv } from './read-argv.ts';
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
  .record({
    name: fc.constantFrom('a', 'b'),
    variadic: hint,
    required: fc.boolean(),
    'x-rest': hint,
    'x-plus': hint,
    'x-minus': fc.constantFrom(undefined, undefined, '-+([xn])'),
  })
  .map((made) => JSON.parse(JSON.stringify({ ...made, type: 'string', description: '' })));
const command: fc.Arbitrary<AtipCommand> = fc
  .record({
    arguments: fc.array(argument, { maxLength: 3 }),
    options: fc.array(option, { maxLength: 4 }),
    'x-end-of-options': hint,
    'x-old-flags': hint,
    'x-arguments-first': fc.constantFrom(true, undefined, 1),
    'x-syntax': fc.constantFrom(undefined, ['(', '!']),
    'x-aliases': fc.constantFrom(undefined, ['s'], ['-b']),
  })
  .map((made) => JSON.parse(JSON.stringify({ ...made, description: '' })));
const tool = fc
  .record({ self: command, sub: command, globalOptions: fc.array(option, { maxLength: 2 }) })
  .map(({ self, sub, globalOptions }) =>
    toolWith({ '': self, sub, '-c': sub }, { globalOptions, 'x-help': true, trust: { source: 'org' } }),
  );
const word = fc.oneof(
  fc.constantFrom(
    'sub',
    'help',
    's',
    '--',
    '-',
    '(',
    '!',
    ';',
    '+',
    '-ab',
    '-xn',
    '-abx',
    '-ab=true',
    '-5b',
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
      const mayHaveDash = mapping.metadata.arguments?.some((one) => one['x-minus'] !== undefined) === true;
      const values = given.filter(({ name }) => names.includes(name)).flatMap((one) => one.value);
      const isOption = mayHaveDash ? /^-(?![xn]+$)./ : /^-./;
      expect(values.filter((value) => isOption.test(String(value)))).toStrictEqual([]);
    }),
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
