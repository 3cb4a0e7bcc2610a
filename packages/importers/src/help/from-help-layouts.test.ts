import type { AtipCommand, AtipOption } from '@atip/core';
import { expect, test } from 'vitest';
import { fromHelp } from './from-help.ts';

/** `-c --color[=string]`, `--tags=integer,`, `-v` */
function shownOption({ flags, type, ...option }: AtipOption): string {
  const value = `${type}${option['x-list-separator'] ?? ''}`;
  const spelled = flags.join(' ');
  if (type === 'boolean') return spelled;
  return option['x-optional-value'] === true ? `${spelled}[${value}]` : `${spelled}=${value}`;
}

/** `file*`, `dest?` */
function shownArguments({ arguments: args = [] }: AtipCommand): string {
  return args
    .map(({ name, required, variadic }) => `${name}${variadic === true ? '*' : ''}${required === false ? '?' : ''}`)
    .join(' ');
}

interface Shown {
  /** Of the program. */
  readonly options?: readonly string[];
  /** Of the program itself. */
  readonly takes?: string;
  /** The parameters and the description of each subcommand. */
  readonly commands?: Readonly<Record<string, string>>;
  /** Lines that were not read. */
  readonly unread?: readonly number[];
}

function read(text: string, program: string): Shown {
  const { tool, issues } = fromHelp(text, { path: [program] });
  const { '': own, ...commands } = tool.commands ?? {};
  const options = [...(tool.globalOptions ?? []), ...(own?.options ?? [])].map(shownOption);
  const takes = own === undefined ? '' : shownArguments(own);
  const entries = Object.entries(commands).map(([name, command]) => [
    [name, ...(command['x-aliases'] ?? [])].join('|'),
    [shownArguments(command), ...(command.options ?? []).map(shownOption), command.description]
      .filter((part) => part !== '')
      .join(' · '),
  ]);
  const unread = issues
    .filter(({ code }) => code === 'import-row')
    .map(({ message }) => Number(/\d+/.exec(message)?.[0]));
  return {
    ...(options.length > 0 && { options }),
    ...(takes !== '' && { takes }),
    ...(entries.length > 0 && { commands: Object.fromEntries(entries) }),
    ...(unread.length > 0 && { unread }),
  };
}

