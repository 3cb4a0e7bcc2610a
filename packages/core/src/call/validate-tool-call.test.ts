import { expect, test } from 'vitest';
import { mapToCommand } from '../commands/commands-by-name.ts';
import { toolWith } from '../testing/documents.ts';
import type { AtipArgument, AtipOption } from '../types/tool.ts';
import { validateToolCall } from './validate-tool-call.ts';

const option = (name: string, type: AtipOption['type'], more: Partial<AtipOption> = {}): AtipOption => ({
  name,
  flags: [`--${name}`],
  type,
  description: name,
  ...more,
});

const TOOL = toolWith({
  x: {
    description: 'X',
    arguments: [
      { name: 'ref', type: 'string', description: 'Ref' },
      { name: 'paths', type: 'file', description: 'Paths', required: false, variadic: true },
    ],
    options: [
      option('count', 'integer'),
      option('ratio', 'number'),
      option('dry-run', 'boolean'),
      option('format', 'enum', { enum: ['json', 'text'] }),
      option('level', 'enum', { enum: [1, 2] }),
      option('mixed', 'enum', { enum: [1, 'a'] }),
      option('labels', 'array'),
      option('link', 'url'),
      option('color', 'string', { 'x-optional-value': true }),
      option('out', 'file', { 'x-deprecated': true }),
    ],
  },
});

function validate(args: unknown) {
  return validateToolCall(
    { id: '1', name: 'tool_x', arguments: args as Record<string, unknown> },
    mapToCommand('tool_x', [TOOL]),
  );
}

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['plain values', { ref: 'main', count: 5, 'dry-run': true }, { ref: 'main', count: 5, 'dry-run': true }],
  ['null for what is optional', { ref: 'main', count: null, labels: null }, { ref: 'main' }],
  ['the narrow spelling of a key', { ref: 'main', dry_run: false }, { ref: 'main', 'dry-run': false }],
  ['numbers as text', { ref: 'm', count: '5', ratio: '-2.5' }, { ref: 'm', count: 5, ratio: -2.5 }],
  ['booleans as text', { ref: 'm', 'dry-run': 'true' }, { ref: 'm', 'dry-run': true }],
  ['a number for a string', { ref: 42 }, { ref: '42' }],
  [
    'numeric enums as the text of a string enum',
    { ref: 'm', level: '2', mixed: '1' },
    { ref: 'm', level: 2, mixed: 1 },
  ],
  [
    'one value for a list',
    { ref: 'm', labels: 'bug', paths: 'a.txt' },
    { ref: 'm', labels: ['bug'], paths: ['a.txt'] },
  ],
  [
    'null in one spelling and a value in the other',
    { ref: 'm', 'dry-run': null, dry_run: true },
    { ref: 'm', 'dry-run': true },
  ],
  ['an empty list as nothing', { ref: 'm', labels: [], paths: [] }, { ref: 'm' }],
  ['a flag that may stand alone', { ref: 'm', color: true }, { ref: 'm', color: true }],
  ['a URL without scheme', { ref: 'm', link: 'example.org/x' }, { ref: 'm', link: 'example.org/x' }],
])('accepts %s', (_name, args, accepted) => {
  const result = validate(args);
  expect([result.errors, result.warnings]).toStrictEqual([[], []]);
  expect(result.valid).toBe(true);
  expect(result.arguments).toStrictEqual(accepted);
});

test.each<[string, unknown, [string, string][]]>([
  ['nothing', {}, [['MISSING_REQUIRED', 'ref']]],
  ['text for a number', { ref: 'm', count: 'five' }, [['INVALID_TYPE', 'count']]],
  ['true for what takes a value', { ref: true }, [['INVALID_TYPE', 'ref']]],
  ['a fraction for an integer', { ref: 'm', count: 1.5 }, [['INVALID_TYPE', 'count']]],
  ['1 for a boolean', { ref: 'm', 'dry-run': 1 }, [['INVALID_TYPE', 'dry-run']]],
  ['a value that is no enum value', { ref: 'm', format: 'xml' }, [['INVALID_ENUM', 'format']]],
  ['a fraction for a string, which may have lost its last zero', { ref: 1.1 }, [['INVALID_TYPE', 'ref']]],
  ['a number too large to be exact for a string', { ref: 2 ** 60 }, [['INVALID_TYPE', 'ref']]],
  ['a NUL', { ref: 'a\0b' }, [['INVALID_FORMAT', 'ref']]],
  ['an escape character', { ref: '\u001b[2J' }, [['INVALID_FORMAT', 'ref']]],
  ['half a surrogate pair', { ref: '\ud83d' }, [['INVALID_FORMAT', 'ref']]],
  ['a text over 32 KiB', { ref: 'x'.repeat(32_769) }, [['INVALID_FORMAT', 'ref']]],
  ['an empty path', { ref: 'm', paths: [''] }, [['INVALID_FORMAT', 'paths']]],
  ['a URL with a space', { ref: 'm', link: 'a b' }, [['INVALID_FORMAT', 'link']]],
  ['10,001 items', { ref: 'm', labels: Array.from({ length: 10_001 }, () => 'a') }, [['INVALID_FORMAT', 'labels']]],
  [
    'everything at once',
    { count: 'x', format: 'y' },
    [
      ['MISSING_REQUIRED', 'ref'],
      ['INVALID_TYPE', 'count'],
      ['INVALID_ENUM', 'format'],
    ],
  ],
  ['a list of arguments', [], [['INVALID_TYPE', '']]],
  ['two spellings of one parameter', { ref: 'm', 'dry-run': false, dry_run: true }, [['INVALID_FORMAT', 'dry-run']]],
  ['an address that runs a command', { ref: 'm', link: 'ext::sh' }, [['INVALID_FORMAT', 'link']]],
])('refuses %s', (_name, args, errors) => {
  const result = validate(args);
  expect(result.valid).toBe(false);
  expect(result.errors.map(({ code, parameter }) => [code, parameter])).toStrictEqual(errors);
});

