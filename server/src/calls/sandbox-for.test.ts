import type { AtipTool, SandboxMode } from '@atip/core';
import { expect, test } from 'vitest';
import { sandboxFor } from './sandbox-for.ts';

const TOOL: AtipTool = { atip: { version: '0.4' }, name: 't', version: '1', description: 'T' };
const NATIVE: AtipTool = { ...TOOL, trust: { source: 'native' } };

test.each<[AtipTool, SandboxMode | undefined, SandboxMode | undefined, SandboxMode]>([
  [TOOL, undefined, undefined, 'required'],
  [NATIVE, undefined, undefined, 'preferred'],
  [NATIVE, undefined, 'required', 'required'],
  [NATIVE, undefined, 'off', 'preferred'],
  [TOOL, undefined, 'off', 'required'],
  [TOOL, 'off', undefined, 'off'],
  [TOOL, 'off', 'preferred', 'preferred'],
  [TOOL, 'preferred', 'required', 'required'],
  [TOOL, 'required', 'off', 'required'],
])('%#: a client makes it stricter and never laxer', (tool, own, client, expected) => {
  const policy = (sandbox: SandboxMode | undefined) => (sandbox === undefined ? {} : { sandbox });
  expect(sandboxFor(tool, policy(own), client && policy(client))).toBe(expected);
});
