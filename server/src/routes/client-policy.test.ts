import type { AtipTool, ExecutionPolicy } from '@atip/core';
import { EXECUTION_POLICY_DEFAULTS } from '@atip/core/internal';
import { expect, test } from 'vitest';
import type { ClientPolicy } from './call-schemas.ts';
import { DEMO_TOOL } from '../testing/demo-tool.ts';
import { createTestPorts } from '../testing/test-ports.ts';
import { checkRequest } from './check-request.ts';

const PORTS = await createTestPorts();
const HASH = `sha256:${'0'.repeat(64)}` as const;

const ASKING: AtipTool = {
  ...DEMO_TOOL,
  name: 'asking',
  commands: {
    purge: {
      description: 'Asks, then purges',
      options: [{ name: 'yes', flags: ['--yes'], type: 'boolean', description: 'Do not ask' }],
      effects: { destructive: false, interactive: { prompts: true } },
    },
    silent: { description: 'Says nothing of what it does' },
  },
};

function decide(name: string, client?: ClientPolicy, own: ExecutionPolicy = EXECUTION_POLICY_DEFAULTS, args = {}) {
  const found = [DEMO_TOOL, ASKING].map(
    (tool) => ({ tool, origin: 'shims', source: '', hash: HASH, issues: [] }) as const,
  );
  const scan = { found, skipped: [] };
  const catalogue = { refresh: async () => scan, current: () => scan };
  const request = { call: { id: '1', name, arguments: args }, ...(client && { policy: client }) };
  const { policy } = checkRequest(request, { ...PORTS, catalogue, policy: own });
  return { decision: policy?.decision, rule: policy?.rule, codes: policy?.violations.map(({ code }) => code) };
}

test.each<[string, ClientPolicy | undefined, ReturnType<typeof decide>]>([
  ['demo_say', undefined, { decision: 'allow', rule: undefined, codes: [] }],
  ['demo_say', {}, { decision: 'allow', rule: undefined, codes: [] }],
  ['demo_wipe', undefined, { decision: 'confirm', rule: 'allowDestructive', codes: ['DESTRUCTIVE_OPERATION'] }],
  // A client cannot widen: neither by saying nothing nor by allowing.
  ['demo_wipe', {}, { decision: 'confirm', rule: 'allowDestructive', codes: ['DESTRUCTIVE_OPERATION'] }],
  [
    'demo_wipe',
    { allowDestructive: true },
    { decision: 'confirm', rule: 'allowDestructive', codes: ['DESTRUCTIVE_OPERATION'] },
  ],
  [
    'demo_login',
    { allowDestructive: true },
    { decision: 'deny', rule: 'allowInteractive', codes: ['INTERACTIVE_OPERATION'] },
  ],
  // It can narrow, and every reason of both is told once.
  ['demo_say', { minTrustLevel: 'org' }, { decision: 'deny', rule: 'minTrustLevel', codes: ['TRUST_BELOW_THRESHOLD'] }],
  [
    'demo_wipe',
    { allowDestructive: false, minTrustLevel: 'org' },
    { decision: 'deny', rule: 'minTrustLevel', codes: ['DESTRUCTIVE_OPERATION', 'TRUST_BELOW_THRESHOLD'] },
  ],
  ['demo_say', { confirmAll: true }, { decision: 'confirm', rule: 'confirmAll', codes: ['CONFIRMATION_REQUIRED'] }],
  [
    'demo_wipe',
    { requireReadOnly: true },
    { decision: 'deny', rule: 'requireReadOnly', codes: ['DESTRUCTIVE_OPERATION', 'NOT_READ_ONLY'] },
  ],
  // Sharper about what the companion itself restricts.
  [
    'demo_wipe',
    { denyRestricted: true },
    { decision: 'deny', rule: 'allowDestructive', codes: ['DESTRUCTIVE_OPERATION'] },
  ],
  ['asking_silent', {}, { decision: 'confirm', rule: 'allowDestructive', codes: ['DESTRUCTIVE_OPERATION'] }],
  [
    'asking_silent',
    { denyUnknown: true },
    { decision: 'deny', rule: 'allowDestructive', codes: ['DESTRUCTIVE_OPERATION'] },
  ],
])('%s under %j', (name, client, expected) => {
  expect(decide(name, client)).toStrictEqual(expected);
});

test.each<[ExecutionPolicy, ClientPolicy | undefined]>([
  [EXECUTION_POLICY_DEFAULTS, undefined],
  [EXECUTION_POLICY_DEFAULTS, { allowInteractive: true }],
  // Nobody is at the input of a companion's process, whatever its policy says.
  [{ allowInteractive: true }, { allowInteractive: true }],
])('under %j and %j a question is answered in advance by a person, or not at all', (own, client) => {
  const codes = ['INTERACTIVE_OPERATION'];
  const denied = { decision: 'deny', rule: 'allowInteractive', codes };
  expect(decide('asking_purge', client, own)).toStrictEqual(denied);
  expect(decide('asking_purge', client, own, { yes: true })).toStrictEqual({ ...denied, decision: 'confirm' });
  expect(decide('demo_login', client, own)).toStrictEqual(denied);
});
