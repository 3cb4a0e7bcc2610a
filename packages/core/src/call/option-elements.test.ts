import { mapToCommand } from '../commands/commands-by-name.ts';
import type { Parameter } from '../commands/parameters.ts';
import { ArgumentValidationError } from '../json/execute-errors.ts';
import { parseTool } from '../document/parse-tool.ts';
import { toolWith } from '../testing/documents.ts';
import { rowsOf } from '../testing/in-words.ts';
import type { AtipOption } from '../types/tool.ts';
import { buildCommandArray, valueTexts } from './build-command-array.ts';
import { expect, test } from 'vitest';

type Declared = Partial<AtipOption> & Pick<AtipOption, 'flags' | 'type'>;

function build(own: Declared, value: unknown): string[] {
  const tool = toolWith({ x: { description: 'X', options: [{ name: 'o', description: '', ...own }] } });
  return buildCommandArray(mapToCommand('tool_x', [tool]), { o: value }).slice(2);
}

/** `flags | type | more as JSON` of an option whose name is `o`. */
const declared = (flags: string, type: string, more: string): Declared => ({
  flags: flags.split(' '),
  type: type as AtipOption['type'],
  ...JSON.parse(more || '{}'),
});
const ATTACHED = '{ "x-value-style": "attached" }';
const UNTIL = '{ "x-until": [";", "+"] }';
const PAIRS = '{ "x-words": 2, "x-dash": true }';
const LEVEL = '-1 --fast -9 | enum | { "x-choice": true, "enum": ["-1", "--fast", "-9"] }';
const LIST = '-l --label | array | { "x-list-separator": "," }';

test.each(
  rowsOf(`
    a count is the flag, that often           | -v --verbose       | integer | { "x-count": true }  | 3              | ["--verbose", "--verbose", "--verbose"]
    an attached value is one element          | -O                 | string  | ${ATTACHED}          | "2"            | ["-O2"]
    attached, it may look like anything       | -i                 | string  | ${ATTACHED}          | "-rf"          | ["-i-rf"]
    no flag is needed for what is on anyway   | --no-o             | boolean | { "default": true }  | true           | []
    what is on is turned off                  | -O --no-o          | boolean | { "default": "true" } | false         | ["--no-o"]
    a list repeats its flag                   | -l --label         | array   |                      | ["a", "b"]     | ["--label=a", "--label=b"]
    a list joined                             | ${LIST}                                             | ["a", "b c"]   | ["--label=a,b c"]
    an empty separator is none                | -l --label         | array   | { "x-list-separator": "" } | ["a", "b"] | ["--label=a", "--label=b"]
    a separator is for lists                  | -l --label         | string  | { "x-list-separator": "," } | "a,b"   | ["--label=a,b"]
    a path with a dash after a flag           | -f                 | file    |                      | "-rf"          | ["-f", "./-rf"]
    an authored at sign                       | -d                 | enum    | { "enum": ["@-"], "x-at-file": true } | "@-" | ["-d", "@-"]
    a flag that may stand alone               | -c --color         | string  | { "x-optional-value": true } | true     | ["--color"]
    its value is never a word of its own      | --color            | string  | { "x-optional-value": true, "x-value-style": "space" } | "always" | ["--color=always"]
    nor behind one letter                     | -i                 | string  | { "x-optional-value": true } | "-x"     | ["-i-x"]
    but for a sign                            | -i                 | string  | { "x-optional-value": true, "x-value-style": "equals" } | "x" | ["-i=x"]
    all words up to one                       | -exec              | array   | ${UNTIL}             | ["ls", "-l"]   | ["-exec", "ls", "-l", ";"]
    or up to the next option                  | --ids              | array   | { "x-until": [] }    | ["a", "b"]     | ["--ids", "a", "b"]
    a value that may look like anything       | -perm              | string  | { "x-dash": true }   | "-u+x"         | ["-perm", "-u+x"]
    a value that is a flag                    | ${LEVEL} | "-9"             | ["-9"]
    two words at a time                       | --arg              | array   | ${PAIRS}             | ["a", "1", "b", "-2"] | ["--arg", "a", "1", "--arg", "b", "-2"]
    words are counted for a list              | --arg              | string  | ${PAIRS}             | "a"            | ["--arg=a"]
  `),
)('%s', (_name, flags, type, more, value, elements) => {
  expect(build(declared(flags, type, more), JSON.parse(value))).toStrictEqual(JSON.parse(elements));
});

