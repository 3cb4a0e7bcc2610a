import { expect, test } from 'vitest';
import { withInferredEffects } from '../effects/with-inferred-effects.ts';
import { fromHelp } from './from-help.ts';

/** The commands with their arguments, `?` for optional ones and `*` for several, and options of their own. */
function commandsIn(text: string): string[] {
  const { tool } = fromHelp(text);
  return Object.entries(tool.commands ?? {}).map(([name, { arguments: args = [], options = [], ...command }]) =>
    [
      [name, ...(command['x-aliases'] ?? [])].join('|'),
      ...args.map((one) => `${one.name}${one.variadic ? '*' : ''}${one.required === false ? '?' : ''}`),
      ...options.map(({ flags, type }) => `${flags.join('|')}${type === 'boolean' ? '' : '='}`),
    ].join(' '),
  );
}

const page = (name: string, synopsis: string, rest: string): string => {
  const title = `${name.toUpperCase()}(1)`;
  const lines = [`NAME\n       ${name} - keeps things`, `SYNOPSIS\n       ${synopsis}`, rest];
  return `${title}${' '.repeat(80 - 2 * title.length - 12)}User Commands${' '.repeat(0)}${title.padStart(title.length - 1)}\n\n${lines.join('\n\n')}\n`;
};

/** A page of 80 columns: a line of its text ends at the margin, and a word may be divided there. */
const FILLED = `KEEP(1)                          User Commands                          KEEP(1)

NAME
       keep - keeps things

SYNOPSIS
       keep COMMAND [FILE]

COMMANDS
       put    Puts  a  thing  away,  and  says  where.   When  it  is  there already,
              nothing happens.

       take { <name> | all } [quiet | loud |
       silent]
              Takes it out of the store. Other programs see this as  a  change,  incom‐
              plete  as  it  may be.  The words for this are fetch, get, take, bring, re‐
              turn, obtain and all that a person says.
`;

