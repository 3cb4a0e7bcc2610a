// needs: python3, python3-click, python3-typer
// Each construct of argparse, click and typer has the entry that it becomes.
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { PROGRAMS, pythonJson } from './python.ts';

type Row = readonly [framework: 'argparse' | 'click' | 'typer', lines: string, ...expected: object[]];

const boolean = { type: 'boolean', description: '' };
const string = { type: 'string', description: '' };
const x = { name: 'x', flags: ['--x'] };

const ROWS: readonly Row[] = [
  [
    'argparse',
    'p.add_argument("-x", "--long-x", help="of %(prog)s, %(default)s", default="d")',
    {
      ...{ name: 'long-x', flags: ['-x', '--long-x'], type: 'string', default: 'd', description: 'of tool, d' },
    },
  ],
  // Options that differ by case are two, and each name is there once.
  [
    'argparse',
    'p.add_argument("-v", "-V2"); p.add_argument("--Name"); p.add_argument("--name"); p.add_argument("-n", dest="name")',
    { name: 'v', flags: ['-v', '-V2'], ...string, 'x-value-style': 'equals' },
    { name: 'Name', flags: ['--Name'], ...string },
    { name: 'name', flags: ['--name'], ...string },
    { name: 'n', flags: ['-n'], ...string, 'x-value-style': 'equals' },
  ],
  [
    'argparse',
    'p.add_argument("--x", type=Colour, choices=list(Colour), default=Colour.BLUE)',
    {
      ...{ ...x, type: 'enum', enum: ['red', 'deep blue'], default: 'deep blue', description: '' },
    },
  ],
  [
    'argparse',
    'p.add_argument("--x", action=argparse.BooleanOptionalAction, default=True, help="h")',
    {
      ...{ ...x, flags: ['--x', '--no-x'], type: 'boolean', default: true, description: 'h' },
    },
  ],
  ['argparse', 'p.add_argument("--x", nargs="*")', { ...x, type: 'array', 'x-until': [], description: '' }],
  // An option that the help does not show stays hidden, unless a call fails without it.
  [
    'argparse',
    'p.add_argument("--x", help=argparse.SUPPRESS); p.add_argument("--y", help=argparse.SUPPRESS, required=True)',
    {
      ...{ name: 'y', flags: ['--y'], ...string, required: true },
    },
  ],
  [
    'argparse',
    'g = p.add_mutually_exclusive_group(required=True); g.add_argument("--x", action="store_true"); g.add_argument("--y")',
    { ...x, type: 'boolean', description: '(one of --x, --y is required)', 'x-exclusive': ['--y'] },
    { name: 'y', flags: ['--y'], type: 'string', description: '(one of --x, --y is required)', 'x-exclusive': ['--x'] },
  ],
  [
    'argparse',
    'p.add_argument("f", nargs=2, metavar="F"); p.add_argument("r", nargs=argparse.REMAINDER)',
    { name: 'f-1', ...string },
    { name: 'f-2', ...string },
    { name: 'r', ...string, required: false, variadic: true, 'x-rest': true },
  ],
  [
    'argparse',
    'p = argparse.ArgumentParser(fromfile_prefix_chars="@"); p.add_argument("f")',
    { name: 'f', ...string, 'x-at-file': true },
  ],
  // Defaults that are code, a secret, or a place on the user's machine: neither as value nor in the help.
  [
    'argparse',
    'p.add_argument("--x", default=lambda: 1, help="%(default)s")',
    { ...x, type: 'string', description: '…' },
  ],
  [
    'argparse',
    'p.add_argument("--token", default="hunter2", help="now %(default)s")',
    {
      ...{ name: 'token', flags: ['--token'], type: 'string', description: 'now …' },
    },
  ],
  ['argparse', `p.add_argument("--x", default="ghp_${'a1B2'.repeat(9)}")`, { ...x, ...string }],
  [
    'argparse',
    'p.add_argument("--x", default=pathlib.Path.home() / ".tool"); p.add_argument("--y", default="~/.tool")',
    { ...x, ...string },
    { name: 'y', flags: ['--y'], ...string, default: '~/.tool' },
  ],
  // Characters that nobody sees, and lines.
  ['argparse', 'p.add_argument("--x", help="a\\u200bb\\x1b[31m\\n  c")', { ...x, type: 'string', description: 'ab c' }],

  [
    'click',
    'o("--x", type=click.IntRange(0, 5, max_open=True), default=3, help="h")',
    {
      ...{ ...x, type: 'integer', default: 3, description: 'h (at least 0 and less than 5)' },
    },
  ],
  // Two ways without a `--no-`: each is an option, and they exclude each other.
  [
    'click',
    'o("--x/--off", " /-X", default=True)',
    { ...x, ...boolean, 'x-exclusive': ['--off'] },
    {
      name: 'off',
      flags: ['--off', '-X'],
      type: 'boolean',
      description: 'The opposite of --x',
      'x-exclusive': ['--x'],
    },
  ],
  [
    'click',
    'o("-x", type=(int, str), multiple=True)',
    { name: 'x', flags: ['-x'], type: 'array', 'x-words': 2, 'x-dash': true, description: '' },
  ],
  [
    'click',
    'p.context_settings = {"auto_envvar_prefix": "TOOL"}; o("--long-x")',
    { name: 'long-x', flags: ['--long-x'], ...string, envVar: 'TOOL_LONG_X' },
  ],
  // A value that the program would ask a person for is required; a password is not, since no model should know one.
  [
    'click',
    'o("--x", prompt=True); o("--pin", prompt=True, hide_input=True, default="1234")',
    { ...x, ...string, required: true },
    { name: 'pin', flags: ['--pin'], ...string },
  ],
  [
    'click',
    'p.context_settings = {"allow_extra_args": True}',
    { name: 'arguments', ...string, required: false, variadic: true },
  ],

  [
    'typer',
    'what: pathlib.Path, colour: Colour = Colour.RED, many: List[int] = typer.Option([1])',
    { name: 'what', type: 'file', description: '' },
    { name: 'colour', flags: ['--colour'], type: 'enum', enum: ['red', 'deep blue'], default: 'red', description: '' },
    { name: 'many', flags: ['--many'], type: 'array', default: [1], description: '' },
  ],
  [
    'typer',
    'who: Optional[str] = typer.Argument(None, help="Who"), force: bool = False, pair: Tuple[int, str] = (None, None)',
    { name: 'who', type: 'string', description: 'Who', required: false },
    { name: 'force', flags: ['--force', '--no-force'], ...boolean, default: false },
    { name: 'pair', flags: ['--pair'], type: 'array', 'x-words': 2, 'x-dash': true, description: '' },
  ],
];

let found: unknown;
beforeAll(() => {
  const input = JSON.stringify(ROWS.map(([framework, lines]) => [framework, lines]));
  found = pythonJson([join(PROGRAMS, 'describe_snippets.py')], { input });
});

test.each(ROWS.map(([framework, lines, ...expected], at) => ({ framework, lines, expected, at })))(
  '$framework: $lines',
  ({ expected, at }) => {
    expect(Array.isArray(found) ? found[at] : undefined).toStrictEqual(expected);
  },
);