test.each(
  rowsOf(`
    a count too high                  | -v --verbose | integer | { "x-count": true } | 21          | "o" must be a whole number from 0 to 20: it repeats --verbose.
    a count in words, a positional    | -v --verbose | integer | { "x-count": true } | "--exec"    | must be a whole number from 0 to 20
    off, where nothing turns it off   | --sign       | boolean | { "default": true } | false       | "o" cannot be turned off: leave it out.
    verify: true with --no-verify     | --no-o       | boolean |                     | true        | "o" may mean the opposite of --no-o: leave it out.
    verify: false with --no-verify    | -n --no-o    | boolean |                     | false       | "o" may mean the opposite of --no-o: leave it out.
    true for what takes a value       | --o          | string  |                     | true        | "o" takes a value.
    a value for what takes none       | -o           | boolean |                     | "pwned"     | "o" must be true or false.
    an item with the separator        | ${LIST}                                       | ["a", "b,c"] | has an item that is empty or holds ",", its separator
    an empty item that would vanish   | ${LIST}                                       | ["a", ""]   | has an item that is empty or holds ","
    a list that starts like an option | -l           | array   | { "x-list-separator": "," } | ["-x", "a"] | must not start with "-"
    a list within a list              | --l          | array   |                     | [["a", "b"]] | is neither text nor a number
    a negative number after a flag    | -d           | integer |                     | -1          | must not start with "-"
    a flag that is none of them       | ${LEVEL} | "--exec"         | "o" must be one of -1, --fast, -9.
    half a pair                       | --arg        | array   | ${PAIRS}            | ["a", "1", "b"] | "o" must have 2 items, or a multiple of that: --arg takes 2 words
    an option in a pair               | --arg        | array   | { "x-words": 2 }    | ["a", "--exec"] | must not start with "-"
    a pair in one value               | --arg        | array   | ${PAIRS}            | "a"         | "o" must have 2 items
    the two dashes after a flag       | -d           | string  |                     | "--"        | must not start with "-"
    a response file                   | -d           | string  | { "x-at-file": true } | "@/etc/passwd" | must not start with "@"
    a word that ends the others       | -exec        | array   | ${UNTIL}            | ["a", "+", "-rf"] | "o" has a word that would end it: ";" or the like.
    an item that would be an option   | --ids        | array   | { "x-until": [] }   | ["a", "-b"] | "o" has an item that starts with "-"
    true without a flag that may stand alone | --color | boolean | { "x-optional-value": true, "default": true } | false | "o" cannot be turned off: leave it out.
    a flag as help texts write it     | --[no-]color | boolean |                     | true        | has the flag "--[no-]color"
    an attached value that is empty: the flag would take the next word | -O | string | ${ATTACHED} | ""    | "o" must not be empty: it is written right behind -O.
  `),
)('%s is refused', (_name, flags, type, more, value, message) => {
  const run = (): unknown => build(declared(flags, type, more), JSON.parse(value));
  expect(run).toThrow(ArgumentValidationError);
  expect(run).toThrow(message);
});

test('a document with the extensions is read without a complaint about them', () => {
  const options = [
    { name: 'v', description: 'Verbose', flags: ['-v'], type: 'integer' as const, 'x-count': true },
    {
      name: 'l',
      description: 'Labels',
      flags: ['-l'],
      type: 'array' as const,
      'x-list-separator': ',',
      'x-at-file': true,
    },
  ];
  const { tool, issues } = parseTool(toolWith({ x: { description: 'X', effects: { destructive: false }, options } }));
  expect(issues.filter(({ path }) => path.includes('x-'))).toStrictEqual([]);
  expect(tool?.commands?.['x']?.options).toStrictEqual(options);
});

