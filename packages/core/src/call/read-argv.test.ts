import { toolWith } from '../testing/documents.ts';
import { rowsOf } from '../testing/in-words.ts';
import type { AtipArgument, AtipOption, AtipTool } from '../types/tool.ts';
import { argumentsOf, readArgv } from './read-argv.ts';
import { expect, test } from 'vitest';

/** `-f --file: file`: flags, and then a type or JSON fields. The name is that of the last flag. */
function options(text: string): AtipOption[] {
  return rowsOf(text.replaceAll(': ', '|')).map(([flags, type = '', ...rest]) => {
    const more: Partial<AtipOption> = JSON.parse(rest.filter((part) => part !== '').join(': ') || '{}');
    const name =
      flags
        .split(' ')
        .at(-1)
        ?.replace(/^[-+]+/, '') ?? '';
    return { name, flags: flags.split(' '), type: (type || 'boolean') as AtipOption['type'], description: '', ...more };
  });
}

const argument = (name: string, more: Partial<AtipArgument> = {}): AtipArgument => ({
  name,
  type: 'string',
  description: '',
  required: false,
  ...more,
});
const list = (name: string, more: Partial<AtipArgument> = {}): AtipArgument =>
  argument(name, { variadic: true, ...more });

const BOX = toolWith(
  {
    '': { description: 'Box itself', options: options('--version'), 'x-aliases': ['bx'] },
    pack: {
      description: 'As tar and its like',
      'x-aliases': ['p', 'both'],
      'x-end-of-options': true,
      arguments: [list('from', { required: true }), argument('to', { required: true })],
      options: options(`
        -x
        -z --zip
        -f --file: string
        -n --lines: integer: { "x-number-flag": true }
        --format: enum: { "enum": ["tar", "-raw", "-z", 7] }
        --force-with-lease
        --verify
        --no-color --color: boolean: { "default": true }
        --no-pager: boolean: { "name": "pager" }
        --no-paint --paint: string
        -i --in-place: string: { "x-optional-value": true }
        --silent: string: { "x-optional-value": true, "x-value-style": "space" }
        --define:: array: { "name": "define", "x-value-style": "attached" }
        -l --label: array: { "x-list-separator": "," }
        -t --tag: array
        -D: string: { "x-value-style": "attached" }
        -std: string: { "x-value-style": "attached" }
        -e --eq: string: { "x-value-style": "equals" }
        -a --all
        -a --any
        -b
        -b
        +p: string
        -m: string
      `),
    },
    old: {
      description: 'As old tar',
      'x-old-flags': true,
      arguments: [list('what')],
      options: options('-x\n-z\n-f: string'),
    },
    look: {
      description: 'As find',
      'x-aliases': ['both'],
      'x-syntax': ['(', ')', '!'],
      arguments: [list('where')],
      options: options(`
        -name: string
        -depth
        -d
        -exec: array: { "x-until": [";", "+"] }
        -each: array: { "x-until": [";", ""] }
        -ids: array: { "x-until": [] }
        -I: string: { "x-value-style": "attached" }
        -p: string
        -perm: string: { "x-dash": true }
        -arg: array: { "x-words": 2 }
        -1 -9: enum: { "x-choice": true, "enum": ["-1", "-9"] }
      `),
    },
    first: {
      description: 'As find with its starting points',
      'x-arguments-first': true,
      arguments: [list('where')],
      options: options('-name: string'),
    },
    run: {
      description: 'As timeout',
      arguments: [
        argument('time', { type: 'number', required: true }),
        argument('command', { 'x-rest': true }),
        list('words'),
      ],
      options: options('-k: string'),
    },
    env: {
      description: 'As env',
      arguments: [list('set'), list('command', { 'x-rest': true })],
      options: options('-u: string'),
    },
    checkout: { description: 'As git', arguments: [argument('tree'), list('paths')], options: options('-q') },
    format: {
      description: 'As date',
      arguments: [argument('switch', { type: 'enum', enum: ['-on', '--'] }), argument('form', { 'x-plus': true })],
    },
    keys: {
      description: 'Keys',
      'x-omitted-commands': 1,
      commands: {
        '': {
          description: 'Of one',
          arguments: [argument('whose', { type: 'boolean' })],
          options: options('-o: string\n-C'),
        },
        add: {
          description: 'Add',
          arguments: [argument('key')],
          options: options('-o: string\n-C: string\n--ttl: string'),
        },
        '-l': { description: 'List' },
      },
    },
    group: { description: 'A group', commands: { one: { description: 'One' } } },
    mode: {
      description: 'As chmod',
      arguments: [argument('mode', { 'x-minus': '-+([rwx])' }), list('of')],
      options: options('-R'),
    },
    end: {
      description: 'As kill',
      arguments: [list('whom', { 'x-minus': '-+([0-9])', 'x-rest': true })],
      options: options('-n --signal: integer: { "x-number-flag": true }'),
    },
    last: {
      description: 'As tail',
      arguments: [list('of')],
      options: options(
        '-n --lines: integer: { "x-number-flag": true }\n-c: integer\n-q\n-f: string: { "x-optional-value": true }',
      ),
    },
    save: {
      description: 'As git bundle create',
      'x-arguments-first': 1,
      arguments: [argument('to', { required: true }), list('what')],
      options: options('--all'),
    },
  },
  { name: 'box', globalOptions: options('-v --verbose: integer: { "x-count": true }\n-C: file') },
);

