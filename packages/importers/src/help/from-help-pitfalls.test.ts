import type { AtipOption } from '@atip/core';
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
  [
    'attached to a short flag',
    '  -O<level>   optimise',
    [option('O', ['-O'], 'optimise', { type: 'string', 'x-value-style': 'attached' })],
  ],
  [
    'attached and optional',
    '  -i[SUFFIX]   edit in place',
    [option('i', ['-i'], 'edit in place', { type: 'string', 'x-value-style': 'attached', 'x-optional-value': true })],
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

test('options in a row are one each, with their values; one that takes two is left out', () => {
  const { tool, issues } = fromHelp(
    'Usage: find [path...]\n\nActions:\n      -delete -size N[bck] -mtime N -fprintf FILE FORMAT -iname PATTERN\n      -name PATTERN -quit',
  );
  expect(tool.commands?.['']?.options?.map(({ flags, type }) => [...flags, type])).toStrictEqual([
    ['-delete', 'boolean'],
    ['-size', 'string'],
    ['-mtime', 'string'],
    ['-iname', 'string'],
    ['-name', 'string'],
    ['-quit', 'boolean'],
  ]);
  expect(issues.map(({ code }) => code)).toContain('import-arity');
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