test('enum values that are no values, in metadata nobody checked, match nothing', () => {
  const odd: unknown = [null, {}, Object.create(null)];
  expect(build({ flags: ['-o'], type: 'string', enum: odd } as Declared, 'null')).toStrictEqual(['-o', 'null']);
  const noList: unknown = 'abc';
  expect(build({ flags: ['-o'], type: 'string', enum: noList } as Declared, 'a')).toStrictEqual(['-o', 'a']);
});

function textsOf(value: unknown, more: Partial<AtipOption> & Readonly<Record<string, unknown>>): string[] {
  const source: AtipOption = { name: 'o', flags: ['--o'], type: 'file', description: '', ...more };
  const keys = { key: 'o', narrowKey: 'o', required: false, pointer: '', global: false };
  const parameter: Parameter = { kind: 'option', source, ...keys };
  return valueTexts(parameter, value).map(({ text }) => text);
}

test.each([
  ...'/etc/hosts /odd/a:b=c(d)! a a.txt Ünïcode/é 日本.txt e\u0301 . .. ./a:b ../a:b src/a:b=c ~/x:y - -rf c:/x'.split(
    ' ',
  ),
  'a-b_c d',
  'C:\\x\\y',
  '\\\\server\\share\\a b.txt',
  '\\\\server\\c$\\x',
])('%s is a plain path', (path) => {
  expect(textsOf(path, {})).toStrictEqual([path]);
  expect(textsOf(path, { type: 'directory' })).toStrictEqual([path]);
});

test.each([
  ['another machine for tar and rsync', 'host:file'],
  ['another machine with an absolute path', 'user@host:/file'],
  ['an address', 'http://example.org/'],
  ['a drive without its slash', 'c:x'],
  ['a transport of ffmpeg', 'concat:/etc/passwd|b'],
  ['an address of sqlite', 'file:x?mode=rwc'],
  ['everything, for git', ':/'],
  ['the magic of git', ':(exclude)a'],
  ['a bracket of find', '('],
  ['a negation of find', '!'],
  ['a comma of find', ','],
  ['an assignment of awk and make', 'SHELL=/tmp/x'],
  ['a pipe of perl', '|id'],
  ['a pipe of perl at the end', 'id|'],
  ['a redirection of perl', '>x'],
  ['a response file', '@x'],
  ['a command of vim', '+x'],
  ['a command of ex', 'a\n:!id'],
  ['a pattern', '*'],
  ['an option with another machine', '-f:x'],
  ['an escape', '\\x'],
  ['another machine after backslashes', '\\\\server\\share\\me@host:x'],
])('%s is written as a path', (_name, path) => {
  expect(textsOf(path, {})).toStrictEqual([`./${path}`]);
});

test('only paths are, and only those that the document does not list', () => {
  expect(textsOf('host:file', { type: 'string' })).toStrictEqual(['host:file']);
  expect(textsOf('host:file', { enum: ['host:file'] })).toStrictEqual(['host:file']);
});

test('every item of a list of one-line texts is one line', () => {
  expect(textsOf('a\nb', { type: 'string' })).toStrictEqual(['a\nb']);
  expect(textsOf('a\nb', { type: 'string', ...JSON.parse('{"x-one-line":"true"}') })).toStrictEqual(['a\nb']);
  expect(textsOf(['a\tb', 'c'], { type: 'array', 'x-one-line': true })).toStrictEqual(['a\tb', 'c']);
  expect(textsOf('a\nb', { type: 'string', 'x-one-line': true, enum: ['a\nb'] })).toStrictEqual(['a\nb']);
  const run = (): unknown => textsOf(['a', 'X-A: a\nX-B: b'], { type: 'array', 'x-one-line': true });
  expect(run).toThrow(ArgumentValidationError);
  expect(run).toThrow('"o" must be one line: the program would read the next line separately.');
});

test('a long path is looked at once', () => {
  // Squared, 32 Ki characters take seconds and the test past its time limit.
  for (let round = 0; round < 200; round++) expect(textsOf('a '.repeat(16_000).concat(':'), {})).toHaveLength(1);
});
