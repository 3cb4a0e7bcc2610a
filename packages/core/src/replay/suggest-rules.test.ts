import { expect, test } from 'vitest';
import { ruleWords } from '../policy/check-policy.ts';
import { POLICY_PRESETS } from '../policy/policy-presets.ts';
import { recorded, RECORDED } from '../testing/recorded-decisions.ts';
import type { RecordedDecision, RecordedOutcome } from './replay-decisions.ts';
import { suggestRules } from './suggest-rules.ts';

type Call = readonly [command: string, args: Record<string, unknown>, was?: RecordedOutcome];

const read = (calls: readonly Call[]): RecordedDecision[] =>
  calls.map(([command, args, was = 'yes']) => recorded(command, args, was));
const suggest = (calls: readonly Call[]) => suggestRules(read(calls), [RECORDED], POLICY_PRESETS.standard);

const push = (repository: string, ...refspec: string[]): Record<string, unknown> => ({ repository, refspec });
const NO_HARM = 'without data, force, prune';

test.each<[string, readonly Call[], readonly string[]]>([
  [
    'one call: its arguments',
    [['push', push('origin', 'main')]],
    [`git push ${NO_HARM} where repository is origin and refspec is main`],
  ],
  [
    'two that differ in one argument: that one is open',
    [
      ['push', push('origin', 'main')],
      ['push', push('origin', 'dev')],
    ],
    ['git push without data, delete, force, prune where repository is origin and refspec is anything'],
  ],
  [
    'two that differ in both: the command',
    [
      ['push', push('origin', 'main')],
      ['push', push('fork', 'dev')],
    ],
    ['git push without data, delete, force, prune'],
  ],
  [
    'but for a no among them',
    [
      ['push', push('origin', 'main')],
      ['push', push('origin', 'dev')],
      ['push', push('fork', 'dev')],
      ['push', push('prod', 'dev'), 'no'],
    ],
    [
      `git push ${NO_HARM} where repository is fork and refspec is dev`,
      'git push without data, delete, force, prune where repository is origin and refspec is anything',
    ],
  ],
  [
    'what a no gave besides is shut out',
    [
      ['push', push('origin', 'main')],
      ['push', { ...push('origin', 'main'), tags: true }, 'refused'],
    ],
    [`git push without data, force, prune, tags where repository is origin and refspec is main`],
  ],
  [
    'a yes and a no to one call',
    [
      ['push', push('origin')],
      ['push', push('origin'), 'no'],
    ],
    [],
  ],
  ['nobody answered', [['push', push('origin'), 'unanswered']], []],
  ['it is allowed by now', [['push', { ...push('origin'), dry: true }]], []],
  [
    'what destroys stays what it is',
    [
      ['push', { ...push('origin', 'main'), lease: true }],
      ['push', push('fork', ':old')],
    ],
    [
      'git push without data, dry, force, lease and 2 more where repository is fork and refspec is :old',
      'git push without --force, data, dry, prune and 1 more where repository is origin and refspec is main and lease is true',
    ],
  ],
  [
    'so does what an option sends',
    [
      ['push', { ...push('a'), data: 'x' }],
      ['push', { ...push('b'), data: 'y' }],
    ],
    [
      'git push without delete, force, prune where repository is a and data is x',
      'git push without delete, force, prune where repository is b and data is y',
    ],
  ],
  [
    'several values are a set',
    [['push', push('origin', 'a', 'b|c')]],
    [`git push ${NO_HARM} where repository is origin and refspec is @(a|b\\|c)`],
  ],
  [
    'patterns are texts',
    [['push', push('*', 'v[1]')]],
    [`git push ${NO_HARM} where repository is "*" and refspec is "v[1]"`],
  ],
  [
    'a path that is written stays, and so does what keeps harm away',
    [
      ['wipe', { what: 'a', keep: true, all: true, quiet: true }],
      ['wipe', { what: 'b' }],
    ],
    [
      'git wipe without all, keep, quiet where what is b',
      'git wipe where what is a and all is true and keep is true and quiet is true',
    ],
  ],
  [
    'also where nothing is destroyed',
    [
      ['store', { to: 'a' }],
      ['store', { to: 'b' }],
    ],
    ['git store without wide where to is a', 'git store without wide where to is b'],
  ],
  [
    'what keeps harm away has to be given, with any arguments besides',
    [
      ['store', { to: 'a', wide: true, keep: true, note: 'x', tag: 'p' }],
      ['store', { to: 'a', wide: true, keep: true, note: 'y', tag: 'q' }],
    ],
    ['git store where to is a and keep is anything'],
  ],
  [
    'what runs what it is given, to the letter',
    [
      ['exec', { code: '1+1' }],
      ['exec', { code: '2+2' }],
    ],
    ['git exec without quiet where code is 1+1', 'git exec without quiet where code is 2+2'],
  ],
])('%s', (_why, calls, rules) => {
  expect(suggest(calls).rules.map(({ rule }) => ruleWords(rule))).toStrictEqual(rules);
});

test('how often a rule would have spared a question is said, and how many are left', () => {
  const found = suggest([
    ['push', push('origin')],
    ['push', push('origin')],
    ['exec', { code: 'x' }],
    ['wipe', { what: 'a' }, 'no'],
  ]);
  expect(found.rules.map(({ questions, examples }) => [questions, examples])).toStrictEqual([
    [2, [['git', 'push', 'origin']]],
    [1, [['git', 'exec', 'x']]],
  ]);
  expect(found).toMatchObject({ questions: 3, left: 0 });
});

test('a no that cannot be read back leaves its command without rules, and an invalid call does not', () => {
  const yes = recorded('push', push('origin'), 'yes');
  const no: RecordedDecision = { ...yes, approved: false, argv: ['git', 'push', '[REDACTED]'] };
  const found = (more: RecordedDecision) => suggestRules([yes, more], [RECORDED], POLICY_PRESETS.standard);
  expect(found(no)).toMatchObject({ rules: [], questions: 1, left: 1 });
  expect(found({ ...no, decision: 'deny', refused: 'invalid' }).rules.length).toBe(1);
});
