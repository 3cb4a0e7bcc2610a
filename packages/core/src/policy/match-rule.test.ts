import { expect, test } from 'vitest';
import { checkCall } from '../call/check-call.ts';
import { toolWith } from '../testing/documents.ts';
import { rowsOf } from '../testing/in-words.ts';
import type { ExecutionPolicy, PolicyRule } from '../types/policy.ts';
import type { AtipOption } from '../types/tool.ts';
import type { WritableDirectories } from '../types/validation.ts';
import { checkPolicy, createValidator, FILES_IN, ruleWords } from './check-policy.ts';
import { idleRules } from './match-rule.ts';
import { policyProblems } from './policy-fields.ts';
import { mapToCommand } from '../commands/commands-by-name.ts';

const flag = (name: string, more: Partial<AtipOption> = {}): AtipOption => ({
  ...{ name, flags: [`--${name}`], type: 'boolean', description: name },
  ...more,
});
const DESTROYS = { destructive: true, 'x-kind': 'force' };

/** `push` sends; its options and one kind of value force. `pr list` says nothing of its effects. */
const GIT = toolWith(
  {
    push: {
      description: 'Push',
      'x-aliases': ['pu'],
      effects: { network: true, destructive: false, reversible: true, 'x-sends': 'given' },
      arguments: [
        { name: 'repository', type: 'string', description: 'Where', required: false },
        {
          ...{ name: 'refspec', type: 'string', description: 'What', required: false, variadic: true },
          'x-values': [{ match: ':*', effects: DESTROYS }],
        },
      ],
      options: [
        flag('force', { flags: ['-f', '--force'], 'x-effects': DESTROYS }),
        flag('force-with-lease', { 'x-effects': DESTROYS }),
        flag('tags'),
      ],
    },
    pr: { description: 'Requests', commands: { list: { description: 'List' }, view: { description: 'View' } } },
  },
  { name: 'git', trust: { source: 'vendor' } },
);

const decide = (
  rules: readonly PolicyRule[],
  name: string,
  args: Record<string, unknown>,
  more: ExecutionPolicy = {},
) => checkCall({ id: '1', name, arguments: args }, [GIT], { preset: 'standard', rules, ...more });

const rule = (text: string): PolicyRule => JSON.parse(`{${text}}`) as PolicyRule;

test.each(
  rowsOf(`
    "run":"git push","decision":"deny"                                              | push    | {}                                          | deny
    "run":"git pu","decision":"deny"                                                | push    | {}                                          | deny
    "run":"git *","decision":"deny"                                                 | pr_list | {}                                          | deny
    "run":"*","decision":"deny"                                                     | pr_list | {}                                          | deny
    "run":"git p*","decision":"deny"                                                | push    | {}                                          | deny
    "run":"git pr","decision":"deny"                                                | pr_list | {}                                          | confirm
    "run":"git pr *","decision":"allow"                                             | pr_list | {}                                          | allow
    "run":"git pr list","decision":"allow"                                          | pr_view | {}                                          | confirm
    "run":"gi","decision":"deny"                                                    | push    | {}                                          | confirm
    "run":"git push","decision":"allow"                                             | push    | {"tags":true}                               | allow
    "run":"git push","given":["force"],"decision":"deny"                            | push    | {"tags":true}                               | confirm
    "run":"git push","given":["force"],"decision":"deny"                            | push    | {"force":true}                              | deny
    "run":"git push","given":["-f"],"decision":"deny"                               | push    | {"force":true}                              | deny
    "run":"git push","given":["force"],"decision":"deny"                            | push    | {"force":false}                             | confirm
    "run":"git push","given":["force"],"decision":"deny"                            | push    | {"force-with-lease":true}                   | deny
    "run":"git push","given":["force"],"decision":"deny"                            | push    | {"repository":"o","refspec":["a",":main"]}  | deny
    "run":"git push","without":["force"],"decision":"allow"                         | push    | {"repository":"o","refspec":[":main"]}      | confirm
    "run":"git push","without":["force"],"decision":"allow"                         | push    | {"repository":"o","refspec":["main"]}       | allow
    "run":"git push","where":{"refspec":"main"},"decision":"allow"                  | push    | {"repository":"o","refspec":["main"]}       | allow
    "run":"git push","where":{"refspec":"main"},"decision":"allow"                  | push    | {"repository":"o","refspec":["main","x"]}   | confirm
    "run":"git push","where":{"refspec":"main"},"decision":"deny"                   | push    | {"repository":"o","refspec":["main","x"]}   | deny
    "run":"git push","where":{"refspec":"main"},"decision":"allow"                  | push    | {}                                          | confirm
    "run":"git push","where":{"other":"*"},"decision":"allow"                       | push    | {}                                          | confirm
  `),
)('{%s} and git %s %s: %s', (text, command, args, expected) => {
  const { decision, reasons } = decide([rule(text)], `git_${command}`, JSON.parse(args) as Record<string, unknown>);
  expect(decision, reasons.join(' ')).toBe(expected);
});

