import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { OPEN_SANDBOX } from '../testing/test-machine.ts';
import { describeProgram, type DescribeSettings, type ProgramDescription } from './describe-program.ts';

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
  expect(described?.tool).toMatchObject({
    version: '1.4.2',
    trust: { source: 'inferred' },
    'x-described-by': '4 help texts',
    commands: {
      add: { description: 'Add one', arguments: [{ name: 'name' }], options: [{ name: 'force' }] },
      group: { commands: { list: { description: 'List them', options: [{ name: 'all' }] } } },
    },
    globalOptions: [{ name: 'quiet' }],
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

test('a text that the list of a group cuts is whole in the help of the command', async () => {
  const text = 'Add one of them to the table, whatever is there';
  const { described } = await createProgram({
    '--help': ROOT.replace('Add one', 'Add one of them to the...'),
    'add --help': `Usage: prog add [OPTIONS]\n\n  ${text}\n\nOptions:\n  --all   All\n`,
  });
  expect(described?.tool.commands?.['add']?.description).toBe(text);
});

test('without a sandbox no bare word is asked, and a program that says the same whatever it is asked is not followed', async () => {
  const { described, asked } = await createProgram({
    '--help': 'Usage: prog COMMAND\n\nCommands:\n  help      Help\n  version   Say it\n',
    'version --help': 'Usage: prog COMMAND\n\nCommands:\n  help      Help\n  version   Say it\n',
  });
  expect(asked).toStrictEqual(['--help', '--version', 'version --help']);
  expect(described?.counts).toStrictEqual({ asked: 2, silent: 1, commands: 2, options: 0 });
});

test.each<[string, Record<string, string>, string[]]>([
  [
    'an error with the page of the group is no help, names in common are no error',
    {
      '--help': 'Usage: prog COMMAND\n\nCommands:\n  add   Add\n  list  List\n  copy  Copy\n',
      'add --help': 'Sorry.\n\nUsage: prog COMMAND\n\nCommands:\n  add   Add\n  list  List\n  copy  Copy\n',
      'list --help': 'Usage: prog list COMMAND\n\nCommands:\n  add   Add\n  copy  Copy\n  all   All\n',
    },
    ['add', 'list', 'list add', 'list copy', 'list all', 'copy'],
  ],
  [
    'a program that ignores further words, and shows more of itself then, has no commands below',
    {
      '--help':
        'Usage: prog COMMAND\n\nCommands:\n  allow   Trust\n  deny    Distrust\n  edit    Change\n  prune   Forget\n',
      'allow --help':
        'Usage: prog COMMAND\n\nCommands:\n  allow   Trust\n  deny    Distrust\n  dump    Private\n  edit    Change\n  prune   Forget\n  watch   Private\n',
    },
    ['allow', 'deny', 'edit', 'prune'],
  ],
  [
    'choices with help of their own are commands',
    {
      '--help': 'usage: prog [-h] {upload,check}\n\npositional arguments:\n  {upload,check}\n',
      'upload --help': 'usage: prog upload [-h] file\n',
      'check --help': 'usage: prog check [-h] {a,b}\n',
    },
    ['upload', 'check'],
  ],
])('%s', async (_name, answered, names) => {
  const { described } = await createProgram(answered);
  const below = (commands: ProgramDescription['tool']['commands'] = {}): string[] =>
    Object.entries(commands).flatMap(([name, command]) => [
      name,
      ...below(command.commands).map((other) => `${name} ${other}`),
    ]);
  expect(below(described?.tool.commands)).toStrictEqual(names);
});

/** Describes a program of this text that is installed with the manual page of this text, if it has one. */
async function install(text: string, { page, ...settings }: Partial<DescribeSettings> & { page?: string } = {}) {
  const directory = await createTemporaryDirectory();
  const foundAs = await directory.script('bin/prog', text);
  await directory.write('page', page ?? '');
  await directory.write('share/man/man1/prog.1', '');
  const isRight = `[ "$1 $3 $4 $5 $6" = "-M -P cat -- prog" ] && [ -d "\${2%%:*}/man1" ]`;
  if (page !== undefined)
    await directory.script('system/man', `#!/bin/sh\n${isRight} && cat ${directory.at('page')}\n`);
  const reasons: string[] = [];
  const env = {
    HOME: directory.at('home'),
    PATH: `${directory.at('system')}:${page === undefined ? '' : '/usr/bin:/bin'}`,
  };
  const described = await describeProgram(
    { path: foundAs, foundAs },
    {
      env,
      sandbox: OPEN_SANDBOX,
      onProblem: (_reason, all) => reasons.push(...all.flatMap(({ problem }) => problem ?? [])),
      ...settings,
    },
  );
  const asked = described?.questions.map(({ command }) => command.join(' '));
  return { directory, reasons, asked, options: described?.tool.commands?.['']?.options?.map(({ name }) => name) };
}

/** A program that answers one way of asking with a list of options, and others as `otherwise` says. */
const answers = (args: string, otherwise = 'exit 2'): string =>
  `#!/bin/sh\nif [ "$*" = '${args}' ]; then printf 'Usage: prog [options]\\n\\nOptions:\\n  --by-${args.replace(/\W/g, '')}   Was asked\\n'; else ${otherwise}; fi\n`;

const PAGE = 'PROG(1)\n\nNAME\n       prog - does it\n\nOPTIONS\n       --by-man\n              Was read\n';

test.each<[string, string, string[], string[], object?]>([
  [
    'the word that the program names, without a sandbox',
    answers('help', 'echo "try: prog help"'),
    ['prog --help', 'prog -h', 'prog help'],
    ['by-help'],
    { sandbox: 'off' },
  ],
  [
    'the manual',
    '#!/bin/sh\nexit 3\n',
    ['prog --help', 'prog -h', 'prog help', 'man prog'],
    ['by-man'],
    { page: PAGE },
  ],
  [
    'the manual, where the help only names',
    '#!/bin/sh\necho "usage: prog [-a]" >&2; exit 1\n',
    ['prog --help', 'man prog'],
    ['by-man'],
    { page: PAGE },
  ],
  [
    'classes of options',
    answers('--help=two', 'printf "Options:\\n  --help={one|two}   Show a class\\n"'),
    ['prog --help', 'prog --help=one', 'prog --help=two'],
    ['help', 'by-helptwo'],
  ],
])('where --help tells too little: %s', async (_name, text, questions, options, settings = {}) => {
  const described = await install(text, { timeout: 20_000, ...settings });
  expect([described.asked?.toSorted(), described.options]).toStrictEqual([questions.toSorted(), options]);
});

test('where a usage asks for a command and none is listed, the bare call may list them', async () => {
  const list = 'Usage: prog COMMAND\\n\\nCommands:\\n  add   Add\\n  list  List\\n';
  const text = `#!/bin/sh\ncase "$*" in --help) printf 'Usage: prog [CMD]\\n\\nOptions:\\n  --all   All\\n';; '') printf '${list}';; *) exit 1;; esac\n`;
  expect((await install(text)).asked).toContain('prog add --help');
  expect((await install(text, { sandbox: 'off' })).asked).not.toContain('prog');
});

test.each<[string, string, string, Partial<DescribeSettings>?]>([
  [
    'its error output',
    '#!/bin/sh\necho "prog: cannot find libx.so" >&2; exit 127\n',
    'Asked with --help, it exited with code 127: "prog: cannot find libx.so".',
  ],
  ['that it does not end', '#!/bin/sh\nwhile :; do :; done\n', 'It did not answer --help in time.', { timeout: 300 }],
  [
    'that its interpreter is gone',
    '#!/nowhere/python3\n',
    'Its first line names "/nowhere/python3", which is not there. Install python3, or the program anew.',
  ],
  [
    'that its interpreter cannot start in the sandbox',
    '#!/usr\n',
    'Its first line names "/usr", which cannot be started in the sandbox.',
  ],
  [
    'the reason of the system where no sandbox is in the way',
    '#!/usr\n',
    '/prog could not be started: permission denied (EACCES).',
    { sandbox: 'off' },
  ],
  [
    'that no manual can be read',
    '#!/bin/sh\nexit 1\n',
    'The program man, which shows its manual page, is not installed.',
  ],
])('of a program that is not described it says %s', async (_name, text, reason, settings) => {
  expect((await install(text, settings)).reasons.join('\n')).toContain(reason);
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
  const { described } = await createProgram(
    { '--help': DEEP, '--version': '1.0\n' },
    { timeout: 60_000, signal: stop.signal, onStart: ([first]) => first === 'down' && stop.abort() },
  );
  expect(described?.cut).toBe('stopped');
  expect(Object.keys(described?.tool.commands ?? {})).toStrictEqual(['down', 'other']);
});
