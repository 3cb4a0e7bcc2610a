import { expect, test } from 'vitest';
import { answerSafetyMatrix, type MatrixQuestion, type SafetyMatrix } from './answer-safety-matrix.ts';

const TOOL = {
  atip: { version: '0.4' },
  name: 'git',
  version: '1',
  description: 'Git',
  trust: { source: 'native' },
  commands: {
    log: {
      description: 'Log',
      effects: { network: false, filesystem: { write: false }, destructive: false },
    },
    branch: {
      description: 'Branches',
      options: [
        { name: 'delete', flags: ['--delete'], type: 'boolean', description: 'D', 'x-effects': { destructive: true } },
        { name: 'force', flags: ['--force'], type: 'boolean', description: 'F', 'x-effects': { destructive: true } },
        { name: 'all', flags: ['--all'], type: 'boolean', description: 'A' },
      ],
      effects: { destructive: false, network: false },
    },
    clean: { description: 'Clean', effects: { destructive: true } },
    silent: { description: 'Silent' },
  },
};

function matrixOf(more: Partial<MatrixQuestion> = {}): SafetyMatrix {
  const answer = answerSafetyMatrix({ text: JSON.stringify(TOOL), ...more });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

const column = (matrix: SafetyMatrix, key: string): number => matrix.columns.findIndex((one) => one.key === key);

test('each command has a row, and each set of options that adds harm one of its own', () => {
  const { rows } = matrixOf();
  expect(rows.map(({ label, options }) => [label, options])).toStrictEqual([
    ['log', undefined],
    ['branch', undefined],
    ['branch', ['delete', 'force']],
    ['clean', undefined],
    ['silent', undefined],
  ]);
  expect(rows.every(({ range }) => range !== undefined)).toBe(true);
});

test('a cell is what core decides, with its rule and whether it was assumed', () => {
  const matrix = matrixOf();
  const standard = column(matrix, 'standard');
  expect(matrix.rows.map(({ cells }) => cells[standard])).toStrictEqual([
    { decision: 'allow' },
    { decision: 'allow' },
    { decision: 'confirm', rule: 'allowDestructive' },
    { decision: 'confirm', rule: 'allowDestructive' },
    { decision: 'confirm', rule: 'allowDestructive', assumed: true },
  ]);
});

test('sums count commands as they are called plainly', () => {
  const { columns } = matrixOf();
  expect(columns.find(({ key }) => key === 'standard')).toStrictEqual({
    key: 'standard',
    allow: 2,
    confirm: 2,
    deny: 0,
  });
  expect(columns.map(({ key }) => key)).toStrictEqual([
    'yours',
    'open',
    'standard',
    'read-only',
    'no-network',
    'ci',
    'trust',
  ]);
});

test('the page’s policy is laid over core’s defaults, and the filter holds', () => {
  const matrix = matrixOf({ policy: { allowDestructive: true }, filter: { commands: ['clean', 'silent'] } });
  expect(matrix.columns.find(({ key }) => key === 'yours')).toStrictEqual({
    key: 'yours',
    allow: 2,
    confirm: 0,
    deny: 0,
  });
});

test('a broken document is said to be one', () => {
  expect(answerSafetyMatrix({ text: '{' })).toMatchObject({ ok: false });
});

test('what options of the tool as a whole change is one row for all commands that are decided alike', () => {
  const text = JSON.stringify({
    atip: '0.3',
    name: 'git',
    version: '1',
    description: 'd',
    globalOptions: [
      { name: 'config', flags: ['-c'], type: 'string', description: 'c', 'x-effects': { destructive: true } },
    ],
    commands: Object.fromEntries(
      ['log', 'show', 'clean'].map((name) => [
        name,
        { description: name, effects: { destructive: name === 'clean', network: false } },
      ]),
    ),
  });
  const matrix = answerSafetyMatrix({ text });
  if (!matrix.ok) throw new Error(matrix.message);
  expect(matrix.rows.map(({ label, options, names }) => [label, options, names])).toStrictEqual([
    ['log', undefined, undefined],
    ['show', undefined, undefined],
    ['clean', undefined, undefined],
    ['git', ['config'], ['git_log', 'git_show']],
  ]);
  expect(matrix.rows[3]?.cells[column(matrix, 'standard')]).toStrictEqual({
    decision: 'confirm',
    rule: 'allowDestructive',
  });
});
