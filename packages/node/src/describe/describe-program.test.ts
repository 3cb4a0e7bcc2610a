import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { describeProgram, type DescribeSettings } from './describe-program.ts';

/** Writes down how it was called, and answers as `cases` says by its arguments. */
async function createProgram(cases: Readonly<Record<string, string>>, settings: Partial<DescribeSettings> = {}) {
  const directory = await createTemporaryDirectory();
  const texts = directory.at('texts');
  for (const [at, text] of Object.values(cases).entries()) await directory.write(`texts/${at}`, text);
  const branches = Object.keys(cases).map((args, at) => `  '${args}') cat ${texts}/${at} ;;`);
  const log = directory.at('log');
  const file = await directory.script(
    'prog',
    `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\ncase "$*" in\n${branches.join('\n')}\n  *) echo "unknown: $*" >&2; exit 2 ;;\nesac\n`,
  );
  const asked: string[] = [];
  const described = await describeProgram(
    { path: file, foundAs: file },
    { env: { PATH: '/usr/bin:/bin' }, sandbox: 'off', onStart: (args) => asked.push(args.join(' ')), ...settings },
  );
  return { described, asked: asked.sort() };
}

const ROOT =
  'Does things.\n\nUsage: prog [OPTIONS] COMMAND\n\nCommands:\n  add    Add one\n  group  More of them\n\nOptions:\n  -q, --quiet   Say less\n';

test('every subcommand is asked for its help, and the tool is put together of the answers', async () => {
  const { described, asked } = await createProgram({
    '--help': ROOT,
    '--version': 'prog version 1.4.2 (x)\n',
    'add --help': 'Usage: prog add [OPTIONS] <name>\n\nOptions:\n  -f, --force   Whatever stands there\n',
    'group --help': 'Usage: prog group COMMAND\n\nCommands:\n  list   List them\n',
    'group list --help': 'Usage: prog group list [OPTIONS]\n\nOptions:\n  --all   Hidden ones too\n',
  });
  expect(described?.tool).toStrictEqual({
    atip: { version: '0.4' },
    name: 'prog',
    version: '1.4.2',
    description: 'Does things',
    trust: { source: 'inferred' },
    commands: {
      add: {
        description: 'Add one',
        arguments: [{ name: 'name', type: 'string', description: '' }],
        options: [{ name: 'force', flags: ['-f', '--force'], description: 'Whatever stands there', type: 'boolean' }],
      },
      group: {
        description: 'More of them',
        commands: {
          list: {
            description: 'List them',
            options: [{ name: 'all', flags: ['--all'], description: 'Hidden ones too', type: 'boolean' }],
          },
        },
      },
    },
    globalOptions: [{ name: 'quiet', flags: ['-q', '--quiet'], description: 'Say less', type: 'boolean' }],
  });
  expect(described?.counts).toStrictEqual({ asked: 4, silent: 0, commands: 2, options: 3 });
  expect(asked).toStrictEqual(['--help', '--version', 'add --help', 'group --help', 'group list --help']);
});

test('where --help says nothing of use -h is asked, and a command that stays silent keeps what its group says', async () => {
  const { described, asked } = await createProgram({ '-h': ROOT, 'add -h': 'Usage: prog add FILE...\n' });
  expect(described?.tool.commands).toStrictEqual({
    add: { description: 'Add one', arguments: [{ name: 'file', type: 'file', description: '', variadic: true }] },
    group: { description: 'More of them' },
  });
  expect(described?.counts.silent).toBe(1);
  expect(asked).toStrictEqual(['--help', '--version', '-h', 'add --help', 'add -h', 'group --help', 'group -h']);
});

test('no bare word is ever asked, and a program that says the same whatever it is asked is not followed', async () => {
  const { described, asked } = await createProgram({
    '--help': 'Usage: prog COMMAND\n\nCommands:\n  help      Help\n  version   Say it\n',
    'version --help': 'Usage: prog COMMAND\n\nCommands:\n  help      Help\n  version   Say it\n',
  });
  expect(asked).toStrictEqual(['--help', '--version', 'version --help']);
  expect(described?.counts).toStrictEqual({ asked: 2, silent: 1, commands: 2, options: 0 });
});

const DEEP = 'Usage: prog COMMAND\n\nCommands:\n  down   Down\n  other   Other\n';

test.each([
  ['depth', { depth: 1 }],
  ['commands', { maxCommands: 2 }],
  ['time', { timeLimit: 0 }],
] as const)('it ends early by %s, and says so', async (cut, settings) => {
  const { described } = await createProgram(
    { '--help': DEEP, 'down --help': `Below.\n\n${DEEP}`, 'other --help': 'Usage: prog other FILE\n' },
    settings,
  );
  expect(described?.cut).toBe(cut);
  expect(Object.keys(described?.tool.commands ?? {})).toStrictEqual(['down', 'other']);
});

test('it is stopped by a signal, also while a program does not answer', async () => {
  const stop = new AbortController();
  const started = performance.now();
  const { described } = await createProgram(
    { '--help': DEEP, '--version': '1.0\n' },
    { timeout: 60_000, signal: stop.signal, onStart: ([first]) => first === 'down' && stop.abort() },
  );
  expect(described?.cut).toBe('stopped');
  expect(Object.keys(described?.tool.commands ?? {})).toStrictEqual(['down', 'other']);
  expect(performance.now() - started).toBeLessThan(30_000);
});
