import { loadShim } from '@atip/catalog';
import { expect, test } from 'vitest';
import type { PlainPolicy } from '../document/working-copy.ts';
import { answerSafetyCall, answerSafetyPreview, answerSafetyTable, type SafetyTable } from './answer-safety.ts';
import { becauseOf, DECIDED, decisionLine, headline, ruleLine } from './policy-words.ts';

const READS = { network: false, filesystem: { write: false, delete: false }, destructive: false, reversible: true };
const reads = { description: 'Reads', effects: READS };
const destroys = { description: 'Destroys', effects: { destructive: true, reversible: false } };
const silent = { description: 'Says nothing' };
const option = (name: string, more: object = {}): object => ({
  ...{ name, flags: [`-${name[0]}`, `--${name}`], type: 'boolean', description: name },
  ...more,
});
const harm = { 'x-effects': { destructive: true } };

const COMMANDS = {
  log: reads,
  branch: { ...reads, options: [option('delete', harm), option('force', harm), option('all')] },
  repo: { description: 'Repositories', commands: { view: reads, list: reads, delete: destroys } },
  silent,
};

function textOf(commands: object, more: object = {}): string {
  const tool = { atip: { version: '0.4' }, name: 'git', version: '1', description: 'Git', trust: { source: 'native' } };
  return JSON.stringify({ ...tool, commands, ...more });
}

