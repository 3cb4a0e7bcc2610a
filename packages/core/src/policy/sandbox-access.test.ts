import type { SandboxAccess } from '../types/execution.ts';
import type { AtipEffects } from '../types/tool.ts';
import { sandboxAccess } from './sandbox-access.ts';
import { expect, test } from 'vitest';

const NOTHING: SandboxAccess = { network: false, changes: 'nothing', emptyHome: false, unstated: [] };

test.each<[string, AtipEffects, Partial<SandboxAccess>]>([
  ['nothing stated', {}, { unstated: ['network', 'changes'] }],
  ['all denied', { network: false, filesystem: { read: true, write: false, delete: false } }, {}],
  ['no file read', { network: false, filesystem: { read: false, write: false } }, { emptyHome: true }],
  ['the network', { network: true, filesystem: { write: false } }, { network: true }],
  ['writing somewhere', { network: false, filesystem: { write: true } }, { changes: 'working-directory' }],
  ['deleting alone', { network: false, filesystem: { delete: true } }, { changes: 'working-directory' }],
  ['named places', { network: false, filesystem: { write: true, paths: ['~/x', 'b'] } }, { changes: ['~/x', 'b'] }],
  ['an empty list of places', { network: false, filesystem: { write: true, paths: [] } }, { changes: 'nothing' }],
  ['only reading stated', { network: false, filesystem: { read: true } }, { unstated: ['changes'] }],
])('%s', (_name, effects, access) => {
  expect(sandboxAccess(effects)).toStrictEqual({ ...NOTHING, ...access });
});
