import { POLICY_PRESETS } from '@atip/core';
import { expect, test } from 'vitest';
import { answerSafetyCall, type SafetyCall } from './answer-safety-call.ts';
import { answerSafetyTable, type SafetyQuestion, type SafetyTable } from './answer-safety-table.ts';
import { becauseOf, claimLine, decisionLine, foldLabel, headline, memberLabel, reasonOf } from './decision-words.ts';

const READS = { network: false, filesystem: { write: false, delete: false }, destructive: false, reversible: true };
const reads = { description: 'Reads', effects: READS };
const destroys = { description: 'Destroys', effects: { destructive: true, reversible: false } };
const silent = { description: 'Says nothing' };
const option = (name: string, effects?: object): object => ({
  ...{ name, flags: [`--${name}`], type: 'boolean', description: name },
  ...(effects && { 'x-effects': effects }),
});

const COMMANDS = {
  log: reads,
  branch: {
    description: 'Branches',
    options: [option('delete', { destructive: true }), option('force', { destructive: true }), option('all')],
    effects: { destructive: false, network: false },
  },
  repo: {
    description: 'Repositories',
    commands: { view: reads, list: reads, clone: reads, diff: reads, delete: destroys },
  },
  silent,
};

function textOf(commands: object, more: object = {}): string {
  const tool = { atip: { version: '0.4' }, name: 'git', version: '1', description: 'Git', trust: { source: 'native' } };
  return JSON.stringify({ ...tool, commands, ...more });
}

