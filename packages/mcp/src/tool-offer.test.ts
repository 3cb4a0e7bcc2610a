import type { AtipTool, TrustSource } from '@atip/core';
import { createHost } from '@atip/node';
import { expect, test } from 'vitest';
import { offerTools } from './tool-offer.ts';

const effects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  destructive: false,
} as const;

function found(name: string, source: TrustSource) {
  const commands = { read: { description: 'Read', effects } };
  const tool: AtipTool = {
    atip: { version: '0.4' },
    name,
    version: '1',
    description: name,
    trust: { source },
    commands,
  };
  return { tool, origin: 'tools' as const, source: name, hash: 'sha256:0' as const, issues: [] };
}

const FOUND = [found('vetted', 'org'), found('mine', 'user')];

test.each([
  [
    'a client that asks in our place is told to ask about what the trust table asks about',
    'client',
    { byTrust: true },
    [true, false],
  ],
  ['what only reads is not asked about without the table', 'client', {}, [true, true]],
  ['where we ask, the hints are those of the effects', 'ask', {}, [true, true]],
] as const)('%s', (_title, confirm, policy, readOnly) => {
  const { listed } = offerTools({ host: createHost({ found: FOUND, policy }), version: '1', confirm });
  expect(listed.map(({ annotations }) => annotations?.readOnlyHint)).toStrictEqual([...readOnly]);
  expect(listed.map(({ annotations }) => annotations?.destructiveHint)).toStrictEqual(readOnly.map((only) => !only));
});
