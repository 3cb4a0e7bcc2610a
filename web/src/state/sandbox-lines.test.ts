import type { SandboxAccess } from '@atip/core';
import { expect, test } from 'vitest';
import { sandboxLines } from './sandbox-lines.ts';

const ACCESS: SandboxAccess = { network: false, changes: 'nothing', emptyHome: false, unstated: [] };
const said = (access: Partial<SandboxAccess>): unknown =>
  sandboxLines({ mode: 'required', access: { ...ACCESS, ...access } }).facts.map((fact) => [fact.said, fact.missing]);

const READS = ['the system and the home directory, without the places of keys and tokens', false];

test('every access is told, and which were not asked for', () => {
  expect(said({})).toStrictEqual([['none', false], ['nothing that outlives it', false], READS]);
  expect(said({ unstated: ['network', 'changes'] })).toStrictEqual([
    ['none', true],
    ['nothing that outlives it', true],
    READS,
  ]);
  expect(said({ network: true, changes: ['a', '~/b'], emptyHome: true })).toStrictEqual([
    ['yes', false],
    ['a, ~/b, cut down to the directories that the companion was given', false],
    ['the system; its home directory is empty', false],
  ]);
  expect(said({ changes: 'working-directory' })).toStrictEqual([
    ['none', false],
    ['the directory it works in, cut down to the directories that the companion was given', false],
    READS,
  ]);
});

test('without a sandbox there is no limit to tell', () => {
  expect(sandboxLines({ mode: 'off', access: ACCESS })).toStrictEqual({
    mode: 'off: the program may do all that its user may do',
    facts: [],
  });
});