test.each<[what: string, text: string, commands: readonly string[]]>([
  [
    'a synopsis without a command: actions are keys',
    page(
      'pick',
      'pick [options]',
      'ACTIONS\n       abort     ctrl-c\n       accept    enter\n       expected  a list of keys',
    ),
    [''],
  ],
  [
    'a synopsis with a value, and a sentence with that word',
    page(
      'disk',
      'disk [options] device',
      'SMART COMMANDS:\n       every  device is checked\n       device  is the place',
    ),
    [' device'],
  ],
  ['filled lines', FILLED, ['put', 'take name quiet?']],
  [
    'subsections, each a help text of its own',
    page(
      'dom',
      'dom [OPTION]... COMMAND [ARG]...',
      'OPTIONS\n       -q, --quiet\n              Say less.\n\nDOMAIN COMMANDS\n   list\n       Syntax:\n\n          list [--all] [--name pattern]\n\n       Prints domains.\n       ide  and scsi are kinds.\n\n   quit, exit\n       Ends it.\n\nNOTES\n       none  of this',
    ),
    ['list --all --name=', 'quit|exit'],
  ],
  [
    'calls, with a sentence that begins like one',
    page(
      's3',
      's3 [OPTIONS] COMMAND [PARAMETERS]',
      'COMMANDS\n       s3 can do several things.\n\n       s3 make STORE\n              Make it\n\n       s3 sync DIR STORE or\n       s3://STORE DIR\n              Copy all\n\n       s3 drop s3://STORE\n              Drop it',
    ),
    ['make store', 'sync dir store or', 'drop s3-store'],
  ],
  [
    'braces, within braces and with arguments',
    page(
      'mark',
      'mark [-q] {-f=file | {auto | manual} pkg... | {showauto | showmanual} [pkg...]} | {-h | --help}',
      'AUTO\n       auto\n           It is automatic.',
    ),
    ['auto pkg*', 'manual pkg*', 'showauto pkg*?', 'showmanual pkg*?'],
  ],
  [
    'a filter before the command',
    'Usage: todo <filter> list        Lists them\n       todo          add <text>  Adds one\n       todo <filter> burn.daily  Shows a chart\n       todo <filter> done        Ends them\n',
    ['list', 'add text', 'burn.daily', 'done'],
  ],
  [
    'arguments of the usage, for all of a list',
    'Usage: mark [options] {auto|manual} pkg1 [pkg2 ...]\n\nMost used commands:\n  auto - Mark it\n  manual - Unmark it\n  hold - Hold it\n',
    ['auto pkg*', 'manual pkg*', 'hold pkg*?'],
  ],
  [
    'a sentence above a table',
    'Usage: led COMMAND\n\nCommands:\n  print  Print it\n\nFormats:\n  Some commands have more formats. Here are those\n  commands and their formats:\n\n  print     Y 1   Y 2\n  balance   Y     Y\n',
    ['print'],
  ],
  [
    'sentences that begin with the program, and a row of values',
    page(
      'mux',
      'mux [-v] [command [flags]]',
      'COMMANDS\n       mux needs it to be split into its NAME.\n\n       mux tells names and TITLES apart, and\n       more.\n\n       open [-d]\n              Open it as one, tall,\n       tall, wide, round, or tiled.\n\n       shut\n              Shut it.',
    ),
    ['open -d', 'shut'],
  ],
  [
    'another language',
    'NIMM(1)                         Dienstprogramme                         NIMM(1)\n\nBEZEICHNUNG\n       nimm - nimmt Dinge\n\nÜBERSICHT\n       nimm [OPTION]… BEFEHL [DATEI]…\n\nBEFEHLE\n       hole DATEI…\n              Holt sie.\n\n       zeige\n              Zeigt alles.\n\nOPTIONEN\n       -l, --leise\n              Sagt wenig.\n',
    ['hole datei*', 'zeige'],
  ],
  [
    'bold and underlined words',
    page('over', 'over COMMAND', 'COMMANDS\n       get    Gets it.\n\n       put    Puts it.').replace(
      /[A-Z]{4,}|\bget\b/g,
      (word) => [...word].map((letter) => `${letter}\b${letter}`).join(''),
    ),
    ['get', 'put'],
  ],
  [
    'a definition list, with bare words',
    page(
      'pass',
      'pass [ COMMAND ] [ OPTIONS ]... [ ARGS ]...',
      'COMMANDS\n       init [ --path=folder, -p folder ] key-id...\n              Starts a store, and uses the key\n\n       ls folder\n              Lists it.\n\n       grep [GREPOPTIONS] search-string\n              Searches  it.\n\n       mv [ --force, -f ] old-path new-path\n              Renames it.\n\n       what it says here is a sentence\n              That is so.\n\n       help   Says more.',
    ),
    ['init key-id* --path|-p=', 'ls folder', 'grep search-string', 'mv old-path new-path --force|-f', 'help'],
  ],
  [
    'pages, and file formats in another section',
    page(
      'pak',
      'pak [OPTION...] {COMMAND}',
      'COMMANDS\n       Commands for remotes:\n\n       pak-remotes(1)\n           Lists them.\n\n       pak-remote-add(1)\n           Adds one.\n\nFILES\n       Formats that are used by pak commands:\n\n       installation   A configuration\n       remote         A remote\n\n       Commands and formats:\n\n       pakref(5)\n           A reference.',
    ),
    ['remotes', 'remote-add'],
  ],
  [
    'pages that are referred to',
    page('hoard', 'hoard [flags]', 'SEE ALSO\n       hoard-backup(1), hoard-cache(1),\n       hoard-check(1)'),
    ['backup', 'cache', 'check'],
  ],
  ...['hoard-server(8), hoard-keys(5)', 'hoard-server(8), tar(1)', 'hoard-server(8)'].map(
    (pages): [string, string, string[]] => [
      `pages of other kinds: ${pages}`,
      page('hoard', 'hoard [options]', `SEE ALSO\n       ${pages}`),
      [''],
    ],
  ),
  [
    'two words, with a colon behind them',
    'git crop <command> [<args>]\n\nCommands\n--------\n\nHigh level\n~~~~~~~~~~\n\ngit crop env:\n    Shows it.\ngit crop check-out:\n  Puts it there.\n\nLow level\n~~~~~~~~~\n\ngit crop clean:\n    Cleans it.\n',
    ['crop'],
  ],
])('commands of %s', (_what, text, commands) => {
  expect(commandsIn(text)).toStrictEqual(commands);
});

const ALTERNATIVES = `Usage: alts [<option> ...] <command>

Commands:
  --install <link> <name> <path>
    [--slave <link> <name> <path>] ...
                           add a group of links.
  --remove <name> <path>   remove <path> from the <name> group.
  -l|--list <name>         display all targets of the <name> group.
  --config <name>          show the group and ask the user to select one.
  --help                   show this.

<name> is the name of a group.

Options:
  --root <directory>       change the root.
`;

test('options that are commands have effects of their own; one that asks a person is no read', () => {
  expect(commandsIn(ALTERNATIVES)).toStrictEqual([
    '--install link name path --slave=',
    '--remove name path',
    '--list|-l name',
    '--config name',
  ]);
  const { commands = {}, globalOptions } = withInferredEffects(fromHelp(ALTERNATIVES).tool).tool;
  const destroys = Object.entries(commands).map(([name, { effects }]) => [name, effects?.destructive]);
  expect(Object.fromEntries(destroys)).toStrictEqual({
    '--install': undefined,
    '--remove': true,
    '--list': false,
    '--config': undefined,
  });
  expect(globalOptions?.map(({ name }) => name)).toStrictEqual(['help', 'root']);
});

