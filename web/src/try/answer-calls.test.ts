import { expect, test } from 'vitest';
import { answerCallCommand, answerCallIndex, answerCallStages, quoteForSh } from './answer-calls.ts';
import { spawnSync } from 'node:child_process';

const subject = {
  text: JSON.stringify({
    atip: { version: '0.4' },
    name: 'git',
    version: '1',
    description: 'Git',
    trust: { source: 'user' },
    commands: {
      log: {
        description: 'Log',
        options: [{ name: 'grep', flags: ['--grep'], type: 'string', description: 'What' }],
        effects: { network: true, filesystem: { read: true, write: true, paths: ['.git'] } },
      },
      status: { description: 'Status', arguments: [{ name: 'path', type: 'file', description: 'Where' }] },
    },
  }),
};

const call = { id: 'c', name: 'git_log', arguments: { grep: "it's 100%" } };

test('a call that goes through has its command line for a shell, and its sandbox', () => {
  const stages = answerCallStages({ subject, calls: [call], place: 0 });
  expect(stages?.check.argv).toStrictEqual(['git', 'log', "--grep=it's 100%"]);
  expect(stages?.check).not.toHaveProperty('mapping');
  expect(stages?.shellLine).toBe(`git log '--grep=it'\\''s 100%'`);
  expect(stages?.sandbox).toStrictEqual({
    mode: 'required',
    access: { network: true, changes: ['.git'], emptyHome: false, unstated: [] },
  });
});

test('the page’s policy decides, over the defaults', () => {
  const of = (policy: object): unknown =>
    answerCallStages({ subject, calls: [call], place: 0, policy })?.check.decision;
  expect([of({}), of({ allowNetwork: false }), of({ confirmAll: true })]).toStrictEqual(['confirm', 'deny', 'confirm']);
  expect(answerCallStages({ subject, calls: [call], place: 0, policy: { sandbox: 'off' } })?.sandbox?.mode).toBe('off');
});

test('every call has a verdict, and one is followed', () => {
  const calls = [call, { ...call, name: 'git_lgo' }, { ...call, arguments: { odd: 1 } }];
  const stages = answerCallStages({ subject, calls, place: 1 });
  expect(stages?.check.call.name).toBe('git_lgo');
  expect(stages?.verdicts.map(({ kind }) => kind)).toStrictEqual(['asks', 'refused', 'refused']);
  expect(answerCallStages({ subject, calls, place: 3 })).toBeUndefined();
});

test('a call that stops has neither; a broken document has no answer', () => {
  const stages = answerCallStages({ subject, calls: [{ ...call, name: 'git_lgo' }], place: 0 });
  expect([stages?.verdicts.length, stages?.shellLine, stages?.sandbox]).toStrictEqual([1, undefined, undefined]);
  expect(answerCallStages({ subject: { text: '{' }, calls: [call], place: 0 })).toBeUndefined();
});

test('the commands of a document, with the gravest mark and a call of the first', () => {
  const index = answerCallIndex(subject);
  expect(index?.tool).toBe('git');
  expect(index?.commands.map(({ name, risk }) => [name, risk?.word])).toStrictEqual([
    ['git_log', 'writes'],
    ['git_status', 'nothing stated'],
  ]);
  expect(index?.example).toStrictEqual({ name: 'git_log', arguments: {} });
  expect(answerCallIndex({ text: '{' })).toBeUndefined();
  expect(answerCallIndex({ ...subject, filter: { commands: ['status'] } })?.example).toStrictEqual({
    name: 'git_status',
    arguments: { path: 'example.txt' },
  });
});

test('one command by its name', () => {
  expect(answerCallCommand({ subject, name: 'git_status' })?.parameters.map(({ key }) => key)).toStrictEqual(['path']);
  expect(answerCallCommand({ subject, name: 'git_x' })).toBeUndefined();
});

/** The arguments that a real shell passes for a command line: a program writes each with a NUL behind it. */
function takenApart(text: string): string[] {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', text], { encoding: 'utf8' });
  expect([stderr, status]).toStrictEqual(['', 0]);
  return stdout.split('\0').slice(0, -1);
}

const textOf = (argv: readonly string[]): string => quoteForSh(argv) ?? 'no line';

const EVIL = [
  '',
  ' ',
  '-n',
  '--',
  '*',
  '~',
  '~root',
  '#no comment',
  'a\nb',
  '\n',
  'a\n',
  "it's",
  "'",
  "''",
  '"',
  '\\',
  'a\\',
  '$HOME',
  '$(id)',
  '$\u007bIFS}',
  '`id`',
  '; touch x',
  'a && b | c > d',
  '!!',
  'A=b',
  '{a,b}',
  '\t',
  '\u001b[201~\u001b]52;c;eA==\u0007',
  '\r',
  'a\u0007\n\u0007',
  '\u202etxt\u200b',
  '‘quotes’ “quotes”',
  'ä€😀👩‍👩‍👧',
  '\u{e0041}',
  '%s%n\\101',
];

test('all of them together, and a program whose name has to be quoted', () => {
  expect(takenApart(`set -- ${textOf(['x', ...EVIL])}; shift; printf '%s\\0' "$@"`)).toStrictEqual(EVIL);
  expect(takenApart(textOf(['printf', '%s\\0', 'if', 'A=b']))).toStrictEqual(['if', 'A=b']);
});

test.each([
  [['git', 'commit', '-m', "it's"], `git commit -m 'it'\\''s'`],
  [['git', 'log', '--max-count=2'], 'git log --max-count=2'],
  [['if', 'x'], 'env if x'],
  [['A=b', 'x'], `'A=b' x`],
  [['e', '=ls'], `e '=ls'`],
  [['e', '\u001b[2J'], `e "$(printf '\\033')"'[2J'`],
])('%j is written as %s', (argv, text) => {
  expect(quoteForSh(argv)).toBe(text);
});

test.each(['eval', '.', 'exec', 'trap', 'command', 'source', '%1'])(
  '%s is a program, and not what the shell has of that name',
  (name) => {
    const text = textOf([name, 'echo ran', 'EXIT']);
    expect(text).toBe(`env ${name} 'echo ran' EXIT`);
    const { stdout, status } = spawnSync('sh', ['-c', text], { encoding: 'utf8' });
    expect(stdout).toBe('');
    // Not found, or no program.
    expect([126, 127]).toContain(status);
  },
);

test('nothing that cannot be seen is in the text', () => {
  expect(textOf(EVIL)).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
});

test('half of a character is refused', () => {
  expect(quoteForSh(['x', 'a\ud800'])).toBeUndefined();
});
