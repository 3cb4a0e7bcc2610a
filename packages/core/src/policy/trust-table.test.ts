import { expect, test } from 'vitest';
import { noteFound, vouchFor } from '../effects/trust.ts';
import { checkCall } from '../call/check-call.ts';
import type { Decision, ExecutionPolicy } from '../types/policy.ts';
import type { AtipEffects, AtipTool, TrustSource } from '../types/tool.ts';
import { POLICY_PRESETS } from './policy-rules.ts';

const READS = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };
const WRITES = { ...READS, filesystem: { read: true, write: true, delete: false }, cost: { billable: false } };
const COMMANDS: Readonly<Record<string, AtipEffects>> = {
  read: READS,
  write: { ...WRITES, reversible: true },
  lasting: { ...WRITES, reversible: false },
  wipe: { ...WRITES, destructive: true },
  silent: {},
};

function notes(source?: TrustSource): AtipTool {
  const commands = Object.entries(COMMANDS).map(([name, effects]) => [name, { description: 'Acts', effects }]);
  const base = { atip: { version: '0.4' }, name: 'notes', version: '1', description: 'Keeps notes' };
  return { ...base, commands: Object.fromEntries(commands), ...(source && { trust: { source } }) };
}

function decided(tool: AtipTool, policy: ExecutionPolicy | undefined, command: string) {
  return checkCall({ id: '1', name: `notes_${command}`, arguments: {} }, [tool], policy);
}

function row(tool: AtipTool, policy: ExecutionPolicy | undefined): Decision[] {
  return Object.keys(COMMANDS).map((command) => decided(tool, policy, command).decision);
}

const TABLE = { byTrust: true } as const;

test.each<[TrustSource | undefined, ...Decision[]]>([
  ['native', 'allow', 'allow', 'confirm', 'confirm', 'confirm'],
  ['vendor', 'allow', 'allow', 'confirm', 'confirm', 'confirm'],
  ['org', 'allow', 'allow', 'confirm', 'confirm', 'confirm'],
  ['community', 'confirm', 'confirm', 'confirm', 'deny', 'confirm'],
  ['user', 'confirm', 'confirm', 'confirm', 'deny', 'confirm'],
  ['inferred', 'confirm', 'deny', 'deny', 'deny', 'deny'],
  [undefined, 'confirm', 'deny', 'deny', 'deny', 'deny'],
])('by the trust table, %s: read %s, write %s, not reversible %s, destroy %s, unstated %s', (source, ...expected) => {
  expect(row(notes(source), TABLE)).toStrictEqual(expected);
});

test.each<[TrustSource | undefined, ...Decision[]]>([
  ['native', 'allow', 'allow', 'confirm', 'confirm', 'confirm'],
  ['vendor', 'allow', 'allow', 'confirm', 'confirm', 'confirm'],
  ['org', 'allow', 'allow', 'confirm', 'confirm', 'confirm'],
  ['community', 'allow', 'confirm', 'confirm', 'confirm', 'confirm'],
  ['user', 'allow', 'confirm', 'confirm', 'confirm', 'confirm'],
  ['inferred', 'allow', 'confirm', 'confirm', 'confirm', 'confirm'],
  [undefined, 'allow', 'confirm', 'confirm', 'confirm', 'confirm'],
])(
  'by standard, named or not, %s: read %s, write %s, not reversible %s, destroy %s, unstated %s',
  (source, ...expected) => {
    for (const policy of [undefined, {}, { preset: 'standard' }, POLICY_PRESETS.standard] as const)
      expect(row(notes(source), policy)).toStrictEqual(expected);
    // Loosening a found document's policy leaves the question about the trust in it.
    const found = notes(source);
    noteFound(found, { where: 'a file of yours' });
    const whole = source !== undefined && ['native', 'vendor', 'org'].includes(source);
    const loose = row(found, { allowDestructive: true, levels: { notReversible: 'allow' } });
    if (source) expect(loose).toStrictEqual(whole ? Array(5).fill('allow') : ['allow', ...Array(4).fill('confirm')]);
  },
);

