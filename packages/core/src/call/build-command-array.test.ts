import { mapToCommand } from '../commands/commands-by-name.ts';
import { ArgumentValidationError } from '../json/execute-errors.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipArgument, AtipCommand, AtipOption, AtipTool } from '../types/tool.ts';
import { buildCommandArray } from './build-command-array.ts';
import { expect, test } from 'vitest';

function build(command: Partial<AtipCommand>, args: Record<string, unknown>, tool: Partial<AtipTool> = {}): string[] {
  return buildCommandArray(mapToCommand('tool_x', [toolWith({ x: { description: 'X', ...command } }, tool)]), args);
}

const option = (flags: string[], type: AtipOption['type'] = 'string', more: Partial<AtipOption> = {}): AtipOption => ({
  name: 'o',
  flags,
  type,
  description: '',
  ...more,
});
const argument = (name: string, more: Partial<AtipArgument> = {}): AtipArgument => ({
  name,
  type: 'string',
  description: '',
  ...more,
});

test('executable, global options, subcommands, options, positionals', () => {
  const argv = buildCommandArray(mapToCommand('gh_pr_create', [GH]), {
    title: 'Fix "it"',
    draft: true,
    label: ['a', 'b'],
    host: 'h',
    'token-file': 't',
  });
  expect(argv).toStrictEqual([
    'gh',
    '--host=h',
    '--token-file=t',
    'pr',
    'create',
    '--title=Fix "it"',
    '--draft',
    '--label=a',
    '--label=b',
  ]);
});

test.each<[string, AtipOption, unknown, string[]]>([
  ['a long flag takes its value as one element', option(['-o', '--out']), '-rf', ['--out=-rf']],
  ['a short flag takes it as two', option(['-o']), 'v', ['-o', 'v']],
  ['a long flag of one dash too', option(['-name']), 'v', ['-name', 'v']],
  ['the option may ask for two', option(['--out'], 'string', { 'x-value-style': 'space' }), 'v', ['--out', 'v']],
  ['true is the flag', option(['--yes'], 'boolean'), true, ['--yes']],
  ['false is nothing', option(['--yes'], 'boolean'), false, []],
  ['false is the negation where there is one', option(['--color', '--no-color'], 'boolean'), false, ['--no-color']],
  ['true is never the negation', option(['--no-color', '--color'], 'boolean'), true, ['--color']],
  ['a flag that only looks like a negation is itself', option(['--no-verify'], 'boolean'), true, ['--no-verify']],
  ['a number', option(['--n'], 'integer'), -5, ['--n=-5']],
  ['an empty value stays one element', option(['--m']), '', ['--m=']],
  ['an authored value may start with a dash', option(['-o'], 'enum', { enum: ['-1'] }), '-1', ['-o', '-1']],
  ['standard input by its dash', option(['-f']), '-', ['-f', '-']],
])('%s', (_name, declared, value, elements) => {
  expect(build({ options: [declared] }, { o: value })).toStrictEqual(['tool', 'x', ...elements]);
});

test('the nearest style wins: option, command, tool', () => {
  const options = [option(['--o'])];
  expect(build({ options }, { o: 'v' }, { 'x-value-style': 'space' })).toStrictEqual(['tool', 'x', '--o', 'v']);
  expect(build({ options, 'x-value-style': 'equals' }, { o: 'v' }, { 'x-value-style': 'space' })).toStrictEqual([
    'tool',
    'x',
    '--o=v',
  ]);
});

test('arguments first: global options, arguments with ./ for a dash, then options, without dashes that would end them', () => {
  const command: Partial<AtipCommand> = {
    'x-arguments-first': true,
    'x-end-of-options': true,
    arguments: [argument('a', { type: 'directory', variadic: true })],
    options: [option(['-name'])],
  };
  const tool = { globalOptions: [{ ...option(['-L'], 'boolean'), name: 'follow' }] };
  const argv = build(command, { a: ['.', '-delete', '('], o: '*.js', follow: true }, tool);
  expect(argv).toStrictEqual(['tool', '-L', 'x', '.', './-delete', './(', '-name', '*.js']);
  const texts = { ...command, arguments: [argument('a')] };
  expect(() => build(texts, { a: '-delete' })).toThrow('"a" must not start with "-"');
});

