import { buildShim } from './build-shim.ts';
import { readTable } from './read-files.ts';
import type { AtipTool } from '@atip/core';
import { expect, test } from 'vitest';

const SOURCE: AtipTool = {
  atip: { version: '0.4' },
  name: 'box',
  version: '2.1',
  description: '',
  globalOptions: [{ name: 'verbose', flags: ['-v'], type: 'boolean', description: 'say more' }],
  commands: {
    open: { description: 'Open a box', arguments: [{ name: 'box-id', type: 'string', description: '' }] },
    shut: {
      description: 'Shut a box',
      options: [{ name: 'no-wet', flags: ['-w', '--no-wet'], type: 'boolean', description: 'no water' }],
    },
    lid: {
      description: 'Lids',
      commands: { '': { description: 'Print the lid' }, drop: { description: 'Drop a lid' } },
    },
    extra: { description: 'Never asked for' },
  },
};

function build(rows: string, structure: object = {}): [object, string[]] {
  const failures: string[] = [];
  const table = readTable(`command\toption\teffects\treason\n${rows}`, 't.tsv');
  const sources = [{ label: 'help of box 2.1', tool: SOURCE }];
  const shim = buildShim('box', { description: 'Boxes', ...structure }, sources, table, (message) =>
    failures.push(message),
  );
  return [shim, failures];
}

test('a shim has the commands of the table, with its effects on commands, groups that run themselves, and arguments', () => {
  const rows =
    'box open\t\tlooks\tlooks only\nbox lid\t\tlooks\tlooks only\nbox lid drop\t\tanything\tall of it\nbox open\tbox-id\tdestructive\tit bursts';
  const looks = {
    filesystem: { read: true, write: false, delete: false },
    network: false,
    subprocess: false,
    idempotent: true,
    reversible: true,
    destructive: false,
  };
  expect(build(rows)).toMatchObject([
    {
      version: '2.1',
      description: 'Boxes',
      trust: { source: 'community' },
      'x-source': 'help of box 2.1',
      commands: {
        open: { effects: looks, arguments: [{ description: 'Box id', 'x-effects': { destructive: true } }] },
        lid: { commands: { '': { effects: looks }, drop: { effects: { destructive: true } } } },
      },
    },
    [],
  ]);
  expect(JSON.stringify(build(rows))).not.toContain('Never asked for');
});

test('a row of all commands stands on each that has the option', () => {
  const rows =
    'box open\t\tlooks\tlooks only\nbox lid\t\tlooks\tlooks only\nbox *\t-v box-id\tdestructive\tit bursts\nbox *\t--no\tdestructive\tit bursts';
  const added = { destructive: true };
  expect(build(rows)).toMatchObject([
    {
      globalOptions: [{ name: 'verbose', 'x-effects': added }, { name: 'about' }],
      commands: { open: { arguments: [{ name: 'box-id', 'x-effects': added }] }, lid: {} },
    },
    ['t.tsv:5: no command of "box" has --no'],
  ]);
});

test('everything that does not fit is told at once', () => {
  const rows =
    'box opne\t\tlooks\tlooks only\nbox open\t\tlooks\tlooks only\nbox open\t\tanything\tall of it\nbox open\t--all -x\tdestructive\tall of it';
  expect(build(rows, { commands: { shut: {} } })[1]).toStrictEqual([
    'box opne is in no source and has no description by hand',
    'box: structure for shut, which has no row of effects',
    't.tsv:4: a second row for "box open"',
    't.tsv:5: "box open" has no --all',
    't.tsv:5: "box open" has no -x',
  ]);
});

test('a row about a parameter can replace, hold unless another is given, and speak of some values', () => {
  const rows = [
    'box open\t\twrites sends\topens',
    'box open\t--dry\tmode looks unless:--wet\tonly says',
    'box open\tbox-id=+*\truns-call\tstarts it',
    'box open\tbox-id=a\\sb\tmode reads\ta box of ours',
  ].join('\n');
  const dry = { flags: ['--dry'], type: 'boolean', description: 'Dry run' } as const;
  const open = {
    effects: { filesystem: { write: true }, 'x-sends': 'given' },
    arguments: [
      {
        'x-values': [
          { match: '+*', effects: { subprocess: true, 'x-runs': 'call' } },
          { match: 'a b', mode: { filesystem: { read: true } } },
        ],
      },
    ],
    options: [{ 'x-mode': { network: false, unless: ['--wet'] } }],
  };
  const [tool] = build(rows, { commands: { open: { options: { '--dry': dry } } } });
  expect(tool).toMatchObject({ commands: { open } });
  expect(() =>
    build(
      'box open\t\tlooks\tlooks only\nbox open\tbox-id\tmode looks\ta\u00a0reason\nbox open\tbox-id\tmode reads\tanother one',
    ),
  ).toThrow('t.tsv:4: a second mode of box-id');
});

test('of an option that is a mode, or of which the table says "nothing", nothing is guessed by its name', () => {
  const option = { type: 'boolean', description: 'Delete all' };
  const structure = {
    commands: { open: { options: { '--purge': option, '--delete-all': option, '--wipe': option } } },
  };
  const rows =
    'box open\t\tlooks\tlooks only\nbox open\t--purge\tmode looks\tonly says\nbox open\t--wipe\tnothing\tthe dust';
  const { commands } = JSON.parse(JSON.stringify(build(rows, structure)[0]));
  expect(commands.open.options.map((one: object) => 'x-effects' in one)).toStrictEqual([false, true, false]);
});

test('sets of options come before those of the source, which keep their other flags; groups have other names', () => {
  const rows = 'box shut\t\tlooks\tlooks only\nbox lid drop\t\tlooks\tlooks only\nbox wet\t\tlooks\tlooks only';
  const wet = { name: 'no-wet', flags: ['--no-wet'], type: 'boolean', description: 'Stay dry' };
  const [tool, failures] = build(rows, {
    sets: { dry: ['--no-wet Stay dry'] },
    groups: { lid: ['top'] },
    commands: {
      shut: { with: ['dry', '-n:integer# So many'] },
      wet: { description: 'Wet a box', with: ['dry', 'rain'] },
    },
  });
  expect(failures).toStrictEqual(['box wet: there is no set of options rain']);
  expect(tool).toMatchObject({
    commands: {
      lid: { 'x-aliases': ['top'] },
      shut: {
        options: [
          { ...wet, flags: ['-w', '--no-wet'] },
          { flags: ['-n'], 'x-number-flag': true },
        ],
      },
      wet: { options: [wet] },
    },
  });
});
