import { rowsOf, stated } from '../testing/in-words.ts';
import type { SandboxAccess } from '../types/execution.ts';
import type { SandboxMode } from '../types/policy.ts';
import type { TrustSource } from '../types/tool.ts';
import { networkLeftBy, sandboxAccess, sandboxModeFor } from './sandbox-access.ts';
import { expect, test } from 'vitest';

const NOTHING: SandboxAccess = { network: false, changes: 'nothing', emptyHome: false, unstated: [] };

test.each<[string, string, Partial<SandboxAccess>]>([
  ['nothing stated', '', { unstated: ['network', 'changes'] }],
  ['all denied', '-network +filesystem.read -filesystem.write -filesystem.delete', {}],
  ['no file read', '-network -filesystem.read -filesystem.write', { emptyHome: true }],
  ['the network', '+network -filesystem.write', { network: true }],
  ['writing somewhere', '-network +filesystem.write', { changes: 'working-directory' }],
  ['deleting alone', '-network +filesystem.delete', { changes: 'working-directory' }],
  ['named places', '-network +filesystem.write filesystem.paths=~/x,b', { changes: ['~/x', 'b'] }],
  ['an empty list of places', '-network +filesystem.write filesystem.paths=', { changes: 'nothing' }],
  ['only reading stated', '-network +filesystem.read', { unstated: ['changes'] }],
])('%s', (_name, effects, access) => {
  expect(sandboxAccess(stated(effects))).toStrictEqual({ ...NOTHING, ...access });
});

test.each(
  rowsOf(`
    native    |           | preferred
    org       |           | preferred
    community |           | required
    inferred  |           | required
    inferred  | required  | required
    native    | required  | required
    inferred  | preferred | preferred
    native    | preferred | preferred
    inferred  | off       | off
    native    | off       | off
    inferred  | anything  | required
    native    | anything  | required
  `),
)('a tool of source %s under the policy "%s": %s', (source, sandbox, mode) => {
  const policy = sandbox === '' ? {} : { sandbox: sandbox as SandboxMode };
  expect(sandboxModeFor(policy, source as TrustSource)).toBe(mode);
});

test.each([
  [[], undefined],
  [[{}, { network: 'all' }], undefined],
  [[{ network: 'all' }, { network: { allow: ['a.test'] } }], { allow: ['a.test'] }],
  [[{ network: { allow: ['a.test', 'b.test'] } }, { network: { allow: ['b.test', 'c.test'] } }], { allow: ['b.test'] }],
  [[{ network: { allow: ['a.test'] } }, { network: 'none' }], 'none'],
  [[{ network: 'some' }], 'none'],
] as const)('of the network %j leave %j', (policies, left) => {
  expect(networkLeftBy(policies as Parameters<typeof networkLeftBy>[0])).toStrictEqual(left);
});