test('a global option of one group stands behind its word, and no other command takes it', () => {
  const file: AtipOption = { ...option(['-f']), 'x-behind': 'compose' };
  const plain = { description: 'Up' };
  const tool = toolWith(
    { compose: { description: '', commands: { up: plain } }, up: plain },
    { globalOptions: [file] },
  );
  expect(buildCommandArray(mapToCommand('tool_compose_up', [tool]), { o: 'a' })).toStrictEqual([
    ...['tool', 'compose', '-f', 'a', 'up'],
  ]);
  const call = (): unknown => buildCommandArray(mapToCommand('tool_up', [tool]), { o: 'a' });
  expect(call).toThrow('"o" is an option of "tool compose" alone');
});

test('a leading dash: -- where it is honoured, ./ for paths', () => {
  const path = argument('a', { type: 'file' });
  expect(build({ arguments: [path] }, { a: '-rf' })).toStrictEqual(['tool', 'x', './-rf']);
  expect(build({ arguments: [argument('a')] }, { a: '-rf' }, { 'x-end-of-options': true })).toStrictEqual([
    'tool',
    'x',
    '--',
    '-rf',
  ]);
  expect(
    build({ arguments: [path], options: [option(['--o'])] }, { a: 'f', o: 'v' }, { 'x-end-of-options': true }),
  ).toStrictEqual(['tool', 'x', '--o=v', '--', 'f']);
});

test('a command can say that -- does not work for it', () => {
  const command = { arguments: [argument('a')], 'x-end-of-options': false };
  expect(() => build(command, { a: '-x' }, { 'x-end-of-options': true })).toThrow(ArgumentValidationError);
});

test.each<[string, Partial<AtipCommand>, Record<string, unknown>, string]>([
  [
    'an option smuggled as a positional',
    { arguments: [argument('ref')] },
    { ref: '--output=pwned' },
    '"ref" must not start with "-"',
  ],
  [
    'an option smuggled after a short flag',
    { options: [option(['-o'])] },
    { o: '--exec=x' },
    '"o" must not start with "-"',
  ],
  [
    'a smuggled item of a list',
    { arguments: [argument('r', { variadic: true })] },
    { r: ['ok', '-x'] },
    '"r" must not start with "-"',
  ],
  ['a flag of two words', { options: [option(['-o FILE'])] }, { o: 'v' }, 'has the flag "-o FILE"'],
  ['a flag that carries a value', { options: [option(['--exec=sh'])] }, { o: 'v' }, 'has the flag "--exec=sh"'],
  ['a flag without dash', { options: [option(['out'], 'boolean')] }, { o: true }, 'has the flag "out"'],
  ['a NUL that nobody checked', { arguments: [argument('a')] }, { a: 'a\0b' }, 'NUL'],
  [
    'a later positional without the earlier',
    { arguments: [argument('a', { required: false }), argument('b', { required: false })] },
    { b: 'v' },
    '"b" cannot be given without "a"',
  ],
  [
    'more than fits',
    { arguments: [argument('a', { variadic: true })] },
    { a: Array.from({ length: 20 }, () => 'x'.repeat(30_000)) },
    'longer than',
  ],
])('%s is refused', (_name, command, args, message) => {
  const run = (): unknown => build(command, args);
  expect(run).toThrow(ArgumentValidationError);
  expect(run).toThrow(message);
});

test('a leading plus: ./ for paths, text behind -- and where the document says so, refused elsewhere', () => {
  const plus = option(['+x'], 'boolean');
  expect(build({ arguments: [argument('a', { type: 'file' })] }, { a: '+:!touch x' })).toStrictEqual([
    'tool',
    'x',
    './+:!touch x',
  ]);
  const refused = 'must not start with "+"';
  expect(() => build({ arguments: [argument('a')] }, { a: '+:!id' })).toThrow(refused);
  expect(() => build({ arguments: [argument('a')], options: [plus] }, { a: '+%Y' })).toThrow(refused);
  const said = argument('a', { 'x-plus': true });
  expect(build({ arguments: [said] }, { a: '+%Y' })).toStrictEqual(['tool', 'x', '+%Y']);
  const ended = { 'x-end-of-options': true };
  expect(build({ arguments: [argument('a')], ...ended }, { a: '+x' })).toStrictEqual(['tool', 'x', '--', '+x']);
  expect(() => build({ arguments: [argument('a')], options: [plus], ...ended }, { a: '+x' })).toThrow(refused);
});