const EXACT: PolicyRule = {
  run: 'git push',
  where: { repository: 'o', refspec: ['main', 'x'] },
  exact: true,
  project: '/p',
  decision: 'allow',
};

test.each<[args: object, rule: Partial<PolicyRule>, decision: string]>([
  [{ repository: 'o', refspec: ['main', 'x'] }, {}, 'allow'],
  // A model writes them in any order, and what it does not give as false, null or an empty list.
  [{ refspec: ['main', 'x'], repository: 'o', tags: false, force: null }, {}, 'allow'],
  [{ repository: 'o', refspec: ['x', 'main'] }, {}, 'confirm'],
  [{ repository: 'o', refspec: ['main'] }, {}, 'confirm'],
  [{ repository: 'o', refspec: ['main', 'main'] }, {}, 'confirm'],
  [{ repository: 'o', refspec: ['main', 'x', 'x'] }, {}, 'confirm'],
  [{ repository: 'o' }, {}, 'confirm'],
  [{ repository: 'o', refspec: ['main', 'x'], tags: true }, {}, 'confirm'],
  [{ repository: 'o', refspec: ['main', 'x'], force: true }, {}, 'confirm'],
  [{ repository: 'o', refspec: ['main', 'x'] }, { project: '/q' }, 'confirm'],
  [{ repository: 'o', refspec: ['main', 'x'] }, { project: '/' }, 'confirm'],
  [{ repository: 'o', refspec: ['main', 'y'] }, { where: { repository: 'o', refspec: ['main', '*'] } }, 'allow'],
  [{ repository: 'o', refspec: ['main', ':y'] }, { where: { repository: 'o', refspec: ['main', '*'] } }, 'allow'],
  [
    { repository: 'o', refspec: ['main', ':y'] },
    { where: { repository: 'o', refspec: ['main', '*'] }, without: ['force'] },
    'confirm',
  ],
  // One pattern is for one value, and the names are in the order of the command line.
  [{ repository: 'o', refspec: ['x', 'x'] }, { where: { repository: 'o', refspec: 'x' } }, 'confirm'],
  [{ repository: 'o', refspec: ['x'] }, { where: { repository: 'o', refspec: 'x' } }, 'allow'],
  [{ repository: 'o', refspec: ['x'] }, { where: { refspec: ['x'], repository: 'o' } }, 'confirm'],
  [{}, { where: {} }, 'allow'],
  [{ tags: true }, { where: {} }, 'confirm'],
])('an exact rule and git push %j in /p, with %j: %s', (args, more, expected) => {
  const policy: ExecutionPolicy = { preset: 'standard', rules: [{ ...EXACT, ...more }] };
  const call = { id: '1', name: 'git_push', arguments: { ...args } };
  expect(checkCall(call, [GIT], policy, { directories: { cwd: '/p' } }).decision).toBe(expected);
});

test('where a call starts is seen without links; one from an unknown place is not allowed, and denied', () => {
  const call = { id: '1', name: 'git_push', arguments: { tags: true } };
  const inside = (decision: 'allow' | 'deny', directories?: WritableDirectories) =>
    checkCall(
      call,
      [GIT],
      { preset: 'standard', rules: [{ run: 'git *', project: '/p', decision }] },
      {
        ...(directories && { directories }),
      },
    ).decision;
  const realPath = (path: string) => (path === '/link' ? '/p' : undefined);
  expect(inside('allow', { cwd: '/link', realPath })).toBe('allow');
  expect(inside('allow', { cwd: '/lost', realPath })).toBe('confirm');
  expect([inside('allow'), inside('deny'), inside('deny', { cwd: '/q' })]).toStrictEqual([
    'confirm',
    'deny',
    'confirm',
  ]);
});

