import type { AtipCommand, AtipOption } from '@atip/core';
import { expect, test } from 'vitest';
import { fromHelp } from './from-help.ts';

/** The options of a program without subcommands. */
function optionsOf(text: string): readonly AtipOption[] {
  return fromHelp(text).tool.commands?.['']?.options ?? [];
}

function option(name: string, flags: string[], description: string, more: Partial<AtipOption> = {}): AtipOption {
  return { name, flags, description, type: 'boolean', ...more };
}

const one = (line: string, below = ''): readonly AtipOption[] =>
  optionsOf(`Options:\n  -z, --zero   known to be one\n${line}\n${below}`).slice(1);

test.each<[string, string, AtipOption[]]>([
  ['GNU', '  -f, --file=FILE  read it', [option('file', ['-f', '--file'], 'read it', { type: 'file' })]],
  [
    'clap',
    '  -j, --jobs <N>   how many',
    [option('jobs', ['-j', '--jobs'], 'how many', { type: 'integer', 'x-value-style': 'space' })],
  ],
  [
    'cobra',
    '  -B, --base branch   into which',
    [option('base', ['-B', '--base'], 'into which', { type: 'string', 'x-value-style': 'space' })],
  ],
  [
    'a bar between spellings',
    '  -S|--save <dir>   keep',
    [option('save', ['-S', '--save'], 'keep', { type: 'directory', 'x-value-style': 'space' })],
  ],
  [
    'one dash, a long name',
    '  -chdir=DIR   go there',
    [option('chdir', ['-chdir'], 'go there', { type: 'directory', 'x-value-style': 'equals' })],
  ],
  ['a colon', '  -c cmd : run it', [option('c', ['-c'], 'run it', { type: 'string' })]],
  [
    'clap’s choices and default',
    '  --color <WHEN>   when [default: auto] [possible values: auto, never]',
    [
      option('color', ['--color'], 'when [default: auto] [possible values: auto, never]', {
        type: 'enum',
        enum: ['auto', 'never'],
        default: 'auto',
        'x-value-style': 'space',
      }),
    ],
  ],
  [
    'clap’s variable',
    '  --key <KEY>   the key [env: API_KEY=]',
    [
      option('key', ['--key'], 'the key [env: API_KEY=]', {
        type: 'string',
        envVar: 'API_KEY',
        'x-value-style': 'space',
      }),
    ],
  ],
  [
    'kubectl: on',
    '  --keep=true:',
    [
      option('keep', ['--keep'], '', {
        type: 'enum',
        enum: ['true', 'false'],
        default: 'true',
        'x-value-style': 'equals',
      }),
    ],
  ],
  [
    'both ways',
    '  --[no-]wrap   wrap or not',
    [option('wrap', ['--wrap'], 'wrap or not'), option('no-wrap', ['--no-wrap'], 'wrap or not')],
  ],
])('%s', (_name, line, expected) => {
  expect(one(line)).toStrictEqual(expected);
});

test('a description on its own line, and spellings that go on there', () => {
  const text =
    'Options:\n    -w, --warmup <NUM>\n            Runs before.\n\n            More of it.\n        --color[=WHEN],\n        --colour[=WHEN]   mark\n';
  expect(optionsOf(text)).toStrictEqual([
    option('warmup', ['-w', '--warmup'], 'Runs before. More of it.', { type: 'integer', 'x-value-style': 'space' }),
    option('color', ['--color', '--colour'], 'mark', { type: 'string', 'x-optional-value': true }),
  ]);
});

test('flags in examples, in the usage and among variables are no options', () => {
  const text = 'Usage: x [-a]\n\nOptions:\n  -b   be\n\nExamples:\n  -c   see\n\nEnvironment variables:\n  -d   deep\n';
  expect(optionsOf(text)).toStrictEqual([option('b', ['-b'], 'be')]);
});

test('where no option is listed those of the usage are taken, letters in a row one by one', () => {
  const text =
    'usage: ssh [-46A] [-B bind_interface]\n           [-i identity_file] destination [command [argument ...]]\n';
  const { tool } = fromHelp(text);
  expect(tool.commands?.['']?.options?.map(({ name, type }) => [name, type])).toStrictEqual([
    ['4', 'boolean'],
    ['6', 'boolean'],
    ['A', 'boolean'],
    ['B', 'string'],
    ['i', 'file'],
  ]);
  expect(tool.commands?.['']?.arguments).toStrictEqual([
    { name: 'destination', type: 'string', description: '' },
    { name: 'command', type: 'string', description: '', required: false },
    { name: 'argument', type: 'string', description: '', required: false, variadic: true },
  ]);
});

test('what cannot be said in ATIP is left out and named', () => {
  const { tool, issues } = fromHelp(
    'Options:\n  -NUM   so many\n  -P, --scan <VAR> <MIN> <MAX>   all of them\n  -q   quiet\n',
  );
  expect(tool.commands?.['']?.options?.map(({ name }) => name)).toStrictEqual(['scan', 'q']);
  expect(issues.filter(({ code }) => code.startsWith('import-'))).toStrictEqual([
    {
      code: 'import-placeholder',
      severity: 'info',
      message: 'Line 2: -NUM stands for flags that it does not spell out, so it is left out.',
      path: '/commands/',
      section: '3.5',
    },
  ]);
});