test.each<[line: string, options: readonly string[]]>([
  ['[!] -p, --protocol protocol   The protocol', ['-p|--protocol string']],
  ['--print-to-file TEMPLATE FILE  Append to it', ['--print-to-file array 2']],
  ['--rate=<no|min|max|<rate>>\n        The rate', ['--rate string']],
  ['--left=<n>, --right=<n>, --top=<n>\n        Margins', ['--left integer', '--right integer', '--top integer']],
])('an option as %j', (line, options) => {
  const { tool } = fromHelp(`Usage: prog [options]\n\nOptions:\n  ${line}\n`);
  const shown = tool.commands?.['']?.options?.map(({ flags, type, 'x-words': words }) =>
    [flags.join('|'), type, words].filter((part) => part !== undefined).join(' '),
  );
  expect(shown).toStrictEqual(options);
});

const LONG = `${'A thing that is said at some length. '.repeat(30)}It ends here.`;

test.each<[what: string, text: string, description: string]>([
  ['notes', 'Notes are kept here\n\nUsage: n [options]\n', 'Notes are kept here'],
  ['a report', 'Report the use of disks.\n\nUsage: n [options]\n', 'Report the use of disks'],
  ['the name before it', 'n - keeps notes\n\nUsage: n [options]\n', 'keeps notes'],
  ['a version and an author', 'n 1.2.0\nA B <a@b.example>\nKeeps notes.\n\nUSAGE:\n    n [OPTIONS]\n', 'Keeps notes'],
  [
    'two lines',
    'Usage: n [FILE]\nCopies a file to standard output,\nwith its name.\n',
    'Copies a file to standard output, with its name',
  ],
  [
    'an indented line',
    'Usage: n [OPTIONS]\n\n  Commands for notes of all kinds\n\nOptions:\n  --all  All\n',
    'Commands for notes of all kinds',
  ],
])('a description of a program: %s', (_what, text, description) => {
  expect(fromHelp(text).tool.description).toBe(description);
});

test('a description of an option is whole', () => {
  const { tool } = fromHelp(`Usage: n [options]\n\n  --all  ${LONG}\n`);
  expect(tool.commands?.['']?.options?.[0]?.description).toBe(LONG);
});

test('commands in rows of their own are described together', () => {
  const { tool } = fromHelp(
    'Usage: env COMMAND\n\nCommands:\nallow [RC]:\npermit [RC]:\n  Loads it.\nprune:\n  Drops it.\n',
  );
  const texts = Object.entries(tool.commands ?? {}).map(([name, { description }]) => `${name}: ${description}`);
  expect(texts).toStrictEqual(['allow: Loads it.', 'permit: Loads it.', 'prune: Drops it.']);
});

const SCRUB = page(
  'peat-scrub',
  'peat scrub <subcommand> <args>',
  `SUBCOMMAND
       start [options] <path>
              Starts it on all devices, and says so.

              Options

              -c <class>
                     the class

       status <path>
              Shows it, as well as a few other things that are known.

              --raw  in bytes

       cancel <path>
              Cancels it.`,
);

test('options below a command are its own, and other groups say where they begin', () => {
  const { commands } = fromHelp(SCRUB, { path: ['peat', 'scrub'] }).tool.commands?.scrub ?? {};
  const shown = Object.entries(commands ?? {}).map(([name, { options = [], description }]) =>
    [name, ...options.map(({ flags, type }) => `${flags.join('|')} ${type}`), description].join(', '),
  );
  expect(shown).toStrictEqual([
    'start, -c string, Starts it on all devices, and says so.',
    'status, --raw boolean, Shows it, as well as a few other things that are known.',
    'cancel, Cancels it.',
  ]);
});

test('a synopsis has the calls, and a list the descriptions', () => {
  const text = page(
    'kio',
    'kio cat LOCATION...\n       kio drop [-f] LOCATION',
    'COMMANDS\n       cat LOCATION...\n           Shows it.\n\n       drop LOCATION\n           Deletes it.\n\n           -f, --force\n               Ask nothing.',
  );
  const { commands = {} } = withInferredEffects(fromHelp(text).tool).tool;
  const shown = Object.entries(commands).map(([name, { effects, options = [] }]) => [
    name,
    effects?.destructive,
    options[0]?.flags,
  ]);
  expect(shown).toStrictEqual([
    ['cat', false, undefined],
    ['drop', true, ['-f', '--force']],
  ]);
});
