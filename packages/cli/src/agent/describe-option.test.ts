import { Argument, Option } from 'commander';
import { expect, test } from 'vitest';
import { describeArgument } from './describe-argument.ts';
import { describeOption } from './describe-option.ts';

test.each([
  ['a switch', new Option('-v, --verbose', 'd'), { name: 'verbose', flags: ['-v', '--verbose'], type: 'boolean' }],
  [
    'a switch that takes something away',
    new Option('--no-color', 'd').default(true),
    { name: 'no-color', flags: ['--no-color'], type: 'boolean' },
  ],
  ['a short flag alone', new Option('-n <number>', 'd'), { name: 'n', flags: ['-n'], type: 'integer' }],
  [
    'a text',
    new Option('--name <name>', 'd').default('x'),
    { name: 'name', flags: ['--name'], type: 'string', default: 'x' },
  ],
  ['a file', new Option('--policy <file>', 'd'), { name: 'policy', flags: ['--policy'], type: 'file' }],
  ['a name of all objects', new Option('--a <constructor>', 'd'), { name: 'a', flags: ['--a'], type: 'string' }],
  ['an optional value', new Option('--cwd [dir]', 'd'), { name: 'cwd', flags: ['--cwd'], type: 'directory' }],
  [
    'choices, one of which must be made',
    new Option('--to <file>', 'd').choices(['a', 'b']).makeOptionMandatory(),
    { name: 'to', flags: ['--to'], type: 'enum', required: true, enum: ['a', 'b'] },
  ],
  [
    'a list in one value',
    new Option('--commands <names>', 'd').default(['a']),
    { name: 'commands', flags: ['--commands'], type: 'array', default: ['a'] },
  ],
  [
    'a list by repetition',
    new Option('--probe <path>', 'd').default([]),
    { name: 'probe', flags: ['--probe'], type: 'array' },
  ],
  ['a variadic list', new Option('--tag <file...>', 'd'), { name: 'tag', flags: ['--tag'], type: 'array' }],
  [
    'an environment variable',
    new Option('--url <url>', 'd').env('ATIP_URL'),
    { name: 'url', flags: ['--url'], type: 'url', envVar: 'ATIP_URL' },
  ],
])('an option: %s', (_, option, expected) => {
  expect(describeOption(option)).toStrictEqual({ ...expected, description: 'd' });
});

test.each([
  ['required', new Argument('<file>', 'd'), { name: 'file', type: 'file', required: true }],
  ['several', new Argument('[source...]', 'd'), { name: 'source', type: 'string', required: false, variadic: true }],
  [
    'choices with a default',
    new Argument('[shell]', 'd').choices(['bash', 'zsh']).default('bash'),
    { name: 'shell', type: 'enum', required: false, enum: ['bash', 'zsh'], default: 'bash' },
  ],
])('an argument: %s', (_, argument, expected) => {
  expect(describeArgument(argument)).toStrictEqual({ ...expected, description: 'd' });
});