test('unknown parameters are a warning and go nowhere', () => {
  const args: unknown = JSON.parse('{"ref":"m","exec":"rm -rf /","__proto__":{"polluted":1},"constructor":1}');
  const result = validate(args);
  expect(result.valid).toBe(true);
  expect(result.arguments).toStrictEqual({ ref: 'm' });
  expect(result.warnings.map(({ code, parameter }) => [code, parameter])).toStrictEqual([
    ['EXTRA_PARAMETER', 'exec'],
    ['EXTRA_PARAMETER', '__proto__'],
    ['EXTRA_PARAMETER', 'constructor'],
  ]);
});

const refuse = (args: Record<string, unknown>) =>
  validateToolCall({ id: '1', name: 'tool_x', arguments: args }, mapToCommand('tool_x', [TOOL]), {
    refuseExtra: true,
  });

test('where a call is to run, what it made up stops it, with what is near and what there is', () => {
  expect(refuse({ ref: 'm', 'dry-run-only': true, '\u001bzz"': null })).toStrictEqual({
    valid: false,
    errors: [
      {
        code: 'EXTRA_PARAMETER',
        message:
          '"dry-run-only" is not a parameter of "tool x". Did you mean "dry-run"? There are "ref", "paths", "count", "ratio", "dry-run", "format", "level", "mixed", "labels", "link", "color", "out".',
        parameter: 'dry-run-only',
      },
      { code: 'EXTRA_PARAMETER', message: '"\\u001bzz\\"" is not a parameter of "tool x".', parameter: '\u001bzz"' },
    ],
    warnings: [],
    arguments: { ref: 'm' },
  });
});

test('what strict schemas send for what is not given is nothing made up', () => {
  const optional = { paths: null, count: null, ratio: null, 'dry-run': null, dry_run: null, format: null, labels: [] };
  expect(refuse({ ref: 'm', ...optional })).toStrictEqual({
    ...{ valid: true, errors: [], warnings: [], arguments: { ref: 'm' } },
  });
});

test('a flood of made-up parameters is named in a bounded message', () => {
  const args = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`made-up-${index}`, 1]));
  const { errors, valid } = refuse({ ref: 'm', ...args });
  expect([valid, errors.length, errors.at(-1)]).toStrictEqual([
    false,
    9,
    { code: 'EXTRA_PARAMETER', message: 'Nor are 19992 others.', parameter: '' },
  ]);
});

test('a null of the model is never an authored null: a default of null changes nothing, an enum cannot list it', () => {
  const odd: unknown = [null, 'a', {}, Object.create(null)];
  const options = [option('o', 'string', { default: null }), option('e', 'enum', { enum: odd as string[] })];
  const mapping = mapToCommand('tool_x', [toolWith({ x: { description: 'X', options } })]);
  const check = (args: Record<string, unknown>) =>
    validateToolCall({ id: '1', name: 'tool_x', arguments: args }, mapping);
  expect(check({ o: null, e: null })).toStrictEqual({ valid: true, errors: [], warnings: [], arguments: {} });
  expect(check({ o: 'null' }).arguments).toStrictEqual({ o: 'null' });
  expect(check({ e: 'null' }).errors.map(({ message }) => message)).toStrictEqual(['"e" must be one of "a".']);
});

test('a required option may come from the environment, and only an option', () => {
  const token = option('token', 'string', { required: true, envVar: 'TOOL_TOKEN' });
  const word: unknown = { name: 'word', type: 'string', description: '', envVar: 'TOOL_TOKEN' };
  const tool = toolWith({ x: { description: 'X', options: [token], arguments: [word as AtipArgument] } });
  const check = (environment?: ReadonlySet<string>) =>
    validateToolCall(
      { id: '1', name: 'tool_x', arguments: {} },
      mapToCommand('tool_x', [tool]),
      environment && { environment },
    ).errors.map(({ parameter }) => parameter);
  expect(check()).toStrictEqual(['word', 'token']);
  expect(check(new Set(['OTHER']))).toStrictEqual(['word', 'token']);
  expect(check(new Set(['TOOL_TOKEN']))).toStrictEqual(['word']);
});

test('a deprecated parameter is accepted with a warning', () => {
  expect(validate({ ref: 'm', out: 'o' }).warnings).toStrictEqual([
    { code: 'DEPRECATED_PARAMETER', message: '"out" is deprecated.', parameter: 'out' },
  ]);
});

test('messages say what is expected and never the value', () => {
  const messages = validate({ ref: '\u0007hunter2', count: 'hunter2', format: 'hunter2' }).errors.map(
    ({ message }) => message,
  );
  expect(messages).toStrictEqual([
    '"ref" contains the control character U+0007.',
    '"count" must be a whole number, not a string.',
    '"format" must be one of "json", "text".',
  ]);
});