test('a dash alone is standard input, but not where it is an option of the program', () => {
  const dash = option(['-', '-l'], 'boolean');
  expect(build({ arguments: [argument('a')] }, { a: '-' })).toStrictEqual(['tool', 'x', '-']);
  expect(() => build({ arguments: [argument('a')], options: [dash] }, { a: '-' })).toThrow('must not start with "-"');
  const path = argument('a', { type: 'file' });
  expect(build({ arguments: [path], options: [dash] }, { a: '-' })).toStrictEqual(['tool', 'x', './-']);
});

test('a leading at sign: ./ for paths, refused where the program reads such files, text elsewhere', () => {
  const at = (type: AtipArgument['type'], more = {}): string[] =>
    build({ arguments: [argument('a', { type, ...more })] }, { a: '@x' }).slice(2);
  expect(at('file')).toStrictEqual(['./@x']);
  expect(at('directory', { 'x-at-file': true })).toStrictEqual(['./@x']);
  expect(at('string')).toStrictEqual(['@x']);
  expect(() => at('string', { 'x-at-file': true })).toThrow('"a" must not start with "@"');
});

test('an authored positional may start with a dash, a true or false is a word', () => {
  const command = { arguments: [argument('a', { enum: ['-1', '+1'] }), argument('b', { type: 'boolean' })] };
  expect(build(command, { a: '-1', b: false })).toStrictEqual(['tool', 'x', '-1', 'false']);
});

test('more items than a function takes arguments end in a refusal, not in a stack overflow', () => {
  const items = Array.from({ length: 1_000_000 }, () => 'a');
  expect(() => build({ arguments: [argument('a', { variadic: true })] }, { a: items })).toThrow('longer than');
  expect(() => build({ options: [option(['--o'], 'array')] }, { o: items })).toThrow('longer than');
});

test('an empty list is nothing given, so that nothing moves into its place', () => {
  const command = { arguments: [argument('src', { variadic: true }), argument('dst')] };
  expect(() => build(command, { src: [], dst: 'keep' })).toThrow('"dst" cannot be given without "src"');
  expect(build({ options: [option(['--o'], 'array')] }, { o: [] })).toStrictEqual(['tool', 'x']);
});

test('a negation is a flag like any other', () => {
  const declared = option(['--x=1', '--no-x=1'], 'boolean');
  expect(() => build({ options: [declared] }, { o: false })).toThrow('has the flag "--no-x=1"');
});

test('either key leads to its parameter, and what only the prototype has is not given', () => {
  const options = [
    option(['--dry-run'], 'boolean', { name: 'dry-run' }),
    option(['-c'], 'string', { name: 'constructor' }),
  ];
  expect(build({ options }, { dry_run: true })).toStrictEqual(['tool', 'x', '--dry-run']);
});

test('an extra argument never becomes an option', () => {
  expect(build({ options: [option(['--o'])] }, { o: 'v', '--exec': 'sh', exec: 'sh' })).toStrictEqual([
    'tool',
    'x',
    '--o=v',
  ]);
});

test.each([undefined, null, 'title', ['title'], 5])('%j are no arguments', (args) => {
  // As a host may hand them over unchecked.
  const mapping = mapToCommand('gh_pr_create', [GH]);
  expect(() => buildCommandArray(mapping, args as unknown as Record<string, unknown>)).toThrow(ArgumentValidationError);
});

test.each([true, 'yes' as never])('what an MCP server offers is no program: %s', (mark) => {
  const run = (): string[] => build({}, {}, { 'x-mcp': mark });
  expect(run).toThrow('"tool" is offered by an MCP server and is no program.');
  expect(build({}, {}, { 'x-mcp': false })).toStrictEqual(['tool', 'x']);
});
