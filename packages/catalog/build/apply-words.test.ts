import { expect, test } from 'vitest';
import type { ShimTool } from '../src/shim-tool.ts';
import { applyWords, withEveryday } from './build-documents.ts';
import type { WordsRow } from './sources.ts';

const option = (name: string, more: object = {}) => ({
  ...{ name, flags: [`--${name}`], type: 'boolean' as const, description: 'old' },
  ...more,
});

const BOX: ShimTool = {
  ...{ atip: { version: '0.4' }, name: 'box', version: '1', description: 'Boxes', 'x-source': 'written by hand' },
  globalOptions: [option('where'), option('file', { 'x-behind': 'crate' })],
  commands: {
    '': { description: 'old', options: [option('long')] },
    open: {
      description: 'old',
      arguments: [{ name: 'id', type: 'string', description: 'old' }],
      options: [option('long'), option('dry')],
    },
    crate: { description: 'Crates', commands: { ls: { description: 'old', options: [option('file')] } } },
  },
};

function rows(text: string): WordsRow[] {
  return text
    .trim()
    .split('\n')
    .map((line, at) => {
      const [command = '', parameter = '', words = ''] = line.split('|').map((cell) => cell.trim());
      return { command, parameters: parameter.split(' ').filter(Boolean), words, at: `t.tsv:${at + 2}` };
    });
}

const WHOLE = `
  box | | Print how many boxes there are
  box open | | Open the box of an id
  box open | id | Id of the box, such as b12
  box * | --long | Say more about each box
  box * | --where | Look for boxes in this directory
  box crate | --file | Read the crates from this file
  box crate ls | | List the crates of a file`;

function apply(text: string, requests = new Map<string, string>()): [ShimTool, string[]] {
  const failures: string[] = [];
  const tool = applyWords(BOX, rows(text), requests, (message) => failures.push(message));
  return [tool, failures];
}

test('what has a row is offered with its words; what has none is known only', () => {
  const [{ commands, globalOptions }, failures] = apply(WHOLE);
  expect(failures).toStrictEqual([]);
  expect(commands?.['open']).toStrictEqual({
    description: 'Open the box of an id',
    'x-keywords': 'old',
    arguments: [{ name: 'id', type: 'string', description: 'Id of the box, such as b12' }],
    options: [option('long', { description: 'Say more about each box' }), option('dry', { 'x-offered': false })],
  });
  expect(commands?.['crate']?.commands?.['ls']?.options).toStrictEqual([option('file', { 'x-offered': false })]);
  expect(globalOptions).toStrictEqual([
    option('where', { description: 'Look for boxes in this directory', 'x-offered': true }),
    option('file', { 'x-behind': 'crate', description: 'Read the crates from this file', 'x-offered': true }),
  ]);
});

test('words of requests are the keywords of their command, and those of no command of the tool stay for others', () => {
  const requests = new Map([
    ['box open', 'unlock unseal'],
    ['box shut', 'lock'],
  ]);
  const [{ commands }] = apply(WHOLE, requests);
  expect(commands?.['open']?.['x-keywords']).toBe('unlock unseal');
  expect(commands?.['']?.['x-keywords']).toBe('old');
  expect([...requests.keys()]).toStrictEqual(['box shut']);
});

test("a command's own row wins over one for every command, and that of a group over the tool's", () => {
  const more = `
  box open | --long | Say more about this one box
  box crate * | --file | Take crates from this one file`;
  const [{ commands }] = apply(`${WHOLE}${more}`);
  expect(commands?.['open']?.options?.[0]?.description).toBe('Say more about this one box');
  expect(commands?.['']?.options?.[0]?.description).toBe('Say more about each box');
  expect(commands?.['crate']?.commands?.['ls']?.options?.[0]?.description).toBe('Take crates from this one file');
});

test.each([
  ['says too little', '  box open | --dry | Only a test', 't.tsv:9: says too little: Only a test'],
  ['only repeats the name', '  box open | --dry | Dry', 't.tsv:9: says too little: Dry'],
  ['is cut', '  box open | --dry | Open nothing and only say …', 't.tsv:9: ends with'],
  ['begins small', '  box open | --dry | open nothing and only say', 't.tsv:9: does not begin with a capital letter'],
  ['a second row', '  box open | id | The same id once more', 't.tsv:9: a second row for "box open\\tid"'],
  ['names no option', '  box open | --wet | Open nothing and only say', 't.tsv:9: nothing has box open --wet'],
  ['names no command', '  box shut | | Shut the box of an id', 't.tsv:9: nothing has box shut'],
])('a row that %s is a failure', (_what, row, message) => {
  const [, failures] = apply(`${WHOLE}\n${row}`);
  expect(failures).toStrictEqual([expect.stringContaining(message)]);
});

test.each([
  ['a command', 'box open | |', 'words: "box open" has no row'],
  ['a required parameter', 'box open | id |', 'words: the required id of "box open" has no row'],
])('%s without a row is a failure', (_what, row, message) => {
  const text = WHOLE.split('\n')
    .filter((line) => !line.trim().startsWith(row))
    .join('\n');
  expect(apply(text)[1]).toStrictEqual([message]);
});

test('commands of daily use come first, in their order, and are marked', () => {
  const failures: string[] = [];
  const { commands = {} } = withEveryday(BOX, ['crate ls', 'open', 'shut'], (message) => failures.push(message));
  expect(Object.keys(commands)).toStrictEqual(['', 'crate', 'open']);
  const marks = [commands['crate']?.commands?.['ls'], commands['open'], commands['']].map((one) => one?.['x-everyday']);
  expect(marks).toStrictEqual([true, true, undefined]);
  expect(failures).toStrictEqual(['box shut is in "everyday" and is not a command']);
});