function read(line: string, tools: readonly AtipTool[] = [BOX]): [string, string] {
  const argv = line.split(' ');
  const reading = readArgv(argv, tools);
  const unknown = reading.unknown.map(({ word, reason }) => `${argv[word]} ${reason}`);
  return [
    [...reading.path, JSON.stringify(argumentsOf(reading))].join(' '),
    [...new Set([...unknown, ...reading.problems])].join('; '),
  ];
}

test.each(
  rowsOf(`
    an optional value in the next word      | box pack --silent no a b      | pack {"from":["a"],"to":"b","silent":"no"}
    and none                                | box pack --silent -x a b      | pack {"from":["a"],"to":"b","x":true,"silent":true}
    and attached                            | box pack --silent=no a b      | pack {"from":["a"],"to":"b","silent":"no"}
    a value behind a colon                  | box pack --define:A=1 a b     | pack {"from":["a"],"to":"b","define":["A=1"]}
    combined letters, the last with a value | box pack -xzf F a b          | pack {"from":["a"],"to":"b","x":true,"zip":true,"file":"F"}
    and the value behind its letter         | box pack -xfF a b            | pack {"from":["a"],"to":"b","x":true,"file":"F"}
    letters without a dash                  | box old xfz F a              | old {"what":["a"],"x":true,"z":true,"f":"F"}
    letters with one                        | box old -xf F b              | old {"what":["b"],"x":true,"f":"F"}
    the beginning of an option              | box pack --li 5 a b          | pack {"from":["a"],"to":"b","lines":5}
    with its value                          | box pack --li=5 a b          | pack {"from":["a"],"to":"b","lines":5}
    a number as a flag                      | box pack -15 a b             | pack {"from":["a"],"to":"b","lines":15}
    a number that is not quite one          | box pack -n +5 a b           | pack {"from":["a"],"to":"b","lines":"+5"}
    a number among values                   | box pack --format=7 a b      | pack {"from":["a"],"to":"b","format":7}
    a value that begins with a dash         | box pack -n -5 a b           | pack {"from":["a"],"to":"b","lines":-5}
    a switch with a value                   | box pack --verify=true --color=false -z=false a b | pack {"from":["a"],"to":"b","zip":false,"verify":true,"color":false}
    a value turned off                      | box pack --no-paint a b      | pack {"from":["a"],"to":"b","paint":false}
    a value that may be absent              | box pack -i a b              | pack {"from":["a"],"to":"b","in-place":true}
    a list in one value                     | box pack -l a,b --label=c a b | pack {"from":["a"],"to":"b","label":["a","b","c"]}
    attached, a sign is a part of it        | box pack -D=x -f== -m= a b   | pack {"from":["a"],"to":"b","file":"=","D":"=x","m":"="}
    elsewhere it is none                    | box pack -m=x -e= a b        | pack {"from":["a"],"to":"b","eq":"","m":"x"}
    a word that is attached                 | box pack -stdc99 a b         | pack {"from":["a"],"to":"b","std":"c99"}
    letters, the last turned off            | box pack -xz=false a b       | pack {"from":["a"],"to":"b","x":true,"zip":false}
    a value that begins with a dash, first  | box mode -x -R a             | mode {"mode":"-x","of":["a"],"R":true}
    a number behind a number                | box end -9 -12 -13           | end {"whom":["-12","-13"],"signal":9}
    a number alone                          | box end -9                   | end {"signal":9}
    a number with letters                   | box last -20qf a             | last {"of":["a"],"lines":20,"q":true,"f":true}
    a number that its letter takes          | box last -20c a              | last {"of":["a"],"c":20}
    options behind the first argument       | box save f --all main        | save {"to":"f","what":["main"],"all":true}
    a plus                                  | box pack +p x +p=y a b       | pack {"from":["a"],"to":"b","p":["x","y"]}
    behind dashes all are positionals       | box pack -- -x -- b          | pack {"from":["-x","--"],"to":"b"}
    a listed value that is a flag as well   | box pack --format -z a b     | pack {"from":["a"],"to":"b","format":"-z"}
    standard input                          | box pack - -                 | pack {"from":["-"],"to":"-"}
    a path, and an alias of the tool        | /usr/bin/bx --version        | {"version":true}
    a count                                 | box -v pack -vv a b --verbose | pack {"from":["a"],"to":"b","verbose":4}
    words of one dash                       | box look . -name -x -d -depth | look {"where":["."],"name":"-x","depth":true,"d":true}
    syntax                                  | box look ( -d ! -name x )    | look {"name":"x","d":true}
    all words up to an end                  | box look -exec ls -d ; -d    | look {"d":true,"exec":["ls","-d"]}
    all words up to the end of the line     | box look -each ls -d         | look {"each":["ls","-d"]}
    all words up to an option               | box look -ids a b -d         | look {"d":true,"ids":["a","b"]}
    or to the last, and one with a sign     | box look -ids=a -ids b c     | look {"ids":["a","b","c"]}
    a value that is a flag as well          | box look -perm -d -perm -u+x | look {"perm":["-d","-u+x"]}
    a value that is a flag                  | box look -9 .                | look {"9":"-9","where":["."]}
    arguments before options                | box first -C d a b -name x   | first {"where":["a","b"],"name":"x","C":"d"}
    an attached letter                      | box look -I-d                | look {"I":"-d"}
    a command line ends the options         | box run -k 9 1.5 ls -k --x -- | run {"time":1.5,"command":"ls","words":["-k","--x","--"],"k":"9"}
    behind assignments                      | box env A=1 -u X B=2 ls A=3 -u | env {"set":["A=1","B=2"],"command":["ls","A=3","-u"],"u":"X"}
    only paths are behind dashes            | box checkout -- a b          | checkout {"paths":["a","b"]}
    one on each side                        | box checkout -q main -- a    | checkout {"tree":"main","paths":["a"],"q":true}
    the group itself                        | box keys true/               | keys {"whose":"true/"}
    a command that looks like an option     | box keys -l                  | keys -l {}
    an option before its command            | box keys -o f add            | keys add {"o":"f"}
    an option of that command alone         | box keys --ttl 5 add k       | keys add {"key":"k","ttl":"5"}
  `),
)('%s', (_name, line, understood) => {
  expect(read(line)).toStrictEqual([understood, '']);
});

