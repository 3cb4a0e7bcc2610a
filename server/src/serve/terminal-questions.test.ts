import { PassThrough } from 'node:stream';
import type { Plan } from '@atip/node/internal';
import { createHost } from '@atip/node';
import { expect, onTestFinished, test } from 'vitest';
import { createTerminalQuestions } from './terminal-questions.ts';
import { advance, stopTime } from '../testing/manual-time.ts';

stopTime();

const PROGRAM = {
  path: '/usr/bin/git',
  foundAs: '/usr/bin/git',
  hash: `sha256:${'0'.repeat(64)}`,
  stamp: '1',
} as const;
const GIT = { name: 'git', atip: '0.4', version: '1', description: 'Git' };
const METADATA = { description: 'Cleans' };
const COMMAND = {
  command: ['git', 'clean'],
  name: 'git_clean',
  tool: GIT,
  path: ['clean'],
  pointer: '/commands/clean',
  metadata: METADATA,
  effects: {},
};
const CALL = { id: '1', name: 'git_clean', arguments: {} };

const QUESTION: Plan = {
  ok: true,
  decision: 'confirm',
  call: CALL,
  command: COMMAND,
  arguments: {},
  argv: ['git', 'clean', '--force', 'a b'],
  effects: { destructive: true, reversible: false, network: false, filesystem: { write: true, delete: true } },
  reasons: ['git_clean permanently destroys data.'],
  warnings: [],
  violations: [],
  sandbox: 'off',
  program: PROGRAM,
  started: ['/usr/bin/git', 'clean', '--force', 'a b'],
  cwd: '/repo',
  places: new Map(),
  hash: 'sha256:0',
};
const OTHER: Plan = { ...QUESTION, command: { ...COMMAND, command: ['git', 'gc'] }, started: ['/usr/bin/git', 'gc'] };
const MADE = createHost({ cwd: '/repo' });
const nothing = { offers: [], keep: async () => ({ id: '1' }) };
const HOST = { ...MADE, rules: { ...MADE.rules, about: () => nothing } };

function prepare() {
  const input = new PassThrough();
  const log = { text: '', links: 0 };
  const output = {
    write: (text: string) => {
      log.text += text;
    },
  };
  const onEmptyLine = (): void => {
    log.links += 1;
  };
  const questions = createTerminalQuestions(input, output, onEmptyLine);
  onTestFinished(questions.close);
  /** Types a line a while after the last output, and waits until it was read. */
  const type = async (line: string, after = 1_000): Promise<void> => {
    advance(after);
    const read = new Promise((resolve) => input.once('data', resolve));
    input.write(`${line}\n`);
    await read;
  };
  /** Text written since the last check. */
  const said = (): string => {
    const { text } = log;
    log.text = '';
    return text;
  };
  return { log, questions, type, said, input };
}

test('a question shows everything that would run, each element on its own line', async () => {
  const { questions, said, type } = prepare();
  const answer = questions.ask(QUESTION, HOST);
  expect(said()).toBe(`
git clean is about to run.  [⚠️ DESTRUCTIVE]  [⚠️ NOT REVERSIBLE]
  program   "/usr/bin/git"
  argv[0]   "/usr/bin/git"
  argv[1]   "clean"
  argv[2]   "--force"
  argv[3]   "a b"
  in        "/repo"
  may       destroy, delete files, write files, be irreversible
  because   git_clean permanently destroys data.
Type yes to run it: `);
  await type('yes');
  expect(await answer).toBe(true);
  expect(said()).toBe('It may run.\n');
});

test('what nobody sees is escaped, and nothing is redacted', () => {
  const { questions, said } = prepare();
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const argv = ['/bin/x', '\u001b[2J\u202egpj.exe', 'two\nlines', `TOKEN=${token}`];
  void questions.ask(
    {
      ...QUESTION,
      command: { ...COMMAND, command: ['x\u001b[8m'] },
      started: argv,
      cwd: '/a\rb',
      reasons: ['be\u0007cause'],
    },
    HOST,
  );
  const text = said();
  expect(text).toContain(`
  argv[1]   "\\u001b[2J\\u{202e}gpj.exe"
  argv[2]   "two\\nlines"
  argv[3]   "TOKEN=${token}"
  in        "/a\\rb"
`);
  expect(text).toContain('x\\u{1b}[8m is about to run.');
  expect(text).toContain('  because   be\\u{7}cause\n');
});

