import { expect, test } from 'vitest';
import { answerSafetyMatrix, type ColumnKey } from './answer-safety-matrix.ts';
import { rowLabel, changeSentences, comparePolicies, type PolicyChange } from './decision-words.ts';

function changes(
  commands: object,
  from: ColumnKey,
  to: ColumnKey,
  globalOptions: readonly object[] = [],
): readonly PolicyChange[] {
  const tool = { atip: { version: '0.4' }, name: 't', version: '1', description: 'T', commands, globalOptions };
  const matrix = answerSafetyMatrix({ text: JSON.stringify({ ...tool, trust: { source: 'native' } }) });
  if (!matrix.ok) throw new Error(matrix.message);
  return comparePolicies(matrix, from, to);
}

const sentences = (...[commands, from, to, options]: Parameters<typeof changes>): readonly string[] =>
  changeSentences(changes(commands, from, to, options), to);

const destroys = { description: 'D', effects: { destructive: true } };
const silent = { description: 'S' };
const force = (name: string, effects: object): object => ({
  ...{ name, flags: [`--${name}`], type: 'boolean', description: 'F', 'x-effects': effects },
});

test('destructive commands are counted as such, and the first three are named', () => {
  expect(sentences({ a: destroys, b: destroys }, 'standard', 'open')).toStrictEqual([
    'open newly allows 2 destructive commands: a; b.',
  ]);
  expect(sentences({ a: silent, b: destroys, c: destroys, d: destroys }, 'open', 'standard')).toStrictEqual([
    'standard newly asks about 4 commands, 3 of them destructive: b; c; d …',
  ]);
});

test('what is not stated is never called harmless', () => {
  expect(sentences({ a: silent }, 'standard', 'open')).toStrictEqual([
    'open newly allows 1 command, none stated to be destructive: a.',
  ]);
});

test('an option of the tool as a whole is said once, and counts the commands that it changes', () => {
  const harmless = { description: 'H', effects: { destructive: false } };
  expect(
    sentences({ a: harmless, b: harmless }, 'standard', 'open', [force('config', { destructive: true })]),
  ).toStrictEqual(['open newly allows 2 destructive commands: any of 2 commands, with config.']);
});

test('options are listed only where they say something new; the gravest command comes first', () => {
  const branch = {
    description: 'B',
    options: [force('delete', { destructive: true })],
    effects: { destructive: false, network: false },
  };
  const named = (from: ColumnKey, to: ColumnKey): readonly string[] =>
    changes({ branch, silent, clean: destroys }, from, to).map(
      ({ row, after }) => `${after.decision} ${rowLabel(row)}`,
    );
  expect(named('standard', 'open')).toStrictEqual(['allow branch, with delete', 'allow clean', 'allow silent']);
  expect(named('open', 'ci')).toStrictEqual(['deny clean', 'deny branch', 'deny silent']);
  expect(named('open', 'open')).toStrictEqual([]);
});