function tableOf(text: string, policy?: PlainPolicy, before?: PlainPolicy): SafetyTable {
  const answer = answerSafetyTable({ text, policy, before });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

const labelsOf = ({ rows }: SafetyTable): readonly string[] => rows.map(({ section, label }) => `${section}: ${label}`);

test('the worst comes first: by itself, with an option, silence, the rest', () => {
  const writes = { description: 'Writes', effects: { ...READS, filesystem: { write: true, delete: false } } };
  expect(labelsOf(tableOf(textOf({ ...COMMANDS, writes })))).toStrictEqual([
    'itself: repo delete',
    'option: branch with --force or --delete',
    'silent: silent',
    'rest: writes',
    'rest: branch',
    'rest: log',
    'rest: repo list',
    'rest: repo view',
  ]);
});

test('daily use comes before all; odd values, defaults and options of all commands are at the end', () => {
  const values = ['@(none|off)', 'all', '*'].map((match) => ({ match, effects: harm['x-effects'] }));
  const odd = { ...reads, options: [option('dry-run', { type: 'string', 'x-values': values })] };
  const commands = { annotate: odd, drop: destroys, clean: { ...destroys, 'x-everyday': true } };
  const table = tableOf(textOf(commands, { globalOptions: [option('config', harm)] }));
  expect(labelsOf(table)).toStrictEqual([
    'everyday: clean',
    'itself: drop',
    'option: annotate with --dry-run all',
    'rest: annotate',
    'unusual: any command with --config',
    'unusual: annotate with --dry-run none or off or some values of --dry-run',
  ]);
  expect(headline(table)).toBe('2 of 3 commands destroy something, 1 does with an option.');
});

test.each([
  [
    'git',
    'clean | restore | stash drop | rm | remote set-url | push with --force, --prune, --delete or 3 more | ' +
      'apply with --unsafe-paths or --build-fake-ancestor | checkout with path, --ours, --force or 4 more | ' +
      'mv with --force | reset with --hard or --merge',
    '34 of 227 commands destroy something, 51 do with an option, 9 do not say.',
  ],
  [
    'kubectl',
    'delete | cp | annotate | apply | drain | label | patch | rollout restart | rollout undo | scale',
    '48 of 98 commands destroy something, 6 do with an option, 1 does not say.',
  ],
])('%s leads with what a reviewer looks for, and has one number', async (name, first, expected) => {
  const table = tableOf(JSON.stringify(await loadShim(name)));
  const labels = table.rows.map(({ label }) => label).join(' | ');
  expect(labels.slice(0, first.length)).toBe(first);
  expect(headline(table)).toBe(expected);
});

test.each([
  [{ a: destroys, b: reads }, '1 of 2 commands destroys something.'],
  [{ branch: COMMANDS.branch, a: reads }, 'No command destroys by itself, 1 does with an option.'],
  [{ a: silent, b: silent }, 'No command destroys by itself, 2 do not say.'],
  [{ a: reads }, 'No command destroys by itself.'],
])('the headline of %j', (commands, expected) => {
  expect(headline(tableOf(textOf(commands)))).toBe(expected);
});

test('reasons are words, and silence is never called harmless', () => {
  const open = { description: 'Open', effects: { destructive: false } };
  const { rows } = tableOf(textOf({ a: destroys, b: silent, c: open, d: reads }));
  expect(rows.map(becauseOf)).toStrictEqual([
    'destroys data for good, cannot be undone',
    'does not say whether it destroys',
    'does not state its effects, so expect the worst',
    'only reads: writes nothing, uses no network',
  ]);
});

test.each([
  [undefined, 'runs 4 unasked, asks about 3 and refuses none.'],
  [{ confirmAll: true }, 'runs none unasked, asks about 7 and refuses none.'],
  [{ preset: 'ci' as const }, 'runs 4 unasked, asks about none and refuses 3.'],
])('under %j all rows but the unusual ones are counted', (policy, expected) => {
  expect(decisionLine(tableOf(textOf(COMMANDS), policy))).toBe(`Of the 7 rows below, the policy ${expected}`);
});

test('a row that stands for several options is refused only if each of them is', () => {
  const option = (name: string) => ({
    ...{ name, flags: [`--${name}`], type: 'boolean', description: name },
    'x-effects': { destructive: true },
  });
  const push = { description: 'Push', effects: READS, options: [option('force'), option('mirror')] };
  const rowOf = (...given: string[]) => {
    const rules = [{ run: 'git push', given, decision: 'deny' as const }];
    const { rows } = tableOf(textOf({ push }), { rules });
    const row = rows.find(({ label }) => label === 'push with --force or --mirror');
    return [row?.decision, row?.strictest, row?.isChanged];
  };
  expect(rowOf('force')).toStrictEqual(['confirm', 'deny', true]);
  expect(rowOf('mirror')).toStrictEqual(['confirm', 'deny', true]);
  expect(rowOf('force', 'mirror')).toStrictEqual(['deny', 'deny', true]);
  expect(rowOf('none')).toStrictEqual(['confirm', 'confirm', false]);
  const rule = { run: 'git push', given: ['force'], decision: 'deny' as const };
  const preview = answerSafetyPreview({ text: textOf({ push }), rule });
  expect(preview).toMatchObject({ words: 'Changes 1 row: asks → asks, some refused.' });
});

test('a change shows its rows with the decision before', () => {
  const policy = { rules: [{ run: 'git repo *', decision: 'deny' as const }] };
  const { rows } = tableOf(textOf(COMMANDS), policy);
  const changed = rows.filter(({ decision, was }) => decision !== was);
  expect(changed.map(({ label, was, decision }) => `${label}: ${DECIDED[was]} → ${DECIDED[decision]}`)).toStrictEqual([
    'repo delete: asks → refused',
    'repo list: runs → refused',
    'repo view: runs → refused',
  ]);
});

test.each([
  ['git log', 'confirm', 'Changes 1 row: runs → asks.'],
  ['git repo *', 'deny', 'Changes 3 rows: 1 asks → refused, 2 runs → refused.'],
  ['git repo delete', 'confirm', 'Changes nothing.'],
  ['git lgo', 'deny', 'Changes nothing. It fits no command that is known. Did you mean "git log"?'],
] as const)('a rule about %s (%s) says while it is typed: %s', (run, decision, words) => {
  const rule = { run, decision };
  const question = { text: textOf(COMMANDS), rule };
  expect(answerSafetyPreview(question)).toStrictEqual({ ok: true, words });
});

const ASKS: PlainPolicy = { rules: [{ run: 'git *', decision: 'confirm' }] };
const DENIES: PlainPolicy = { rules: [{ run: 'git log', decision: 'deny' }] };

test.each<[string, PlainPolicy | undefined, string, readonly string[]]>([
  ['git_repo_delete', undefined, 'git repo delete', ['allow', 'confirm', 'deny']],
  ['git_branch --force --delete', undefined, 'git branch with force or delete', ['allow', 'confirm', 'deny']],
  ['git_log', ASKS, 'git log', ['allow', 'confirm', 'deny']],
  ['git_log', DENIES, 'git log', ['allow', 'confirm', 'deny']],
  ['git_log', { rules: [{ run: 'git *', decision: 'deny' }] }, 'git log', ['deny']],
])('%s under %j is decided otherwise by a short rule, where one can', (id, policy, rule, choices) => {
  const answer = answerSafetyCall({ text: textOf(COMMANDS), id, policy });
  expect(answer.ok && [ruleLine({ ...answer.rule, decision: 'allow' }), answer.choices]).toStrictEqual([rule, choices]);
});

test('a call says why, in the words of its document, and where it is; a call that is gone says so', () => {
  const wipes = { description: 'Wipes', effects: { destructive: true, 'x-why': 'wipes the disk' } };
  expect(answerSafetyCall({ text: textOf({ ...COMMANDS, wipes }), id: 'git_wipes' })).toMatchObject({
    decision: 'confirm',
    reasons: ['git wipes wipes the disk.', 'By the setting “destroys data for good”.'],
    range: expect.anything(),
  });
  expect(answerSafetyCall({ text: textOf(COMMANDS), id: 'gone' })).toMatchObject({ ok: false });
  expect(answerSafetyTable({ text: '{' })).toMatchObject({ ok: false });
});