function tableOf(commands: object = COMMANDS, more: Partial<SafetyQuestion> = {}): SafetyTable {
  const answer = answerSafetyTable({ text: textOf(commands), ...more });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

/** `"group: label, label"`, with folded rows as they are read. */
function rowsOf({ groups }: SafetyTable): readonly string[] {
  return groups.map(({ name, rows }) => `${name}: ${rows.map(({ members }) => foldLabel(members)).join(' | ')}`);
}

test('the worst group comes first, and the worst command in it; what is alike and does no harm is one row', () => {
  expect(rowsOf(tableOf())).toStrictEqual([
    'repo: delete | view, list … 2 more',
    'git: branch, with delete or force | silent | branch | log',
  ]);
});

test('daily use comes first; what destroys with an odd value comes after what destroys by itself', () => {
  const values = [{ match: '*', effects: { destructive: true, reversible: false, 'x-runs': 'call' } }];
  const odd = {
    description: 'Annotates',
    options: [{ ...option('dry-run'), type: 'string', 'x-values': values }],
    effects: READS,
  };
  const table = tableOf({ annotate: odd, drop: destroys, clean: { ...destroys, 'x-everyday': true } });
  expect(rowsOf(table)).toStrictEqual(['git: clean | drop | annotate, with dry-run * | annotate']);
});

test('what destroys is never folded, however much of it is alike', () => {
  const many = { a: destroys, b: destroys, c: destroys, d: destroys, w: silent, x: silent, y: silent, z: silent };
  expect(rowsOf(tableOf(many))).toStrictEqual(['git: a | b | c | d | w, x … 2 more']);
});

test.each([
  [{ a: destroys, b: destroys, c: silent }, '2 of 3 commands destroy something. 1 says nothing about that.'],
  [{ a: silent, b: silent }, 'No command says whether it destroys something.'],
  [{ a: reads, b: silent }, 'No command states that it destroys something. 1 says nothing about that.'],
  [COMMANDS, '1 of 8 commands destroys something, 1 more with an option. 1 says nothing about that.'],
])('the headline of %j', (commands, expected) => {
  expect(headline(tableOf(commands))).toBe(expected);
});

test('decisions are counted as commands are called plainly, for the policy in force first', () => {
  expect(decisionLine(tableOf())).toBe('The standard policy runs 6 unasked, asks about 2 and refuses none.');
  const counts = (policy: SafetyQuestion['policy']) => tableOf(COMMANDS, policy && { policy }).inForce;
  expect(counts({ confirmAll: true })).toStrictEqual({ name: 'yours', allow: 0, confirm: 8, deny: 0, assumed: 1 });
  expect(counts({})).toStrictEqual({ name: 'standard', allow: 6, confirm: 2, deny: 0, assumed: 1 });
  const readOnly = { name: 'read-only', allow: 5, confirm: 2, deny: 1, assumed: 2 };
  expect(counts(POLICY_PRESETS['read-only'])).toStrictEqual(readOnly);
  expect(counts(POLICY_PRESETS.ci)).toStrictEqual({ name: 'ci', allow: 5, confirm: 0, deny: 3, assumed: 2 });
  const ci = tableOf(COMMANDS, { policy: { allowNetwork: false } });
  expect(ci.columns).toStrictEqual(['no-network', 'standard', 'read-only', 'ci']);
});

test('reasons are words, and silence is never called harmless', () => {
  const rows = tableOf({ a: destroys, b: silent, c: { description: 'C', effects: { destructive: false } }, d: reads });
  expect(rows.groups[0]?.rows.map(becauseOf)).toStrictEqual([
    'destroys data, cannot be undone',
    'does not say whether it destroys',
    'leaves its effects open',
    'only reads',
  ]);
});

test('an option of the tool as a whole is one row for all commands that are decided alike', () => {
  const text = textOf({ log: reads, show: reads }, { globalOptions: [option('config', { destructive: true })] });
  const table = tableOf({}, { text });
  expect(table.groups[0]?.rows.map(({ members }) => members.map((one) => memberLabel(one)))).toStrictEqual([
    ['any of 2 commands, with config'],
    ['log'],
    ['show'],
  ]);
  expect(headline(table)).toBe('2 of 2 commands can destroy something with an option.');
});

test('a broken document is said to be one', () => {
  expect(answerSafetyTable({ text: '{' })).toMatchObject({
    ok: false,
  });
});

function callOf(id: string, policy?: SafetyQuestion['policy']): SafetyCall {
  const answer = answerSafetyCall({ text: textOf(COMMANDS), id, ...(policy && { policy }) });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

const SPARES = { run: 'git repo delete', decision: 'allow' } as const;
const ASKS: SafetyQuestion['policy'] = { rules: [{ run: 'git *', decision: 'confirm' }] };
const DENIES: SafetyQuestion['policy'] = { rules: [{ run: 'git log', decision: 'deny' }] };

test.each<[string, SafetyQuestion['policy'], readonly (readonly unknown[])[]]>([
  [
    'git_repo_delete',
    undefined,
    [
      [{ rule: SPARES }, 'allow', 0],
      [{ key: 'allowDestructive', value: true }, 'allow', 1],
    ],
  ],
  ['git_repo_delete', { allowNonReversible: false }, [[{ rule: SPARES }, 'allow', 0]]],
  [
    'git_log',
    undefined,
    [
      [{ rule: { run: 'git log', decision: 'confirm' } }, 'confirm', 0],
      [{ key: 'confirmAll', value: true }, 'confirm', 5],
    ],
  ],
  [
    'git_log',
    ASKS,
    [
      [{ rule: { run: 'git log', decision: 'allow' } }, 'allow', 0],
      [{ without: 0 }, 'allow', 5],
    ],
  ],
  ['git_log', DENIES, [[{ without: 0 }, 'allow', 0]]],
])('what would change %s under %j, the narrowest first', (id, policy, expected) => {
  const { changes } = callOf(id, policy);
  expect(changes.map(({ change, decision, others }) => [change, decision, others])).toStrictEqual(expected);
});

test('a rule has its share of the table, and one that fits nothing says so', () => {
  const run = (words: string) => ({ run: words, decision: 'confirm' as const });
  const { rules } = tableOf(COMMANDS, { policy: { rules: [run('git log'), run('git lgo'), run('npm publish')] } });
  expect(rules).toStrictEqual([
    { isForeign: false, decides: 1, idle: undefined },
    { isForeign: false, decides: 0, idle: 'It fits no command that is known. Did you mean "git log"?' },
    { isForeign: true, decides: 0, idle: undefined },
  ]);
});

test('one call: its place, its words for a model, and what each policy decides', () => {
  const { range, told, decisions } = callOf('git_repo_delete');
  expect(range).toBeDefined();
  expect(told).toStrictEqual(['⚠️ DESTRUCTIVE', '⚠️ NOT REVERSIBLE']);
  expect(decisions.map(({ policy, cell }) => `${policy} ${cell.decision} ${cell.rule}`)).toStrictEqual([
    'standard confirm allowDestructive',
    'read-only deny requireReadOnly',
    'ci deny allowDestructive',
  ]);
  expect(answerSafetyCall({ text: textOf(COMMANDS), id: 'gone' })).toMatchObject({ ok: false });
});

test('what a document says of its own trust is a claim', () => {
  const trust = { source: 'vendor', verified: true, signedBy: 'acme', attestation: '{}' };
  expect(claimLine(tableOf(COMMANDS, { text: textOf(COMMANDS, { trust }) }))).toBe(
    'Its trust: verified, signed by acme, attested (claimed, not checked).',
  );
  expect(claimLine(tableOf())).toBe(undefined);
});

test('so is what a document of 0.6 says, and one of a later version is asked about for that', () => {
  const trust = {
    source: 'native',
    integrity: { signature: { type: 'cosign', identity: 'release@acme.example' } },
    provenance: { url: 'https://acme.example/p' },
  };
  const table = tableOf(COMMANDS, { text: textOf(COMMANDS, { atip: { version: '0.6' }, trust }) });
  expect(claimLine(table)).toBe('Its trust: signed by release@acme.example, attested (claimed, not checked).');
  const later = answerSafetyCall({ text: textOf(COMMANDS, { atip: { version: '0.9' } }), id: 'git_log' });
  if (!later.ok) throw new Error('It is not answered.');
  const [{ cell } = { cell: { decision: 'allow' as const } }] = later.decisions;
  expect(`standard ${reasonOf(cell, 'native')}`).toBe(
    'standard asks, because its document is of a later version of ATIP.',
  );
  expect(later.changes).toStrictEqual([]);
});