test.each<[more: Partial<PolicyRule>, words: string]>([
  [{}, 'git push where repository is o and refspec is main x, and nothing else, in /p'],
  [{ where: {} }, 'git push, and nothing else, in /p'],
  [{ where: { refspec: ['a b', '*'] } }, 'git push where refspec is "a b" anything, and nothing else, in /p'],
  [
    { where: { refspec: [`src${FILES_IN}`] }, without: ['a', 'b', 'c', 'd', 'e'] },
    'git push without a, b, c, d and 1 more where refspec is any file in src, and nothing else, in /p',
  ],
  [{ where: { refspec: ['a\\*', 'b*'] } }, 'git push where refspec is "a*" b*, and nothing else, in /p'],
])('a rule in words, with %j', (more, words) => {
  expect(ruleWords({ ...EXACT, ...more })).toBe(words);
  const { project: _project, ...anywhere } = EXACT;
  expect(ruleWords(anywhere)).toContain('and nothing else, in any directory');
});

test('a rule that denies wins wherever it stands, else the first; each is named, with its reason', () => {
  const allow = rule('"run":"git push","decision":"allow"');
  const ask = rule('"run":"git *","decision":"confirm","reason":"others see it."');
  const deny = rule('"run":"git push","given":["force"],"decision":"deny"');
  expect(decide([allow, ask, deny], 'git_push', { force: true })).toMatchObject({
    ...{ decision: 'deny', rule: 'rules/2' },
    reasons: ['git_push is denied by the rule "git push with force".'],
  });
  expect(decide([allow, ask], 'git_push', {})).toMatchObject({ decision: 'allow', rule: 'rules/0', reasons: [] });
  expect(decide([ask, allow], 'git_push', {})).toMatchObject({
    ...{ decision: 'confirm', rule: 'rules/0' },
    reasons: [
      'git_push is asked about by the rule "git *": others see it.',
      'git_push sends data that the call names to another machine.',
    ],
  });
});

test('no rule lifts what is asked of the source, nor what only reads; nor a call that is not understood', () => {
  const allow = [rule('"run":"git *","decision":"allow"')];
  expect(decide(allow, 'git_push', {}, { minTrustLevel: 'native' })).toMatchObject({
    decision: 'deny',
    rule: 'minTrustLevel',
  });
  expect(decide(allow, 'git_push', {}, { preset: 'read-only' })).toMatchObject({
    decision: 'confirm',
    rule: 'requireReadOnly',
  });
  expect(decide(allow, 'git_push', { forces: true }).decision).toBe('deny');
  expect(
    decide(allow, 'git_push', {}, { levels: { sends: 'deny', network: 'deny' }, maxCostEstimate: 'free' }).decision,
  ).toBe('allow');
  expect(
    decide([rule('"run":"git *","decision":"confirm"')], 'git_push', {}, { minTrustLevel: 'native' }).decision,
  ).toBe('deny');
});

test('a level takes the place of the field of the specification, and a preset of what is not said', () => {
  const check = (policy: ExecutionPolicy) => {
    const { decision, rule: part } = checkPolicy(
      { id: '1', name: 'git_push', arguments: { force: true } },
      mapToCommand('git_push', [GIT]),
      policy,
    );
    return [decision, part];
  };
  expect(check({ allowDestructive: false, levels: { destructive: 'allow' } })).toStrictEqual(['allow', undefined]);
  expect(check({ levels: { destructive: 'deny' } })).toStrictEqual(['deny', 'levels/destructive']);
  expect(check({ allowNetwork: false, levels: { network: 'confirm' } })).toStrictEqual(['confirm', 'levels/network']);
  expect(check({ preset: 'open' })).toStrictEqual(['allow', undefined]);
  expect(check({ preset: 'open', levels: { sends: 'confirm' } })).toStrictEqual(['confirm', 'levels/sends']);
  const odd: unknown = { levels: { destructive: 'perhaps' } };
  expect(check(odd as ExecutionPolicy)).toStrictEqual(['deny', 'levels/destructive']);
});

test('validators hold the same rules', () => {
  const forced: ExecutionPolicy = { rules: [rule('"run":"git push","given":["force"],"decision":"deny"')] };
  const codes = (args: Record<string, unknown>) =>
    createValidator([GIT], forced)
      .validate('git_push', args)
      .violations.map(({ code }) => code);
  expect([codes({ force: true }), codes({})]).toStrictEqual([['DENIED_BY_RULE'], []]);
});