test.each([['one long element', ['x'.repeat(2_000)]]])(
  'of a long question it is said where it begins: %s',
  (_long, elements) => {
    const { questions, said } = prepare();
    void questions.ask({ ...QUESTION, started: ['/usr/bin/git', ...elements] }, HOST);
    expect(said()).toContain('It is long: read it from "git clean is about to run" on.\nType yes');
  },
);

test.each<[string, boolean]>([
  ['', false],
  ['no', false],
  ['n', false],
  ['Yes', true],
  [' yes ', true],
  ['y', true],
])('the answer %j, as atip run takes it: %j', async (line, approved) => {
  const { log, questions, type } = prepare();
  const answer = questions.ask(QUESTION, HOST);
  await type(line);
  expect([await answer, log.links]).toStrictEqual([approved, 0]);
});

test.each<[string, string, boolean]>([
  ['yep', 'yes', true],
  ['always 3', 'y', true],
  ['ja', 'ja', false],
])('an answer that is none of these is asked for once more: %j, then %j', async (first, second, approved) => {
  const { questions, type, said } = prepare();
  const answer = questions.ask(QUESTION, HOST);
  await type(first);
  expect(said()).toMatch(/Please give one of these answers\.\nType yes to run it: $/);
  await type(second);
  expect(await answer).toBe(approved);
});

test('two answers at once answer one question: nobody had read the other', async () => {
  const { questions, type, said } = prepare();
  const answers = [questions.ask(QUESTION, HOST), questions.ask(OTHER, HOST)];
  await type('yes\nyes');
  expect(await answers[0]).toBe(true);
  expect(said()).toMatch(/git gc is about to run[\s\S]*Type yes to run it: Type yes to run it: $/);
  await type('yes', 499);
  await type('no');
  expect(await answers[1]).toBe(false);
});

test('a document is saved for a yes alone, in words of its own, and lapses like a call', async () => {
  const { questions, said, type } = prepare();
  const signal = new AbortController().signal;
  const answers = ['yes', 'always 1'].map(() =>
    questions.askToSave(['A document of git is about to be saved.'], signal),
  );
  expect(said()).toBe('\nA document of git is about to be saved.\nType yes to save it: ');
  await type('yes');
  expect(said()).toContain('It may be saved.\n');
  await type('always 1');
  await type('always 1');
  expect(await Promise.all(answers)).toStrictEqual([true, false]);
  expect(said()).toContain('It will not be saved.\n');
  const late = questions.askToSave(['A document of jq is about to be saved.'], signal);
  advance(120_000);
  expect(await late).toBe(false);
  expect(said()).toContain('This question is over; nothing will be saved.');
});

test('a withdrawn question is over, and what was being typed for it answers no other', async () => {
  const { questions, type, said } = prepare();
  const abort = new AbortController();
  const answers = [questions.ask(QUESTION, { ...HOST, signal: abort.signal }), questions.ask(OTHER, HOST)];
  said();
  abort.abort();
  expect(await answers[0]).toBe(false);
  expect(said()).toMatch(/^\nThis question is over; nothing will run\.\n\ngit gc [\s\S]*First press Enter: $/);
  await type('yes');
  expect(said()).toBe('Type yes to run it: ');
  await type('yes');
  expect(await answers[1]).toBe(true);
});

test('a question lapses after two minutes, in its turn or not', async () => {
  const { questions, said } = prepare();
  const answers = [questions.ask(QUESTION, HOST), questions.ask(OTHER, HOST)];
  advance(119_999);
  expect(said()).not.toContain('over');
  advance(1);
  expect(await Promise.all(answers)).toStrictEqual([false, false]);
});