test.each(
  rowsOf(`
    an option                      | box pack --nope a b       | pack {"from":["a"],"to":"b"} | --nope is not an option of "box pack"
    a letter                       | box pack -q a b           | pack {"from":["a"],"to":"b"} | -q is not an option of "box pack"
    a letter without a dash        | box old xq a              | old {"what":["a"],"x":true} | xq holds "-q", which is not an option of "box old"
    a beginning of two             | box pack --f a b          | pack {"from":["a"],"to":"b"} | --f may be "--file" or "--force-with-lease"
    a beginning that is a whole word | box pack --force a b    | pack {"from":["a"],"to":"b"} | --force is not an option of "box pack"; "--force-with-lease" is one
    a flag of two options          | box pack -a a b           | pack {"from":["a"],"to":"b"} | -a stands for "all" and "any" in the document, which contradicts itself
    also with a value              | box pack -a=true a b      | pack {"from":["a"],"to":"b"} | -a=true stands for "all" and "any" in the document, which contradicts itself
    a value for a switch           | box pack --zip=x a b      | pack {"from":["a"],"to":"b"} | --zip=x gives a value to "--zip", which takes none
    no value                       | box pack a b -f           | pack {"from":["a"],"to":"b"} | -f needs a value, but has none
    an option instead of a value   | box pack -f -z a b        | pack {"from":["a"],"to":"b","zip":true} | -f needs a value, and what follows may be the option "-z"
    dashes instead of a value      | box pack -f -- a b        | pack {"from":["a"],"to":"b"} | -f needs a value, and what follows may be the option "--"
    no end                         | box look -exec ls -d      | look {}                      | -exec has no end: ";" or "+" is missing; ls may still belong to "-exec"; -d may still belong to "-exec"
    no words up to an option       | box look -ids -d          | look {"d":true}              | -ids needs a value, but has none
    half a pair                    | box look -arg a           | look {"where":["a"]}         | -arg needs 2 values
    a pair that is joined          | box look -arg=a b         | look {"where":["b"]}         | -arg=a joins "-arg" with its first word
    an argument behind an option   | box first a -name x b     | first {"where":["a"],"name":"x"} | b comes after an option, where the program takes no arguments
    a word that is joined          | box look -exec=ls         | look {}                      | -exec=ls joins "-exec" with its first word
    a value where words have one dash | box look -pd           | look {}                      | -pd is not an option of "box look"
    a dash behind dashes           | box checkout -- -q        | checkout {}                  | -q may be an option: the program is not known to end options at "--"
    a plus                         | box checkout +x           | checkout {}                  | +x may be an option: some programs have such that begin with "+"
    a plus beside plus flags       | box pack -- +x b          | pack {"from":["b"]}          | +x may be an option: some programs have such that begin with "+"
    one too many                   | box format -- +%s x       | format {"switch":"--","form":"+%s"} | x is one argument too many
    no such command                | box nope x                | {}                           | nope names no command of "box"; x names no command of "box"
    a command behind dashes        | box -- PACK               | {}                           | PACK may name a command
    a command that is left out     | box keys drop             | keys {}                      | drop may name a command that the document leaves out
    an option of the group alone   | box --version pack a b    | pack {"from":["a"],"to":"b"} | --version belongs to no option of "box pack"
    another option of one flag     | box keys -C add k         | keys add {"key":"k"}         | -C belongs to no option of "box keys add"
    no command in a group          | box group two x           | group {}                     | two names no command of "box group"; x follows a word that names no command; "box group" has no such command.
    an option of no command        | box -C d group two        | group {}                     | -C belongs to no command; d belongs to no command; two names no command of "box group"; "box group" has no such command.
    another program                | bix                       | {}                           | There is no document for "bix".
  `),
)('%s is unknown', (_name, line, understood, unknown) => {
  expect(read(line)).toStrictEqual([understood, unknown]);
});

