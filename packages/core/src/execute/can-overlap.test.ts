import type { AtipEffects } from '../types/tool.ts';
import { canOverlap } from './create-executor.ts';
import { expect, test } from 'vitest';

const LOCAL: AtipEffects = { filesystem: { write: false }, network: false };
const REMOTE: AtipEffects = {
  filesystem: { write: false },
  network: true,
  destructive: false,
  idempotent: true,
  creates: [],
  modifies: [],
  deletes: [],
};
const { creates: _creates, ...silentAboutCreating } = REMOTE;
const { destructive: _destructive, ...silentAboutDestroying } = REMOTE;
const { network: _network, ...silentAboutNetwork } = REMOTE;

test.each<[string, AtipEffects, boolean]>([
  ['only reads', LOCAL, true],
  ['only asks over the network', REMOTE, true],
  ['states nothing', {}, false],
  ['says nothing of files', { network: false }, false],
  ['says nothing of the network', { filesystem: { write: false } }, false],
  ['says nothing of the network, but of all the rest', silentAboutNetwork, false],
  ['says nothing of what it creates', silentAboutCreating, false],
  ['says nothing of destroying', silentAboutDestroying, false],
  ['creates', { ...REMOTE, creates: ['issue'] }, false],
  ['modifies', { ...REMOTE, modifies: ['issue'] }, false],
  ['deletes', { ...REMOTE, deletes: ['issue'] }, false],
  ['destroys', { ...REMOTE, destructive: true }, false],
  ['cannot be repeated', { ...REMOTE, idempotent: false }, false],
  ['costs money', { ...REMOTE, cost: { billable: true } }, false],
  ['writes, to paths of its own', { ...REMOTE, filesystem: { write: true, paths: ['./only-here'] } }, false],
  ['asks a person', { ...LOCAL, interactive: { prompts: true } }, false],
  ['wants a terminal', { ...LOCAL, interactive: { tty: true } }, false],
  ['could read input, which is closed', { ...LOCAL, interactive: { stdin: 'optional' } }, true],
])('%s: %j', (_name, effects, overlaps) => {
  expect(canOverlap(effects)).toBe(overlaps);
});
