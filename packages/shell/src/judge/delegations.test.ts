import { type AtipTool, type Delegation, type ExecutionPolicy, POLICY_PRESETS } from '@atip/core';
import { loadShim } from '@atip/catalog';
import { beforeAll, expect, test } from 'vitest';
import { checkLine } from './check-line.ts';
import type { ToolLookup } from './context.ts';

const GH: AtipTool = {
  atip: '0.4',
  name: 'gh',
  version: '1',
  description: 'x',
  trust: { source: 'vendor' },
  commands: {
    pr: {
      description: 'x',
      commands: {
        list: { description: 'x', effects: { network: true, destructive: false } },
        merge: { description: 'x', effects: { network: true } },
      },
    },
    repo: {
      description: 'x',
      commands: { delete: { description: 'x', effects: { destructive: true }, 'x-aliases': ['rm'] } },
    },
  },
};
const shims = new Map<string, AtipTool>([['gh', GH]]);
beforeAll(async () => {
  for (const name of ['git', 'ls', 'builtins', 'timeout', 'cat']) {
    const tool = await loadShim(name);
    if (tool) shims.set(name, tool);
  }
});
const find: ToolLookup = (name) => shims.get(name);

const RFC: Delegation = {
  allowedTools: ['gh', 'git'],
  deniedCommands: ['gh repo delete'],
  effectRestrictions: { destructive: false },
};
const SETTINGS = { cwd: '/work', isThere: () => true };
const free = (line: string, policy: ExecutionPolicy = POLICY_PRESETS.open) => checkLine(line, find, policy, SETTINGS);
const judge = (line: string, delegation: Delegation = RFC, policy: ExecutionPolicy = POLICY_PRESETS.open) =>
  free(line, { ...policy, delegations: [{ delegation, origin: 'of d.json' }] });

test.each<[string, string]>([
  ['gh pr list', 'allow'],
  ['cd /work && gh pr list', 'allow'],
  ['timeout 5 gh pr list', 'allow'],
  ["sh -c 'gh pr list'", 'allow'],
  ['gh pr merge', 'confirm'],
  ['gh pr list --strange', 'confirm'],
  ['gh nuke', 'confirm'],
  ['gh repo delete', 'deny'],
  ['gh repo rm', 'deny'],
  ['/usr/bin/gh repo delete', 'deny'],
  ['gh pr list && gh repo delete', 'deny'],
  ['git clean -fd', 'deny'],
  ['git push --force', 'deny'],
  ['gh pr list > notes.txt', 'deny'],
])('with the delegation of the specification, %s: %s', (line, decision) => {
  expect(judge(line).decision).toBe(decision);
});

// Each is let through, or asked about, without the delegation.
test.each<[string, string, string]>([
  [
    'sudo gh repo delete',
    'allow',
    'sudo is not delegated: the delegation of d.json does not name "sudo" (allowedTools).',
  ],
  ['sudo gh pr list', 'allow', 'sudo is not delegated: the delegation of d.json does not name "sudo" (allowedTools).'],
  [
    "sh -c 'gh repo delete'",
    'allow',
    'gh repo delete is not delegated: the delegation of d.json denies "gh repo delete" (deniedCommands).',
  ],
  [
    'echo x | xargs gh repo delete',
    'confirm',
    'gh repo delete is not delegated: the delegation of d.json denies "gh repo delete" (deniedCommands).',
  ],
  ['ls', 'allow', 'ls is not delegated: the delegation of d.json does not name "ls" (allowedTools).'],
  ['GH pr list', 'confirm', 'GH is not delegated: the delegation of d.json does not name "GH" (allowedTools).'],
  ['./gh pr list', 'confirm', './gh is not delegated: the delegation of d.json does not name "./gh" (allowedTools).'],
  [
    '/opt/evil/gh pr list',
    'confirm',
    '/opt/evil/gh is not delegated: the delegation of d.json does not name "/opt/evil/gh" (allowedTools).',
  ],
  [
    'kubectl get pods',
    'confirm',
    'kubectl is not delegated: the delegation of d.json does not name "kubectl" (allowedTools).',
  ],
  ['$TOOL pr list', 'confirm', 'The program $TOOL is not known before the line runs.'],
  ['PATH=/tmp/x gh pr list', 'confirm', 'Only named tools are delegated (allowedTools), and this may be another one.'],
])('%s is denied, and not only %s', (line, without, reason) => {
  expect(free(line).decision).toBe(without);
  const { decision, reasons } = judge(line);
  expect(decision).toBe('deny');
  expect(reasons).toContain(reason);
});

test.each([
  'env -i gh repo delete',
  'command gh repo delete',
  'exec gh repo delete',
  "g''h repo delete",
  '\\gh repo delete',
  '"gh" "repo" delete',
  'bash <<< "gh repo delete"',
  "eval 'gh repo delete'",
  'gh repo $(echo delete)',
  'X=delete; gh repo $X',
  'echo delete | xargs gh repo',
  '$(which gh) repo delete',
  "alias x='gh repo delete'; x",
  'f() { gh repo delete; }; f',
  'time gh repo delete',
  'timeout 5 nice gh repo delete',
  'true || gh repo delete',
  'gh pr list | while read x; do gh repo delete; done',
  'gh pr list $(gh repo delete)',
  'cat <(gh repo delete)',
  'find . -exec gh repo delete {} +',
])('%s is denied', (line) => {
  expect(free(line, { ...POLICY_PRESETS.open, rules: [{ run: 'gh *', decision: 'allow' }] }).decision).not.toBe('deny');
  expect(judge(line).decision).toBe('deny');
});

test.each(['ls', 'kubectl get pods', 'gh repo delete', 'gh pr merge', 'gh pr list --strange'])(
  'a rule that allows %s for good lifts nothing',
  (line) => {
    const rules = ['ls', 'kubectl get pods', 'gh *'].map((run) => ({ run, decision: 'allow' }) as const);
    const policy = { ...POLICY_PRESETS.standard, rules };
    expect(free(line, policy).decision).toBe('allow');
    expect(judge(line, RFC, policy).decision).not.toBe('allow');
  },
);

test('without named tools, what nobody describes is asked about and a denied name is denied', () => {
  const delegation = { deniedCommands: ['kubectl delete', 'cd'] };
  expect(judge('kubectl get pods', delegation).decision).toBe('confirm');
  expect(judge('kubectl delete pod x', delegation).reasons).toStrictEqual([
    'kubectl is not delegated: the delegation of d.json denies "kubectl delete" (deniedCommands).',
    'There is no document for "kubectl".',
  ]);
  expect(judge('cd /tmp', delegation).decision).toBe('deny');
});
