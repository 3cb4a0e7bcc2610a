import type { AtipEffects } from '@atip/core';
import { expect, test } from 'vitest';
import { describeEffects, quoteElement } from './describe-effects.ts';

const QUIET: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  destructive: false,
  reversible: true,
};

test.each<[AtipEffects[], string]>([
  [[], 'nothing known'],
  [[{}], 'not stated'],
  [[QUIET], 'only read'],
  [[QUIET, {}], 'not stated'],
  [[{ ...QUIET, network: true }, QUIET], 'use the network'],
  [[{ network: true }], 'use the network; the rest is not stated'],
  [
    [
      { ...QUIET, destructive: true },
      { ...QUIET, filesystem: { write: true, delete: true } },
    ],
    'destroy, delete files, write files',
  ],
  [[{ ...QUIET, cost: { billable: true }, reversible: false }], 'cost money, be irreversible'],
])('%j: %s', (effects, words) => {
  expect(describeEffects(effects)).toBe(words);
});

test.each([
  ['Grüße 世界', '"Grüße 世界"'],
  ['\u001b]0;title\u0007x', '"\\u001b]0;title\\u0007x"'],
  ['\u202egpj.exe', '"\\u{202e}gpj.exe"'],
  ['\\u{1b}', '"\\\\u{1b}"'],
])('%j is quoted as %s', (text, quoted) => {
  expect(quoteElement(text)).toBe(quoted);
});