test.each<[string, string, Record<string, string>]>([
  [
    'gh',
    'USAGE\n  gh <command> <subcommand> [flags]\n\nCORE COMMANDS\n  auth:        Log in\n  pr:          Pull requests\n',
    { auth: 'Log in', pr: 'Pull requests' },
  ],
  [
    'git',
    'usage: git [-v] <command> [<args>]\n\nstart here (see also: git help x)\n   clone     Clone it\n   init      Begin\n',
    { clone: 'Clone it', init: 'Begin' },
  ],
  [
    'npm',
    'npm <command>\n\nUsage:\n\nnpm install        install all\n\nAll commands:\n\n    access, ci, install,\n    link, run\n',
    { access: '', ci: '', install: '', link: '', run: '' },
  ],
])('subcommands: %s', (_name, text, expected) => {
  const commands: Record<string, AtipCommand> = fromHelp(text).tool.commands ?? {};
  expect(
    Object.fromEntries(Object.entries(commands).map(([name, { description }]) => [name, description])),
  ).toStrictEqual(expected);
});

test('the options of a program with subcommands stand before them; what an entry takes is kept', () => {
  const { tool } = fromHelp(
    'ctl [OPTIONS...] COMMAND ...\n\nControls it.\n\nUnit Commands:\n  start UNIT...    Start them\n\nOptions:\n  -q --quiet   Say less\n',
  );
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    name: 'ctl',
    version: 'unknown',
    description: 'Controls it',
    trust: { source: 'inferred' },
    commands: {
      start: {
        description: 'Start them',
        arguments: [{ name: 'unit', type: 'string', description: '', variadic: true }],
      },
    },
    globalOptions: [option('quiet', ['-q', '--quiet'], 'Say less')],
  });
});

test('help of a command becomes that command, in its groups', () => {
  const text = 'Remove unused images\n\nUsage:  docker image prune [OPTIONS]\n\nOptions:\n  -f, --force   Do not ask\n';
  const prune = { description: 'Remove unused images', options: [option('force', ['-f', '--force'], 'Do not ask')] };
  expect(fromHelp(text).tool.commands).toStrictEqual({ image: { description: '', commands: { prune } } });
});

test('a man page, bold as terminals of old had it', () => {
  const bold = (word: string): string => [...word].map((letter) => `${letter}\b${letter}`).join('');
  const text = `${bold('NAME')}\n       rm - remove files\n\n${bold('SYNOPSIS')}\n       ${bold('rm')} [OPTION]... [FILE]...\n\n${bold('OPTIONS')}\n       ${bold('-f')}, ${bold('--force')}\n              never prompt\n`;
  expect(fromHelp(text).tool).toMatchObject({
    name: 'rm',
    description: 'remove files',
    commands: {
      '': {
        arguments: [{ name: 'file', variadic: true, required: false }],
        options: [option('force', ['-f', '--force'], 'never prompt')],
      },
    },
  });
});

test.each([
  '',
  '\n\n',
  '-',
  '--',
  '\u0000',
  'Usage:',
  'Options:',
  '[[[[[',
  '- - - -',
  '--a--b-- --',
  'Usage: [[[[[',
  '__proto__  x',
])('anything gives a tool: %j', (text) => {
  const { tool, issues } = fromHelp(text);
  const errors = issues.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  expect(errors.filter((code) => code !== 'import-nothing')).toStrictEqual([]);
  expect(tool.trust).toStrictEqual({ source: 'inferred' });
});

test.each([
  ['flags', '--a, '.repeat(20_000)],
  ['choices', `  --x <y>  (${'"a", '.repeat(15_000)})`],
  ['usage', `Usage: x ${'[a '.repeat(20_000)}`],
  ['braces', `Usage: x ${'{a | '.repeat(400)}b${'}'.repeat(400)}`],
  ['commands and lines', `Usage: x {${'a,'.repeat(9_000)}b} ...\n${'z\n'.repeat(20_000)}`],
  ['a title', `${'A(1)'.repeat(20_000)}\n${`<${'@'.repeat(30_000)}`}\nUsage: x\n`],
  ['a row', `Usage: x COMMAND\n\nCommands:\n  a ${'[b] '.repeat(15_000)}c`],
  ['calls', `Usage: x COMMAND\n\nCommands:\n${'  x ab [c]\n  x d\n'.repeat(3_500)}`],
  ['series', `  --x ${'a1,'.repeat(20_000)}`],
  ['forms', `Usage: ${'x a\n  or: x b [c]\n'.repeat(2_500)}`],
  ['definitions', `Usage: x OBJECT\n${'OBJECT := { a | b | [ c ] \n'.repeat(2_200)}`],
  ['positionals', `Usage: x\n${Array.from({ length: 6000 }, (_, at) => `  <a${at}>`).join('\n')}`],
])('time is linear in 60 KB of %s', { timeout: 10_000 }, (_name, text) => {
  expect(fromHelp(text).tool.trust).toStrictEqual({ source: 'inferred' });
});

