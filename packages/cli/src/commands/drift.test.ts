// needs: bwrap
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const NOTES = {
  atip: { version: '0.4' },
  name: 'notes',
  version: '1.0.0',
  description: 'Keeps notes',
  commands: {
    list: {
      description: 'List notes',
      options: [
        { name: 'all', flags: ['--all'], type: 'boolean', description: 'Old ones too' },
        { name: 'sort', flags: ['-s', '--sort'], type: 'string', description: 'By what' },
        { name: 'old', flags: ['--old'], type: 'boolean', description: 'Gone' },
        { name: 'secret', flags: ['--secret'], type: 'boolean', description: 'Known, but not in the help' },
      ],
    },
    drop: { description: 'Delete all' },
  },
};

/** It accepts `--secret` but does not list it, and refuses `--old` and `drop`. */
const SCRIPT = `#!/bin/sh
case "$*" in
  --help) printf 'Keeps notes.\\n\\nUsage: notes COMMAND\\n\\nCommands:\\n  list    List notes\\n  add     Add a note\\n' ;;
  --version) echo 'notes 2.1.0' ;;
  'add --help') printf 'Usage: notes add TEXT\\n' ;;
  'list --help') printf 'Usage: notes list [OPTIONS]\\n\\nOptions:\\n  -a, --all   Old ones too\\n  --sort      By what\\n  --tag TAG   Only these\\n' ;;
  'list --secret --help') echo 'Usage: notes list' ;;
  'list -s --help') echo 'Usage: notes list' ;;
  'list --old --help') echo "notes: unrecognized option '--old'" >&2; exit 2 ;;
  'drop --help') echo "notes: unknown command drop" >&2; exit 2 ;;
  *) exit 3 ;;
esac
`;

async function prepare(script = SCRIPT, document: object = NOTES) {
  const { env, work: cwd, write, script: install } = await createDemoMachine();
  await install('notes', script);
  await write('notes.json', JSON.stringify(document));
  return (...args: string[]) => runTestCli(['drift', ...args], { env, cwd });
}

test('each side has what the other has not, and what the program does not refuse is no difference', async () => {
  const drift = await prepare();
  const { code, stdout, stderr } = await drift('notes', 'notes.json');
  expect(stdout.split('\n').sort()).toStrictEqual([
    '',
    '+ notes add: The document has no such command.',
    '+ notes list --tag: The document has no such option.',
    '- notes drop: The program has no such command: it refuses drop.',
    '- notes list --old: The program has no such option: it refuses --old.',
    '~ notes list --all: The program writes it -a too.',
    '~ notes list --sort: It is boolean and the document says string.',
  ]);
  expect(code).toBe(1);
  expect(stderr.split('\n')).toStrictEqual([
    'notes.json: 2 warnings',
    'notes 2.1.0 as installed, read by its help, and the document of 1.0.0: 6 differences in 1 command.',
    'A help text is not sure about what is required or may be repeated, about choices, and about the names of arguments and types.',
    'It may leave out what is hidden or deprecated.',
    '2 facts of the document not in the help, but accepted by the program.',
    '',
  ]);
});

test('a document of the same program does not differ, and JSON says by what it was read', async () => {
  const { options: _options, ...list } = NOTES.commands.list;
  const same = {
    ...NOTES,
    commands: {
      list: {
        ...list,
        options: [
          { name: 'all', flags: ['-a', '--all'], type: 'boolean', description: 'x' },
          { name: 'sort', flags: ['--sort'], type: 'boolean', description: 'x' },
          { name: 'tag', flags: ['--tag'], type: 'string', description: 'x' },
        ],
      },
      add: { description: 'x', arguments: [{ name: 'text', type: 'string', description: 'x' }] },
    },
  };
  const drift = await prepare(SCRIPT, same);
  const { code, stdout } = await drift('notes', 'notes.json', '--json');
  expect([code, JSON.parse(stdout)]).toStrictEqual([
    0,
    {
      document: { name: 'notes', version: '1.0.0', source: 'notes.json' },
      installed: { version: '2.1.0', by: 'help' },
      differences: [],
      compared: 2,
      untold: expect.any(Array),
    },
  ]);
  expect((await drift('notes', 'notes.json', '--descriptions')).stdout.split('\n')).toHaveLength(6);
});

test.each([
  [['nothing', 'notes.json'], 5, 'There is no program "nothing" on the PATH.'],
  [['notes'], 1, 'Nothing describes "notes", so there is nothing to compare with.'],
  [['notes', 'gone.json'], 5, 'gone.json cannot be read: there is no such file (ENOENT).'],
])('atip drift %j', async (args, code, words) => {
  const drift = await prepare();
  const { code: ended, stderr, stdout } = await drift(...args);
  expect([ended, stdout, stderr]).toStrictEqual([code, '', expect.stringContaining(words)]);
});

test('a program that says nothing of use cannot be asked', async () => {
  const drift = await prepare('#!/bin/sh\nexit 9\n');
  const { code, stderr } = await drift('notes', 'notes.json');
  expect([code, stderr]).toStrictEqual([5, expect.stringContaining('notes is not described. Asked with')]);
});
