import { expect, test } from 'vitest';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { parseSound, parseTool } from './parse-tool.ts';

const ROOT = { atip: { version: '0.4' }, name: 'demo', version: '1.0.0', description: 'A demo' };
const RUN = { description: 'Run it' };
const FAULTY = { description: 'Faulty', effects: { network: 'yes' } };
const WITH_FAULTY_OPTION = { ...RUN, options: [{ name: 'n', flags: ['-n'], type: 7, description: 'd' }] };

const pathsOf = ({ tool }: ReturnType<typeof parseSound>): string[] | undefined =>
  tool && flattenCommands(tool).map(({ path }) => path.join(' '));

test.each<[string, object, readonly string[], readonly [pointer: string, commands: number][]]>([
  ['an effect', { run: RUN, bad: FAULTY }, ['run'], [['/commands/bad', 1]]],
  ['an option takes its command along', { run: RUN, bad: WITH_FAULTY_OPTION }, ['run'], [['/commands/bad', 1]]],
  ['a command that is none', { run: RUN, bad: 'x' }, ['run'], [['/commands/bad', 1]]],
  ['subcommands that are none', { run: RUN, bad: { ...RUN, commands: [] } }, ['run'], [['/commands/bad', 1]]],
  ['one of a group', { pr: { ...RUN, commands: { a: RUN, b: FAULTY } } }, ['pr a'], [['/commands/pr/commands/b', 1]]],
  [
    'a group’s own effects are its subcommands’ too',
    { run: RUN, pr: { ...FAULTY, commands: { a: RUN, b: FAULTY, c: { ...RUN, commands: { d: RUN, e: RUN } } } } },
    ['run'],
    [['/commands/pr', 4]],
  ],
  [
    'a group without subcommands is not a command',
    { run: RUN, x: { ...RUN, commands: { y: { ...RUN, commands: { a: FAULTY, b: FAULTY } } } } },
    ['run'],
    [
      ['/commands/x/commands/y/commands/a', 1],
      ['/commands/x/commands/y/commands/b', 1],
    ],
  ],
  [
    'keys that need escaping, and the key "commands"',
    { run: RUN, 'a/b~c': FAULTY, commands: { ...RUN, commands: { commands: FAULTY, ok: RUN } }, '': FAULTY },
    ['run', 'commands ok'],
    [
      ['/commands/a~1b~0c', 1],
      ['/commands/commands/commands/commands', 1],
      ['/commands/', 1],
    ],
  ],
])('keeps what is sound beside %s', (_name, commands, kept, left) => {
  const document = { ...ROOT, commands };
  const found = parseSound(JSON.stringify(document));
  expect(pathsOf(found)).toStrictEqual(kept);
  expect(found.left.toSorted()).toStrictEqual(
    left.map(([pointer, count]) => ({ pointer, commands: count })).toSorted(),
  );
  const { tool, issues } = parseTool(JSON.stringify(document));
  expect([tool, issues]).toStrictEqual([undefined, found.issues]);
});

test.each<[string, object | string]>([
  ['no name', { ...ROOT, name: undefined, commands: { run: RUN } }],
  ['effects of the tool', { ...ROOT, effects: { network: 'no' }, commands: { run: RUN } }],
  ['a global option', { ...ROOT, globalOptions: [{}], commands: { run: RUN } }],
  ['a reserved name outside commands', '{"x-a": {"__proto__": 1}, "commands": {"run": {"description": "d"}}}'],
  ['commands that are none', { ...ROOT, commands: ['run'] }],
  ['only faulty commands', { ...ROOT, commands: { a: FAULTY, b: { ...RUN, commands: { c: FAULTY } } } }],
  ['broken JSON', `${JSON.stringify({ ...ROOT, commands: { run: RUN } })}]`],
  [
    'more errors than are looked for',
    {
      ...ROOT,
      commands: { ...Object.fromEntries(Array.from({ length: 1002 }, (_, at) => [`c${at}`, FAULTY])), run: RUN },
    },
  ],
])('has no tool for %s', (_name, document) => {
  const { tool, issues, left } = parseSound(typeof document === 'string' ? document : JSON.stringify(document));
  expect([tool, left]).toStrictEqual([undefined, []]);
  expect(issues.some(({ severity }) => severity === 'error')).toBe(true);
});

test('a command in whose names characters hide is removed, and is no error', () => {
  const commands = { run: RUN, 'b\u{e0041}d': RUN, pr: { ...RUN, commands: { 'a\u200b': RUN, 'b\r': RUN } } };
  const { tool, issues, left } = parseSound(JSON.stringify({ ...ROOT, commands }));
  expect(tool?.commands).toStrictEqual({ run: RUN });
  expect(left.map(({ pointer }) => pointer)).toStrictEqual([
    '/commands/b\u{e0041}d',
    '/commands/pr/commands/a\u200b',
    '/commands/pr/commands/b\r',
  ]);
  expect(issues.map(({ severity }) => severity)).toStrictEqual(['warning', 'warning', 'warning']);
});

test.each<[string, object]>([
  ['a version of another type', { ...ROOT, version: 1 }],
  ['no version', { ...ROOT, version: undefined }],
  ['no description', { ...ROOT, description: undefined }],
  ['a version of the protocol that is none', { ...ROOT, atip: 0.4 }],
  ['no version of the protocol', { ...ROOT, atip: {} }],
  ['a homepage of another type', { ...ROOT, homepage: [] }],
])('keeps the commands of a tool with %s, and the error', (_name, root) => {
  const text = JSON.stringify({ ...root, commands: { run: RUN, bad: FAULTY } });
  const { tool, issues, left } = parseSound(text);
  expect([tool?.commands, left.length]).toStrictEqual([{ run: RUN }, 1]);
  expect(issues.filter(({ severity }) => severity === 'error').length).toBe(2);
  expect(parseTool(JSON.stringify(tool)).issues).toStrictEqual([]);
  expect(parseTool(text).tool).toBeUndefined();
});

test('another protocol has no commands that we could read', () => {
  expect(parseSound(JSON.stringify({ ...ROOT, atip: '1.0', commands: { run: RUN } })).tool).toBeUndefined();
});

test('a sound document is read as parseTool reads it', () => {
  const source = JSON.stringify({ ...ROOT, commands: { run: RUN, other: { effects: {} } } });
  const { text, ...read } = parseSound(source);
  expect(read).toStrictEqual({ ...parseTool(source), left: [] });
  expect(text?.source).toBe(source);
});
