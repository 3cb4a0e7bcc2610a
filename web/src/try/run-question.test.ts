import type { SandboxAccess } from '@atip/core';
import { expect, test } from 'vitest';
import { clockOf, phaseLine, sandboxSentences, verbOf } from './run.ts';

test.each([
  [['/usr/bin/git', 'branch', '-D', 'old'], 'Run git branch -D old'],
  [['C:\\bin\\a.exe', 'b\nc', ''], 'Run a.exe b\\nc ⟨empty⟩'],
  [['rm', 'x'.repeat(45)], `Run rm ${'x'.repeat(45)}`],
  [['rm', 'x'.repeat(46)], 'Run rm … (1 argument, 46 characters)'],
  [['/bin/sh', '-c', 'x'.repeat(16_018)], 'Run sh -c … (2 arguments, 16,020 characters)'],
  [['sh', '-c', '\u00a0'.repeat(20)], 'Run sh -c … (2 arguments, 22 characters)'],
  [[`/bin/${'x'.repeat(60)}`, 'a'], 'Run … (1 argument, 1 character)'],
])('the approving button says what happens: %#', (argv, verb) => {
  expect(verbOf(argv)).toBe(verb);
});

test.each([
  [9, '0:09'],
  [0, '0:00'],
])('%i seconds on a clock', (seconds, shown) => {
  expect(clockOf(seconds)).toBe(shown);
});

test.each([
  ['confirmation-denied', 'You said no; nothing ran.'],
  ['confirmation-lapsed', 'No answer came in time; nothing ran.'],
])('a question that ends with %s', (code, line) => {
  expect(phaseLine({ phase: 'declined', problem: { code, title: '', detail: '' } })).toBe(line);
});

const ACCESS: SandboxAccess = { network: false, changes: 'nothing', emptyHome: false, unstated: [] };
const SILENT = ' (the document does not ask for more)';

test.each<[Partial<SandboxAccess>, string, string]>([
  [{}, 'It gets no network.', 'It may change nothing.'],
  [{ unstated: ['network', 'changes'] }, `It gets no network${SILENT}.`, `It may change nothing${SILENT}.`],
  [
    { network: true, changes: ['a', '~/b'] },
    'It may use the network.',
    'It may change a, ~/b, within the directories of the companion.',
  ],
])('a sandbox for %j', (access, network, changes) => {
  expect(sandboxSentences('required', { ...ACCESS, ...access }).slice(1, 3)).toStrictEqual([network, changes]);
});