test.each<[unknown, string]>([
  [[], ' A policy is a JSON object.'],
  [
    { allowDestructve: true },
    'allowDestructve "allowDestructve" is not a field of a policy, so it would restrict nothing. Did you mean "allowDestructive"?',
  ],
  [{ 'levels/sends': 'deny' }, 'levels/sends "levels/sends" is not a field of a policy, so it would restrict nothing.'],
  [
    { preset: 'strict' },
    'preset "preset" has to be one of open, standard, read-only, no-network, ci; "strict" is unknown.',
  ],
  [
    { levels: { send: 'deny' } },
    'levels/send "send" is not an effect level, so it would restrict nothing. Did you mean "sends"?',
  ],
  [{ network: { deny: [] } }, 'network "network" has to be "none", "all" or { "allow": [hosts] }.'],
  [
    { network: { allow: ['github.com', 'https://github.com'] } },
    'network/allow/1 "https://github.com" is not a host such as "github.com", "*.npmjs.org", "git.corp:8443" or "10.0.0.0/8".',
  ],
  [{ rules: {} }, 'rules "rules" has to be a list.'],
  [{ rules: [1] }, 'rules/0 Rule 1 has to be an object.'],
  [
    { rules: [{ run: 'git push', decision: 'deny', given: 'force' }] },
    'rules/0 Rule 1 has to list names of parameters in "given".',
  ],
  [
    { rules: [{ run: 'git push', decision: 'deny', when: {} }] },
    'rules/0 Rule 1 has the field "when", which no rule has.',
  ],
  [
    { rules: [{ run: 'git  push', decision: 'deny' }] },
    'rules/0 Rule 1 has to name in "run" a program and its command, such as "git push" or "gh pr *".',
  ],
  [{ rules: [{ run: 'g* push', decision: 'allow' }] }, 'rules/0 Rule 1 allows without naming its program.'],
  [{ rules: [{ run: 'git push' }] }, 'rules/0 Rule 1 has to decide "allow", "confirm" or "deny".'],
  [
    { rules: [{ run: 'git push', decision: 'deny', where: { a: '@(' } }] },
    'rules/0 Rule 1 has to have a pattern for each parameter in "where", or a list of them.',
  ],
  [
    { rules: [{ run: 'git push', decision: 'deny', where: { a: [] } }] },
    'rules/0 Rule 1 has to have a pattern for each parameter in "where", or a list of them.',
  ],
  [
    { rules: [{ run: 'git push', decision: 'allow', exact: true, given: ['force'] }] },
    'rules/0 Rule 1 is exact, so "where" has to name the arguments; as it is, no call fits it.',
  ],
  [
    { rules: [{ run: 'git push', decision: 'allow', exact: false }] },
    'rules/0 Rule 1 can only have true as its "exact".',
  ],
  [
    { rules: [{ run: 'git push', decision: 'allow', project: '/p/../q' }] },
    'rules/0 Rule 1 has to name in "project" a directory by its absolute path.',
  ],
])('%j is refused wherever it is given', (policy, expected) => {
  expect(policyProblems(policy).map(({ part, message }) => `${part} ${message}`)).toStrictEqual([expected]);
  const call = { id: '1', name: 'git_push', arguments: {} };
  expect(() => checkCall(call, [GIT], policy as ExecutionPolicy)).toThrow('The policy cannot be applied');
});

test.each([
  ['git psuh', 'Rule 1, "git psuh", fits no command that is known. Did you mean "git push"?'],
  ['gti *', 'Rule 1, "gti *", fits no command that is known. Did you mean "git *"?'],
])('a rule that fits nothing is named: %s', (run, message) => {
  expect(idleRules([{ run, decision: 'deny' }], [GIT])).toStrictEqual([{ index: 0, message }]);
});

test('so is one with a parameter that no command has', () => {
  const rules: PolicyRule[] = [
    { run: 'git push', given: ['force', '--tags'], where: { refspec: '*' }, decision: 'deny' },
    { run: 'git push', given: ['forse'], decision: 'deny' },
  ];
  expect(idleRules(rules, [GIT]).map(({ message }) => message)).toStrictEqual([
    'Rule 2, "git push", names "forse", which its commands do not have. Did you mean "force"?',
  ]);
});