const layouts: readonly [layout: string, program: string, text: string, expected: Shown][] = [
  [
    '1: a description that ends in "For example:"',
    'bat',
    `OPTIONS:
    -H, --highlight-line <N:M>
            Highlight these lines. For example:
              '--highlight-line 40' highlights line 40

            Examples:
              --highlight-line 30:40

        --tabs <T>
            The width.
`,
    { options: ['-H --highlight-line=string', '--tabs=string'] },
  ],
  [
    '1: examples at the column of the options, as in the manual of curl',
    'curl',
    `OPTIONS
       -d, --data <data>
              Sends it.

       Examples:
        curl -d x https://example.com

       See also --json.

       --json <data>
              Sends JSON.
`,
    { options: ['-d --data=string', '--json=string'] },
  ],
  [
    '2: the longest name has one space before its description',
    'podman',
    `Usage:
  podman [options] [command]

Available Commands:
  attach      Attach to it
  healthcheck Manage checks
  auto-update Update containers
  run         Run it
`,
    {
      commands: {
        attach: 'Attach to it',
        healthcheck: 'Manage checks',
        'auto-update': 'Update containers',
        run: 'Run it',
      },
    },
  ],
  [
    '3: sub-parsers of argparse',
    'vault',
    `usage: vault [-h] {create,edit,gone} ...

positional arguments:
  {create,edit,gone}
    create (new)        Create it
    edit                Edit it

options:
  -h, --help            show this
`,
    { options: ['-h --help'], commands: { 'create|new': 'Create it', edit: 'Edit it', gone: '' } },
  ],
  [
    '4: a usage of argparse that wraps, and nargs',
    'ansible',
    `usage: ansible [-h] [--version] [-b]
               [-i INVENTORY]
               pattern [pattern ...]
               [dest]

positional arguments:
  pattern               host pattern
  dest

options:
  -h, --help            show this
`,
    { options: ['-h --help', '--version'], takes: 'pattern* dest?' },
  ],
  [
    '5: short and long spellings in columns of their own',
    'pandoc',
    `pandoc [OPTIONS] [FILES]
  -f FORMAT, -r FORMAT  --from=FORMAT, --read=FORMAT
  -C[WHEN]              --color[=WHEN]         Use color
  -i CODE1,CODE2..      --include=CODE1,CODE2..   Only these
                        --list                 List them
  -c  --format=FORMAT   use it
  -b                    like --list, without anything
`,
    {
      options: [
        '-f -r --from --read=string',
        '-C --color[string]',
        '-i --include=array,',
        '--list',
        '-c --format=string',
        '-b',
      ],
      takes: 'files*?',
    },
  ],
  [
    '6: one name a line',
    'svn',
    `usage: svn <subcommand> [options] [args]

Available subcommands:
   add
   blame (praise, ann)
   cleanup
`,
    { commands: { add: '', 'blame|praise|ann': '', cleanup: '' } },
  ],
  [
    '6: lines that begin with the program',
    'git-lfs',
    `git lfs <command> [<args>]

Commands
--------

=== High level commands

git lfs checkout:
  Populate working copy.
git lfs ls-files:
  Show information about files in the index
  and working tree.
`,
    {
      commands: {
        checkout: 'Populate working copy.',
        'ls-files': 'Show information about files in the index and working tree.',
      },
    },
  ],
  [
    '6: lines that begin with the program, two levels deep',
    'btrfs',
    `usage: btrfs [global] <group> [<group>...] <command> [<args>]

Options for the main command only:
  --version         print it

    btrfs balance start [options] <path>
        Balance it
    btrfs balance pause <path>
        Pause it
    btrfs check [options] <device>
        Check it
`,
    { options: ['--version'], commands: { balance: '', check: 'device · Check it' } },
  ],
  [
    '6: a : text',
    '7z',
    `Usage: 7z <command> [<switches>...] <archive_name>

<Commands>
  a : Add files
  rn : Rename files

<Switches>
  -ao{a|s|t|u} : set mode
  -an : disable names
`,
    { options: ['-ao=enum', '-an'], commands: { a: 'Add files', rn: 'Rename files' } },
  ],
  [
    '7: joined flags and values with a colon behind them',
    'nmap',
    `Usage: nmap [Options] {target}
SCANS:
  -sS/sT/sA: TCP scans
  -n/-R: Never do it/Always do it
  -PS/PA[portlist]: TCP discovery to given ports
  --min-rate/max-rate <number>: Pace
  -f; --mtu <val>: fragment
  -iL <file>: Input
`,
    {
      options: [
        '-sS',
        '-sT',
        '-sA',
        '-n',
        '-R',
        '-PS[string]',
        '-PA[string]',
        '--min-rate=integer',
        '--max-rate=integer',
        '-f --mtu=string',
        '-iL=file',
      ],
      takes: 'target',
    },
  ],
  [
    '7: definitions, and flags with the end in brackets',
    'ip',
    `Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }
       ip [ -force ] -batch filename
where  OBJECT := { address | link |
                   route }
       OPTIONS := { -V[ersion] | -4 |
                    -f[amily] { inet | inet6 } }
`,
    {
      options: ['-force', '-batch', '-V -Version', '-4', '-f -family=string'],
      commands: { address: '', link: '', route: '' },
    },
  ],
  [
    '7: one space before the text, values with commas',
    'valgrind',
    `usage: valgrind [options] prog
    --markers=<begin>,<end> add lines
    --stop-at=event1,event2,... invoke for them
    --lock[=<mode>] use a lock
`,
    { options: ['--markers=string', '--stop-at=array,', '--lock[string]'], takes: 'prog' },
  ],
  [
    '7: several forms',
    'mv',
    `Usage: mv [OPTION]... [-T] SOURCE DEST
  or:  mv [OPTION]... SOURCE... DIRECTORY
  or:  mv [OPTION]... -t DIRECTORY SOURCE...
  or:  mv --version

  -0 ... -9           levels
`,
    { options: [...[...'0123456789'].map((digit) => `-${digit}`), '--version'], takes: 'source* dest?' },
  ],
  [
    'typer: boxes, and a column of values',
    'app',
    ` Usage: app [OPTIONS] COMMAND [ARGS]...

╭─ Options ──────────────────────────────────────╮
│ *  --name   -n      TEXT     The name [required] │
│    --force      --no-force    Force it            │
╰────────────────────────────────────────────────╯
╭─ Commands ─────────────────────────────────────╮
│ create   Create one.                            │
│ delete   Delete one.                            │
╰────────────────────────────────────────────────╯
`,
    {
      options: ['--name -n=string', '--force', '--no-force'],
      commands: { create: 'Create one.', delete: 'Delete one.' },
    },
  ],
  [
    'docopt: its forms are its subcommands',
    'fate',
    `Usage:
  fate ship <name> move <x> [--speed=<kn>]
  fate mine (set|remove) <x>
  fate (-h | --help)

Options:
  -h --help     Show this.
`,
    { options: ['-h --help'], commands: { ship: 'name move x · --speed=string', mine: 'set x' } },
  ],
  [
    'git: a form without a subcommand, and others with one',
    'stash',
    `usage: stash [-q] [<commit>]
   or: stash drop [<stash>]
   or: stash push -- <file>...
`,
    { options: ['-q'], takes: 'commit?', commands: { drop: 'stash?', push: 'file*' } },
  ],
  [
    'Java: a colon that is typed, names that differ by a dash',
    'java',
    `Usage: java [options] <mainclass>
    -agentlib:<libname>[=<options>]
                  load it
    -version      print and exit
    --version     print to stdout
`,
    { options: ['-agentlib:=string', '-version', '--version'], takes: 'mainclass' },
  ],
  [
    'a manual: commands with what they take, prose between them',
    'ctl',
    `NAME
       ctl - control it

SYNOPSIS
       ctl [OPTIONS...] COMMAND [UNIT...]

COMMANDS
       The following commands are understood, and some can  be  given  more
       than once, which is  useful.

   Unit Commands
       list-units [PATTERN...]
           List them.

       start UNIT...
           Start them. Exit codes:

           0  it was

OPTIONS
       −t, −−type=
           The type.
`,
    {
      options: ['-t --type=string'],
      commands: { 'list-units': 'pattern*? · List them.', start: 'unit* · Start them. Exit codes: 0 it was' },
    },
  ],
  [
    'sysstat: brackets below a heading, a range of letters in a row',
    'iostat',
    `Usage: iostat [ options ] [ <interval> ]
Options are:
[ -c ] [ -k | -m ] [ -g <group_name> ]
`,
    { options: ['-c', '-k', '-m', '-g=string'], takes: 'interval?' },
  ],
  [
    'groups of subcommands right below their heading, and no usage',
    'hg',
    `list of commands:

Creation:

 clone         make a copy
 init          begin

Remote:

 pull          get them

additional help topics:

 dates         Date Formats
`,
    { commands: { clone: 'make a copy', init: 'begin', pull: 'get them' } },
  ],
  [
    'numbers as flags, and a flag that is another spelling of one',
    'grep',
    `Usage: grep [OPTION]... PATTERNS
  -C, --context=NUM         print NUM lines
  -NUM                      same as --context=NUM
  -q [--quiet]              say nothing
  --colo[u]r=WHEN           when
  -v VALUE unread here
  --actual (-L)             actual
  --ask-vault-password-now, --ask-vault
                            ask
  --vault-password-file-a FILE, --vault-file FILE
  --endianness-of-the-raw n 1 for big
`,
    {
      options: [
        '-C --context=integer',
        '-q --quiet',
        '--color --colour=string',
        '-v=string',
        '--actual -L',
        '--ask-vault-password-now --ask-vault',
        '--vault-password-file-a --vault-file=file',
        '--endianness-of-the-raw=integer',
      ],
      takes: 'patterns',
    },
  ],
  [
    'yargs: types behind the descriptions',
    'srv',
    `srv [options]

Options:
      --port     Port to use  [number] [default: 80]
  -n, --name     Its name, which may
                 be long                            [string] [required]
      --tag      Tags  [array] [default: []]
      --level    How much  [choices: "low", "high"] [default: "low"]
      --sep      Between  [default: ","]
  -v             More  [count]
      --force    Force it  [boolean] [default: false]
      --quiet    See [string] for more
`,
    {
      options: [
        '--port=number',
        '-n --name=string',
        '--tag=array',
        '--level=enum',
        '--sep=string',
        '-v=integer',
        '--force',
        '--quiet',
      ],
    },
  ],
  [
    'alternatives of several words: none of them is needed',
    'count',
    'Usage: count [options] <file(s)/dir(s)> | <set 1> <set 2> | <report files>\n',
    { takes: 'file-dir*' },
  ],
  [
    'clap: a word in a group of options',
    'cache',
    'Usage: cache <--show-stats|--package <EXE> <OUT>|CMD>\n\n  -s, --show-stats  Show\n',
    { options: ['-s --show-stats', '--package=array'], takes: 'cmd?' },
  ],
  [
    'urfave: prose in the usage',
    'check',
    `USAGE:
   check – Tells if it is installed. Exit codes:
   0 – it is

OPTIONS:
   --verbose, -v  more
`,
    { options: ['--verbose -v'] },
  ],
  [
    'rows of commands right below "Usage:"',
    'pass',
    `Usage:
      init      Make a store.
      ls        List all passwords.
      rm        Remove a password.
`,
    { commands: { init: 'Make a store.', ls: 'List all passwords.', rm: 'Remove a password.' } },
  ],
  [
    'a row that begins with "usage:"',
    'doc',
    `Topics:
  testing: options for it
  usage: basic invocation
`,
    {},
  ],
  [
    'cobra: values of several words',
    'conf',
    `Usage:
  conf [options]

Options:
      --dns /etc/resolv.conf       set servers
  -e, --env environment variable   add one
  -f, --file pathname or URL       read it
      --name string                call it
      --pair a v                   two of them
      --quiet                      say nothing
`,
    { options: ['--dns=string', '-e --env=string', '-f --file=string', '--name=string', '--pair=array', '--quiet'] },
  ],
  [
    'bup: values without a name, and commands in two columns',
    'keep',
    `usage: keep <command>

    -n, --name ...        name of it
    -v, --verbose...      more

Other commands:
    bloom       meta
    cat-file    midx
    gc
`,
    {
      options: ['-n --name=string', '-v --verbose=integer'],
      commands: { bloom: '', meta: '', 'cat-file': '', midx: '', gc: '' },
    },
  ],
  [
    'quilt: values that only the usage shows',
    'mail',
    `Usage: mail [--mbox file] [--sender ...] [-v] [first]

--sender
	The address to use.

-v
	Say more.
`,
    { options: ['--sender=string', '-v', '--mbox=file'], takes: 'first?' },
  ],
  [
    'qpdf: values at the head of a section for each option',
    'pdf',
    `Related options:
  --annotate: restrict it
  --linearize: make it fast
  --color: use color
  --color=WHEN: use it then

== --annotate ==

--annotate=[y|n]

Enables it.
`,
    { options: ['--annotate=enum', '--linearize', '--color'] },
  ],
  [
    'BSD and Java: values as a sign and in quotes, and a flag in a sentence',
    'tar',
    `  -b #  Use # records
  -exe "dir"  Where it is
  -q    Quiet, or give it the
        --time argument.  This allows more
  <REASON>
        You should use the
        --time argument.  This allows more
`,
    { options: ['-b=integer', '-exe=directory', '-q'], unread: [7] },
  ],
  [
    'darcs: lists under other headings, in the columns of the first',
    'x',
    `Usage: x COMMAND ...

Commands:
  help            Display help.

Querying the repository:
  log             List patches.
  diff            Show differences.
`,
    { commands: { help: 'Display help.', log: 'List patches.', diff: 'Show differences.' } },
  ],
  [
    'vcsh: rows that go on behind a backslash',
    'x',
    `usage: x <options> <command>

   commands:
   commit               Commit in all
   list-tracked \\
        [<repo>]        List all files
   pull                 Pull from all
`,
    { commands: { commit: 'Commit in all', 'list-tracked': 'repo? · List all files', pull: 'Pull from all' } },
  ],
  [
    'kingpin: rows of syntax at the column of their heading',
    'x',
    `usage: x <command> [<args> ...]

Commands:
help [<command>...]
    Show help.

check config [<flags>] <file>...
    Check it.
`,
    { commands: { help: 'command*? · Show help.', check: '' } },
  ],
  [
    'casync: usage lines that differ in a word',
    'x',
    `usage: x [OPTIONS...] make [ARCHIVE] [PATH]
       x [OPTIONS...] list [ARCHIVE]
       x [OPTIONS...] gc BLOB

  -h --help                  Show this help
`,
    { options: ['-h --help'], commands: { make: 'archive? path?', list: 'archive?', gc: 'blob' } },
  ],
  [
    'nitrocli: commands in what is said of the argument',
    'x',
    `Usage:
  x [OPTIONS] COMMAND

Positional arguments:
  command               The command to run
                        (config|lock)
`,
    { commands: { config: '', lock: '' } },
  ],
  [
    'yargs: a name broken at the end of its column, and a list of calls',
    'x',
    `x <command>

Commands:
  x stats [api]           Show
  x generate-arazzo <des  Auto
  cription>               from it.
  x lint [api]            Lint
`,
    {
      commands: { stats: 'api? · Show', 'generate-arazzo': 'description · Auto from it.', lint: 'api? · Lint' },
    },
  ],
  [
    'yargs: no type noted where switches are, notes to the left, prose with a flag',
    'x',
    `Usage: x

It can be set in the environment as well, which is the same as
--source-dir=/path.

Options:
  -s, --source-dir  Source      [string] [required] [default: "/tmp"]
  -p, --port   Set port         [default: 3000]
  -r, --routes Path to routes
  -q, --quiet  Be quiet         [boolean]
  -v, --version  Show it        [boolean]
  --format     Use a format
  [choices: "a", "b"] [default: "a"]
`,
    {
      options: [
        '-s --source-dir=string',
        '-p --port=number',
        '-r --routes=string',
        '-q --quiet',
        '-v --version',
        '--format=enum',
      ],
    },
  ],
  [
    'argparse: choices that are not known, and all that is left',
    'x',
    'usage: x [-h] {} [{} ...]\n\npositional arguments:\n  {}          remove it\n',
    { options: ['-h'], takes: 'arg*' },
  ],
  ['argparse: a remainder', 'x', 'usage: x [-h] [-q] ...\n', { options: ['-h', '-q'], takes: 'args*?' }],
  [
    'lxc: a value with a part that may be left out, and values that only a default tells of',
    'x',
    `Usage:
  x [<remote>:]<instance> <key>=<value>...

Flags:
      --mode   Override it (default "auto")
      --user   User ID (default 0)
`,
    { options: ['--mode=string', '--user=number'], takes: 'instance key*' },
  ],
  [
    'BSD: several in a row, long names apart, a range of digits, signs',
    'x',
    `Options:
  -i Input  -o Output  -p Pass
  -b prefix             set prefix
  -1, -2, ..., -4       sizes
  -!, --more-help       more

Long options:
  --file-prefix         -b
`,
    {
      options: ['-i', '-o', '-p', '--file-prefix -b=string', '-1', '-2', '-3', '-4', '-! --more-help'],
    },
  ],
  [
    'names that end in one column',
    'farm',
    `Usage: farm <command>

Commands:

        init   Set it up
   bootstrap   Start the machines, which
               may take a while
     rm <id>   Remove one
       plant - Plant seeds
`,
    {
      commands: {
        init: 'Set it up',
        bootstrap: 'Start the machines, which may take a while',
        rm: 'id · Remove one',
        plant: 'Plant seeds',
      },
    },
  ],
  [
    'yargs without a usage: the name alone, and lists below other headings',
    'plot',
    `plot 2.1.0

ACCOUNT & TEAM

  plot login              🔑 Sign in
  plot whoami

WATER
  plot pump-all [name]    💧 Start all
  plot crate <command>    Manage crates

FLAGS
  -q, --quiet   Say less  [boolean]
`,
    {
      options: ['-q --quiet'],
      commands: {
        login: '🔑 Sign in',
        whoami: '',
        'pump-all': 'name? · 💧 Start all',
        crate: 'command · Manage crates',
      },
    },
  ],
  [
    's3cmd: a title above each call',
    'keep',
    `Usage: keep [options] COMMAND [parameters]

Commands:
  Make bucket
      keep mb k://BUCKET
  Remove bucket
      keep rb k://BUCKET
  List objects or buckets
      keep ls [k://BUCKET]
`,
    {
      commands: {
        mb: 'k-bucket · Make bucket',
        rb: 'k-bucket · Remove bucket',
        ls: 'k-bucket? · List objects or buckets',
      },
    },
  ],
  [
    'podman: a table with the manual pages of its commands, tabs in it, and rows of two lines',
    'silo-bin',
    `silo-bin(1)                General Commands Manual                silo-bin(1)

SYNOPSIS
       silo bin subcommand

SUBCOMMANDS
\t┌────────┬────────────────────┬────────────────────┐
\t│Command │ Man Page\t      │ Description        │
\t├────────┼────────────────────┼────────────────────┤
\t│create  │ silo-bin-create(1) │ Create a new bin.  │
\t├────────┼────────────────────┼────────────────────┤
\t│ls\t │ silo-bin-list(1)   │ List all, or those │
\t│\t │\t\t      │ with a name.\t   │
\t└────────┴────────────────────┴────────────────────┘
`,
    { commands: { create: 'Create a new bin.', ls: 'List all, or those with a name.' } },
  ],
  [
    'a table without lines',
    'silo',
    'Usage: silo COMMAND\n\nSubcommands:\n  Command   Man Page          Description\n  create    silo-create(1)    Create a new bin.\n  rm        silo-rm(1)        Remove it.\n',
    { commands: { create: 'Create a new bin.', rm: 'Remove it.' } },
  ],
];

test('the usage of a command may name the one that it is an alias of', () => {
  const { tool } = fromHelp('usage: x list-backups [-h] server_name\n', { path: ['x', 'list-backup'] });
  expect(shownArguments(tool.commands?.['list-backup'] ?? { description: '' })).toBe('server_name');
});

test.each(layouts)('help as %s', (_layout, program, text, expected) => {
  expect(read(text, program)).toStrictEqual(expected);
});

test('a number sign in a column of its own is a value', () => {
  const help =
    'Usage: x [options]\n\nOptions:\n  -p, --port      #         port to listen on\n  -n, --bytes     #[KMG]    bytes to send\n' +
    '  -q, --quiet     # of times to be quiet\n  -V, --verbose             more output\n';
  const options = fromHelp(help, { name: 'x' }).tool.commands?.['']?.options ?? [];
  expect(options.map(({ name, type }) => [name, type])).toStrictEqual([
    ['port', 'integer'],
    ['bytes', 'string'],
    ['quiet', 'boolean'],
    ['verbose', 'boolean'],
  ]);
});