test('for a document that was handed over, what the policy states wins over the trust in it', () => {
  const handed = notes('inferred');
  noteFound(handed, { where: 'handed over', isValue: true });
  for (const tool of [notes('user'), handed]) {
    expect(row(tool, { allowDestructive: true })).toStrictEqual(['allow', 'allow', 'confirm', 'allow', 'allow']);
    expect(decided(tool, { rules: [{ run: 'notes write', decision: 'allow' }] }, 'write').decision).toBe('allow');
    expect(row(tool, { preset: 'open' })).toStrictEqual(Array(5).fill('allow'));
  }
  expect(row(notes('user'), { minTrustLevel: 'user' })[1]).toBe('allow');
  expect(row(handed, { minTrustLevel: 'inferred' })[1]).toBe('allow');
});

test('a reason says what is missing, and a rule decides instead', () => {
  const tool = notes('user');
  const { decision, rule, reasons } = decided(tool, {}, 'write');
  expect({ decision, rule, reasons }).toStrictEqual({
    decision: 'confirm',
    rule: 'levels/untrusted',
    reasons: [
      'notes_write does not state that it only reads, and its document is trusted only as "user" (by its own word).',
    ],
  });
  expect(decided(tool, {}, 'wipe').reasons).toStrictEqual(['notes_wipe permanently destroys data.']);
});

test('the policy stays where it is stricter, and its reason comes first', () => {
  expect(row(notes('native'), { ...POLICY_PRESETS.ci, byTrust: true })).toStrictEqual(
    row(notes('native'), POLICY_PRESETS.ci),
  );
  expect(decided(notes('community'), TABLE, 'wipe').reasons).toStrictEqual([
    'notes_wipe permanently destroys data.',
    'notes_wipe is refused by "byTrust" of the policy: its document is trusted only as "community" (by its own word), and commands of such a document may destroy nothing.',
  ]);
  expect(decided(notes('user'), TABLE, 'silent').reasons).toStrictEqual([
    'Its document does not say whether notes_silent permanently destroys data, so it counts as if it did.',
  ]);
});

test('a reason names the place that a host noted, also of a copy', () => {
  const tool = notes('user');
  noteFound(tool, { where: 'a file of yours' });
  const { decision, rule, reasons } = decided({ ...tool, description: 'A copy' }, TABLE, 'read');
  expect({ decision, rule, reasons }).toStrictEqual({
    decision: 'confirm',
    rule: 'byTrust',
    reasons: ['notes_read is asked about: its document is trusted only as "user" (a file of yours).'],
  });
});

test('a rule of the person decides over the table, either way', () => {
  const ruled = (run: string, decision: Decision): ExecutionPolicy => ({ ...TABLE, rules: [{ run, decision }] });
  expect(decided(notes('user'), ruled('notes wipe', 'allow'), 'wipe').decision).toBe('allow');
  expect(decided(notes('user'), ruled('notes wipe', 'confirm'), 'wipe').decision).toBe('confirm');
  expect(decided(notes('user'), ruled('notes wipe', 'confirm'), 'wipe').reasons).toStrictEqual([
    'notes_wipe is asked about by the rule "notes wipe".',
    'notes_wipe permanently destroys data.',
  ]);
  expect(decided(notes(), ruled('notes *', 'allow'), 'silent').decision).toBe('allow');
  expect(decided(notes('user'), ruled('notes read', 'deny'), 'read').decision).toBe('deny');
  expect(decided(notes('user'), ruled('notes read', 'allow'), 'write').decision).toBe('confirm');
});

test('what its host vouches for, or answers for, is judged by the policy alone', () => {
  const vouched = notes('community');
  vouchFor(vouched);
  expect(row(vouched, TABLE)).toStrictEqual(['allow', 'allow', 'confirm', 'confirm', 'confirm']);
  const served = notes('inferred');
  noteFound(served, { where: 'an MCP server', as: 'vendor' });
  expect(row(served, TABLE)).toStrictEqual(['allow', 'allow', 'confirm', 'confirm', 'confirm']);
});
