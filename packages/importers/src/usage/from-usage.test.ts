import { parse } from '@bgotink/kdl';
import { expect, test } from 'vitest';
import { fromUsage } from './from-usage.ts';

const TIDY = `
name "Tidy up"
bin "tidy"
version "1.2.0"
about "Keeps rooms tidy"
flag "-v --verbose…" help="Say more" global=#true count=#true
flag "-C --cd <dir>" global=#true help="Start there" env="TIDY_DIR"
cmd "rm" help="Remove things" effect="destructive" {
  alias "remove" "delete"
  flag "-f --force" help="Never ask" negate="--no-force" default=#false effect="destructive"
  flag "--how <way>" default="soft" { choices "soft" "hard" }
  flag "--tag <tag>…" help="Only these"
  flag "--old" hide=#true
  arg "<file>…" help="The files" var_min=1
  example "tidy rm --force a"
}
cmd "list" help="List things" effect="read" {
  arg "[room]" default="attic"
}
cmd "box" subcommand_required=#true effect="write" {
  cmd "add" help="Add a box" { arg "<box>" double_dash="required" }
  cmd "show" help="Show a box" effect="read"
  mount run="tidy usage boxes"
}
cmd "odd" effect="sideways"
complete "room" run="tidy rooms"
`;

test('a specification with everything in it', () => {
  const { tool, issues } = fromUsage(parse(TIDY));
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    name: 'tidy',
    version: '1.2.0',
    description: 'Keeps rooms tidy',
    trust: { source: 'community' },
    globalOptions: [
      { name: 'verbose', flags: ['-v', '--verbose'], description: 'Say more', type: 'integer', 'x-count': true },
      { name: 'cd', flags: ['-C', '--cd'], description: 'Start there', type: 'directory', envVar: 'TIDY_DIR' },
    ],
    commands: {
      rm: {
        description: 'Remove things',
        arguments: [{ name: 'file', description: 'The files', type: 'file', variadic: true }],
        options: [
          {
            name: 'force',
            flags: ['-f', '--force', '--no-force'],
            description: 'Never ask',
            type: 'boolean',
            default: false,
            'x-effects': { destructive: true },
          },
          { name: 'how', flags: ['--how'], description: '', type: 'enum', enum: ['soft', 'hard'], default: 'soft' },
          { name: 'tag', flags: ['--tag'], description: 'Only these', type: 'array' },
          { name: 'old', flags: ['--old'], description: '', type: 'boolean', 'x-deprecated': true },
        ],
        examples: ['tidy rm --force a'],
        effects: { destructive: true },
        'x-aliases': ['remove', 'delete'],
      },
      list: {
        description: 'List things',
        arguments: [{ name: 'room', description: '', type: 'string', default: 'attic', required: false }],
        effects: { filesystem: { write: false, delete: false }, destructive: false },
      },
      box: {
        description: '',
        effects: { modifies: ['what the program works on'] },
        commands: {
          add: { description: 'Add a box', arguments: [{ name: 'box', description: '', type: 'string' }] },
          show: {
            description: 'Show a box',
            effects: { filesystem: { write: false, delete: false }, destructive: false },
          },
        },
      },
      odd: { description: '' },
    },
  });
  expect(issues.map(({ code, path }) => `${code} ${path}`)).toStrictEqual([
    'import-lost-generator ',
    'import-lost-values /commands/rm',
    'import-lost-dash /commands/box/commands/add',
    'import-lost-effect /commands/odd',
  ]);
});

test('without a command below it the program itself is the command', () => {
  const { tool } = fromUsage(parse('name "one"\narg "<url>"\nflag "--speed <n>"'));
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    name: 'one',
    version: 'unknown',
    description: 'The program one',
    trust: { source: 'community' },
    commands: {
      '': {
        description: '',
        arguments: [{ name: 'url', description: '', type: 'url' }],
        options: [{ name: 'speed', flags: ['--speed'], description: '', type: 'integer' }],
      },
    },
  });
});