test.each(
  rowsOf(`
    hub help                 | help {}                           |
    hub -v help pr new -x    | help {"topic":["pr","new"],"v":true} | -x is not an option of "hub help"
    hub pr                   | pr {}                             |
    hub pr -v                | pr {"v":true}                     |
    hub pr help new          | pr help {"topic":["new"]}         |
    hub pr frob              | pr {}                             | frob names no command of "hub pr"; "hub pr" has no such command.
    hub pr --web             | pr {}                             | --web belongs to no command; "hub pr" needs a command behind it.
    hub say help             | say {"word":"help"}               |
    hub say                  | say {}                            |
  `),
)('help by rule: %s', (line, wanted, unknown = '') => {
  const commands = {
    pr: { description: 'Requests', commands: { new: { description: 'New', options: options('--web') } } },
    say: {
      description: 'Say',
      commands: { '': { description: 'Say', arguments: [argument('word')] }, on: { description: 'On' } },
    },
  };
  const hub = toolWith(commands, {
    name: 'hub',
    'x-help': true,
    trust: { source: 'org' },
    globalOptions: options('-v'),
  });
  expect(read(line, [hub])).toStrictEqual([wanted, unknown]);
  const { mapping } = readArgv(line.split(' '), [hub]);
  if (mapping?.metadata.description === 'Print help')
    expect(mapping.effects.filesystem).toStrictEqual({ read: true, write: false, delete: false });
  // A document of anybody cannot say that a group is harmless.
  const inferred = readArgv(['hub', 'pr'], [{ ...hub, trust: { source: 'inferred' } }]);
  expect(inferred.problems).toStrictEqual(['"hub pr" needs a command behind it.']);
});