test.each<[string, string, AtipOption[]]>([
  [
    'attached and optional',
    '  -i[SUFFIX]   edit in place',
    [option('i', ['-i'], 'edit in place', { type: 'string', 'x-value-style': 'attached', 'x-optional-value': true })],
  ],
  [
    'optional in the next word',
    '  --silent [value]   say less',
    [
      option('silent', ['--silent'], 'say less', {
        type: 'string',
        'x-value-style': 'space',
        'x-optional-value': true,
      }),
    ],
  ],
  [
    'in brackets of its own',
    '  --inspect [[host:]port]   open',
    [option('inspect', ['--inspect'], 'open', { type: 'string', 'x-value-style': 'space', 'x-optional-value': true })],
  ],
  ['the flag again', '  -v[vv]   say more', [option('v', ['-v'], 'say more', { type: 'integer', 'x-count': true })]],
  [
    'kinds of values are no values',
    '  --map <uid>|<name>   whom',
    [option('map', ['--map'], 'whom', { type: 'string', 'x-value-style': 'space' })],
  ],
  ['parts of one', '  -l N   load', [option('l', ['-l'], 'load', { type: 'number' })]],
  [
    'a default in a sentence',
    "  --from=X   scale; default is 'none'; see below",
    [option('from', ['--from'], "scale; default is 'none'; see below", { type: 'string', default: 'none' })],
  ],
  [
    'a placeholder beside a flag',
    '  -COLUMN, --columns=COLUMN   as many',
    [option('columns', ['--columns'], 'as many', { type: 'integer', 'x-number-flag': true })],
  ],
  ['a sentence of flags', '  -a, --aa, -b, --bb, -c, --cc, -d, --dd', []],
  ['a row of letters', '  -ilrsD or -c command or -O option', []],
])('a value that is easy to get wrong: %s', (_name, line, expected) => {
  expect(one(line)).toStrictEqual(expected);
});

test('options in a row are one each, with their values', () => {
  const { tool } = fromHelp(
    'Usage: find [path...]\n\nActions:\n      -delete -size N[bck] -mtime N -fprintf FILE FORMAT -iname PATTERN\n      -name PATTERN -quit',
  );
  expect(tool.commands?.['']?.options?.map(({ flags, type }) => [...flags, type])).toStrictEqual([
    ['-delete', 'boolean'],
    ['-size', 'string'],
    ['-mtime', 'string'],
    ['-fprintf', 'array'],
    ['-iname', 'string'],
    ['-name', 'string'],
    ['-quit', 'boolean'],
  ]);
});

test('two long options with one description are two', () => {
  const options = one('  --include=PATTERN\n  --exclude=PATTERN   but not these');
  expect(options.map(({ flags }) => flags)).toStrictEqual([['--include'], ['--exclude']]);
});

test.each<[string, string, string[]]>([
  ['one or more', 'x <option(s)> <file(s)>', ['file*']],
  ['an end that may be left out', 'x FILE[.zip] [list]', ['file', 'list?']],
  ['two parts of one word', 'x <key>=<value>', ['key']],
  ['one or the other', 'x <file>|<directory> <command>', ['file', 'command']],
  ['behind the end of options', 'x -- <pkg> [args...]', ['pkg', 'args?*']],
])('positionals: %s', (_name, usage, expected) => {
  const args = fromHelp(`Usage: ${usage}`).tool.commands?.['']?.arguments ?? [];
  const shown = args.map(
    ({ name, required, variadic }) => `${name}${required === false ? '?' : ''}${variadic === true ? '*' : ''}`,
  );
  expect(shown).toStrictEqual(expected);
});

test('one space before its description is enough where brackets end what a command takes, and else it is said', () => {
  const { tool, issues } = fromHelp(`Usage: shelf <command>

Commands:
  list [options]            show all notes
  drop [options] <label> delete a copy
  put [--to <place>] <label> put it back
  move <label> to <place>
  set <label> text
`);
  expect(Object.entries(tool.commands ?? {}).map(([name, { description }]) => [name, description])).toStrictEqual([
    ['list', 'show all notes'],
    ['drop', 'delete a copy'],
  ]);
  expect(tool.commands?.['drop']?.arguments?.map(({ name }) => name)).toStrictEqual(['label']);
  expect(
    issues.filter(({ code }) => code === 'import-row').map(({ message, path }) => [message.slice(0, 63), path]),
  ).toStrictEqual([
    ['Line 6: nothing says where the description of "put" begins, so ', '/commands'],
    ['Line 7: nothing says where the description of "move" begins, so', '/commands'],
    ['Line 8: nothing says where the description of "set" begins, so ', '/commands'],
  ]);
});
