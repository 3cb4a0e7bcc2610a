import { expect, test } from 'vitest';
import { answerSafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import { comparePolicies } from '../../analysis/safety/compare-policies.ts';
import { changeSentences } from './change-words.ts';

function sentences(
  commands: object,
  before: 'open' | 'standard',
  after: 'open' | 'standard',
  globalOptions: readonly object[] = [],
): readonly string[] {
  const tool = { atip: { version: '0.4' }, name: 't', version: '1', description: 'T', commands, globalOptions };
  const matrix = answerSafetyMatrix({ text: JSON.stringify(tool) });
  if (!matrix.ok) throw new Error(matrix.message);
  return changeSentences(comparePolicies(matrix, before, after), matrix, after);
}

const destroys = { description: 'D', effects: { destructive: true } };
const force = (name: string, effects: object): object => ({
  ...{ name, flags: [`--${name}`], type: 'boolean', description: 'F', 'x-effects': effects },
});

test('destructive commands are counted as such, and the first three are named', () => {
  expect(sentences({ a: destroys, b: destroys }, 'standard', 'open')).toStrictEqual([
    'open newly allows 2 destructive commands: a; b.',
  ]);
  expect(
    sentences({ a: { description: 'A' }, b: destroys, c: destroys, d: destroys }, 'open', 'standard'),
  ).toStrictEqual(['standard newly asks about 4 commands, 3 of them destructive: b; c; d …']);
});

test('what is not stated is never called harmless', () => {
  expect(sentences({ a: { description: 'A' } }, 'standard', 'open')).toStrictEqual([
    'open newly allows 1 command, none stated to be destructive: a.',
  ]);
});

test('an option of the tool as a whole is said once, and counts the commands that it changes', () => {
  const harmless = { description: 'H', effects: { destructive: false } };
  expect(
    sentences({ a: harmless, b: harmless }, 'standard', 'open', [force('config', { destructive: true })]),
  ).toStrictEqual(['open newly allows 2 destructive commands: any of 2 commands, with config.']);
});

test('a command that is there with two of its options counts once', () => {
  const branch = {
    description: 'B',
    options: [force('delete', { destructive: true }), force('purge', { destructive: true, reversible: false })],
    effects: { destructive: false },
  };
  expect(sentences({ branch }, 'standard', 'open')).toStrictEqual([
    'open newly allows 1 destructive command: branch, with purge; branch, with delete.',
  ]);
});

test('policies that decide the same have nothing to say', () => {
  expect(sentences({ a: destroys }, 'open', 'open')).toStrictEqual([]);
});