test('words are indexes, and letters share theirs', () => {
  const { tool, name, mapping, given } = readArgv(['box', 'pack', '-xzf', 'F', 'a', '-z', 'b'], [BOX]);
  expect([tool, name, mapping?.command]).toStrictEqual(['box', 'box_pack', ['box', 'pack']]);
  expect(given).toStrictEqual([
    { name: 'from', value: ['a'], words: [4] },
    { name: 'to', value: 'b', words: [6] },
    { name: 'x', value: true, words: [2] },
    { name: 'zip', value: true, words: [2, 5], repeated: true },
    { name: 'file', value: 'F', words: [2, 3] },
  ]);
  expect(readArgv(['box', 'pack', '-i'], [BOX]).given).toStrictEqual([{ name: 'in-place', words: [2] }]);
});

test('the later of two tools counts, an MCP server is no program, and a tool without commands has none', () => {
  const tool = (more: Partial<AtipTool>): AtipTool => ({ ...BOX, commands: {}, ...more });
  expect(readArgv(['box', 'p'], [BOX, tool({})]).problems).toStrictEqual(['"box" has no such command.']);
  expect(readArgv(['box', 'p'], [BOX, tool({ 'x-mcp': true })]).path).toStrictEqual(['pack']);
  const { commands: _none, ...bare } = BOX;
  expect(readArgv(['bx'], [bare]).problems).toStrictEqual(['There is no document for "bx".']);
  expect(readArgv(['box'], [bare]).problems).toStrictEqual(['"box" needs a command behind it.']);
});

test.each([
  ['nothing', [], 'An argv is a list of words with the program first.'],
  ['no list', 'box', 'An argv is a list of words with the program first.'],
  ['no text', ['box', 1], 'A word of an argv is text.'],
  ['a NUL', ['box', '\0'], 'A word holds a NUL, which no process can be given.'],
])('%s is no argv', (_name, argv: unknown, problem) => {
  expect(readArgv(argv as string[], [BOX])).toStrictEqual({ path: [], given: [], unknown: [], problems: [problem] });
});

/** Documents of a program and of its plug-ins: one that adds commands, one that is a program of its own, one of another program. */
const leaf = { description: '', options: options('-q --quiet') };
const named = (name: string, commands: AtipTool['commands'], more: Partial<AtipTool> = {}): AtipTool => ({
  ...{ atip: { version: '0.4' }, name, version: '1', description: 'Is read', ...more },
  ...(commands && { commands }),
});
const HOST = named('hub', { '': { description: '' }, status: leaf }, { globalOptions: options('-C: directory') });
const EXTRAS = named(
  'hub-extras',
  { summary: leaf, lfs: { description: '', commands: { track: leaf } } },
  { 'x-plugin-of': 'hub' },
);
const CLIFF = named('hub-cliff', { '': { description: '', arguments: [argument('range')] } });

test.each<[string, string, object]>([
  ['its own command', 'hub status', { tool: 'hub', path: ['status'], name: 'hub_status' }],
  ['one of a plug-in', 'hub summary -q', { tool: 'hub', path: ['summary'], name: 'hub_summary' }],
  ['one below', 'hub lfs track', { tool: 'hub', path: ['lfs', 'track'], name: 'hub_lfs_track' }],
  ['a program of two names', 'hub cliff v1..v2', { tool: 'hub-cliff', path: [], name: 'hub-cliff' }],
  ['that program itself', 'hub-cliff v1', { tool: 'hub-cliff', path: [], name: 'hub-cliff' }],
])('a plug-in is read as the command of its host: %s', (_what, line, reading) => {
  expect(readArgv(line.split(' '), [HOST, EXTRAS, CLIFF])).toMatchObject({ ...reading, unknown: [], problems: [] });
});

test('the words of a plug-in keep their places', () => {
  const tools = [HOST, EXTRAS, CLIFF];
  expect(readArgv(['hub', 'summary', '-q'], tools).given).toStrictEqual([{ name: 'quiet', value: true, words: [2] }]);
  expect(readArgv(['hub', 'cliff', 'v1', 'v2'], tools)).toMatchObject({
    given: [{ name: 'range', value: 'v1', words: [2] }],
    unknown: [{ word: 3 }],
  });
  const alone = named('hub-lfs', { lfs: { description: '', commands: { track: leaf } } }, { 'x-plugin-of': 'hub' });
  expect(readArgv(['hub-lfs', 'track', '-q', 'x'], [alone])).toMatchObject({
    path: ['lfs', 'track'],
    mapping: { command: ['hub', 'lfs', 'track'] },
    given: [{ name: 'quiet', value: true, words: [2] }],
    unknown: [{ word: 3 }],
  });
});

test('a word that a program takes as its argument names no plug-in', () => {
  const taker = named('hub', { '': { description: '', arguments: [argument('host')] } });
  expect(readArgv(['hub', 'cliff'], [taker, CLIFF])).toMatchObject({ tool: 'hub', given: [{ name: 'host' }] });
});

test.each(['hub frob', 'hub -C x cliff', 'hub', 'hub ', 'hub -cliff'])('nothing is guessed: %s', (line) => {
  const { tool, path, unknown, problems } = readArgv(line.split(' '), [HOST, EXTRAS, CLIFF]);
  expect([tool, path, line === 'hub' || unknown.length + problems.length > 0]).toStrictEqual(['hub', [], true]);
});

test('a plug-in without its host is called as its host all the same', () => {
  expect(readArgv(['hub', 'summary'], [EXTRAS])).toMatchObject({ unknown: [], problems: [], name: 'hub_summary' });
});

test.each<[string, readonly unknown[]]>([
  ['ln a', [['a'], undefined]],
  ['ln a b', [['a'], 'b']],
  ['ln a b c', [['a', 'b'], 'c']],
])('of several words before an optional last argument the last is that one: %s', (line, values) => {
  const positionals = [list('target', { required: true }), argument('link')];
  const { given, unknown } = readArgv(line.split(' '), [
    named('ln', { '': { description: '', arguments: positionals } }),
  ]);
  const textsOf = (name: string): unknown => given.find((one) => one.name === name)?.value;
  expect([textsOf('target'), textsOf('link')]).toStrictEqual(values);
  expect(unknown).toStrictEqual([]);
});
