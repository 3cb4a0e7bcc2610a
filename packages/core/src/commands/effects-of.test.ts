import { compile } from '../compile/compile.ts';
import { toOpenAI } from '../compile/transform.ts';
import { diffTools } from '../compile/diff-documents.ts';
import { checkCall } from '../call/check-call.ts';
import { createExecutor } from '../call/create-executor.ts';
import { parseTool } from '../document/parse-tool.ts';
import { checkPolicy } from '../policy/check-policy.ts';
import { POLICY_PRESETS } from '../policy/policy-rules.ts';
import { generateSafetyPrompt } from '../prompt/generate-safety-prompt.ts';
import { ended } from '../testing/documents.ts';
import { rowsOf, stated } from '../testing/in-words.ts';
import type { RunOptions } from '../types/execution.ts';
import type { ExecutionPolicy } from '../types/policy.ts';
import type { AtipEffects, AtipOption, AtipTool } from '../types/tool.ts';
import { eitherEffects, raiseEffects } from '../effects/merge-effects.ts';
import { vouchFor } from '../effects/trust.ts';
import { effectsOf, harmOfSource } from './effects-of.ts';
import { withoutLosses } from './reduce-call-effects.ts';
import { mapToCommand } from './commands-by-name.ts';
import { expect, test } from 'vitest';

const READ_ONLY = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };

const option = (name: string, extra: Partial<AtipOption> = {}): AtipOption => ({
  name,
  flags: [`--${name}`],
  type: 'boolean',
  description: `Option ${name}`,
  ...extra,
});

const DELETE = option('delete', { 'x-effects': { destructive: true, filesystem: { write: true, delete: true } } });

const git = (options: AtipOption[] = [DELETE, option('all')], globalOptions: AtipOption[] = []): AtipTool => ({
  atip: '0.4',
  name: 'git',
  version: '2',
  description: 'Version control',
  trust: { source: 'native', verified: true },
  globalOptions,
  commands: { branch: { description: 'List branches', effects: READ_ONLY, options } },
});

const effectsIn = (args: unknown, tool: AtipTool = git()) =>
  // As a model sends them.
  effectsOf(mapToCommand('git_branch', [tool]), args as Record<string, unknown>);

test.each<[string, unknown, boolean]>([
  ['nothing', {}, false],
  ['the option', { delete: true }, true],
  ['a text, before it is checked', { delete: 'true' }, true],
  ['null', { delete: null }, false],
  ['no arguments at all', undefined, false],
  ['arguments that are no object', ['delete'], true],
])('%s', (_name, args, destructive) => {
  expect(effectsIn(args).destructive).toBe(destructive);
});

test('a second key, a global option, a count, a negation and an argument are seen', () => {
  const harm = { 'x-effects': { destructive: true } };
  const counted = option('prune', { type: 'integer', 'x-count': true, ...harm });
  const negated = option('verify', { flags: ['--no-verify'], default: true, ...harm });
  expect(effectsIn({ force_it: true }, git([option('force-it', harm)])).destructive).toBe(true);
  expect(effectsIn({ exec: true }, git([], [option('exec', harm)])).destructive).toBe(true);
  expect(effectsIn({ prune: 0 }, git([counted])).destructive).toBe(false);
  expect(effectsIn({ prune: 1 }, git([counted])).destructive).toBe(true);
  expect(effectsIn({ verify: false }, git([negated])).destructive).toBe(true);
  const tool = git();
  const taking: AtipTool = {
    ...tool,
    commands: {
      branch: {
        description: '',
        effects: READ_ONLY,
        arguments: [{ name: 'ref', type: 'string', description: '', required: false, ...harm }],
      },
    },
  };
  expect(effectsIn({ ref: false }, taking).destructive).toBe(true);
  expect(effectsIn({}, taking).destructive).toBe(false);
});

const policy = { ...POLICY_PRESETS['read-only'], minTrustLevel: 'inferred' } as const;
const call = (args: Record<string, unknown>) => ({ id: '1', name: 'git_branch', arguments: args });

test('a read-only policy denies the option that deletes, and only that', () => {
  const mapping = mapToCommand('git_branch', [git()]);
  const decide = (args: Record<string, unknown>, of = mapping) => [
    checkPolicy(call(args), of, policy).decision,
    checkCall(call(args), [of.tool], policy).decision,
    createExecutor({ tools: [of.tool], policy }).checkPolicy(call(args)).decision,
  ];
  expect(decide({ all: true })).toStrictEqual(['allow', 'allow', 'allow']);
  expect(decide({ delete: true })).toStrictEqual(['deny', 'deny', 'deny']);
  // Without the statement there is nothing to go by.
  expect(decide({ delete: true }, mapToCommand('git_branch', [git([option('delete')])]))).toStrictEqual([
    'allow',
    'allow',
    'allow',
  ]);
  // A document may contain it.
  const odd = option('delete', { 'x-effects': 'none' as unknown as object });
  expect(decide({ delete: true }, mapToCommand('git_branch', [git([odd])]))).toStrictEqual(['deny', 'deny', 'deny']);
});

test('what runs, and what is on record, has the effects of the call', async () => {
  const seen: unknown[] = [];
  const run = (_argv: readonly string[], options: RunOptions) => {
    seen.push(options.call?.mapping.effects.destructive);
    return Promise.resolve(ended());
  };
  const onDecision = ({ mapping }: { mapping: { effects: { destructive?: boolean } } }) => {
    seen.push(mapping.effects.destructive);
  };
  const executor = createExecutor({ tools: [git()], policy: { allowDestructive: true }, onDecision, run });
  await executor.execute(call({ delete: true }));
  await executor.execute(call({}));
  expect(seen).toStrictEqual([true, true, false, false]);
});

/** Of a call where nothing may destroy, and all else is allowed. */
const delegated = (tool: AtipTool, name: string, args: Record<string, unknown>) => {
  const delegations = [{ delegation: { effectRestrictions: { destructive: false } }, origin: 'of d' }] as const;
  return checkCall({ id: '1', name, arguments: args }, [tool], { ...POLICY_PRESETS.open, delegations }).decision;
};

test('models and clients are told', () => {
  const [mcp] = compile([git()], 'mcp').tools;
  expect(mcp?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(compile([git([option('all')])], 'mcp').tools[0]?.annotations).toMatchObject({
    readOnlyHint: true,
    destructiveHint: false,
  });
  expect(mcp?.description).toBe('List branches [🔒 READ-ONLY unless an option says otherwise]');
  const [openai] = toOpenAI(git());
  expect(openai?.function.parameters.properties).toMatchObject({
    delete: { description: 'Option delete [⚠️ DESTRUCTIVE when given]' },
    all: { description: 'Option all' },
  });
  expect(generateSafetyPrompt([git()])).toBe(
    [
      '## Tool Safety Summary',
      '### Destructive Operations\nThese permanently destroy data. Ask the user before calling one, and name what will be lost:\n- git_branch, when "delete" is given: List branches',
      '### File-Deleting Operations\nThese delete files. Name the files, and make sure that they are the ones meant:\n- git_branch, when "delete" is given: List branches',
      '### File-Writing Operations\nThese write files. What is there may be replaced:\n- git_branch, when "delete" is given: List branches',
    ].join('\n\n'),
  );
});

test('a model is warned of what cannot be read', () => {
  const described = (given: unknown) => {
    // A document may contain it.
    const [compiled] = toOpenAI(git([option('delete', { 'x-effects': given as object })]));
    return compiled?.function.parameters.properties['delete']?.description;
  };
  expect(described('none')).toBe(
    'Option delete [⚠️ DESTRUCTIVE | ⚠️ RUNS WHAT YOU NAME | ⚠️ ENDS PROCESSES | ⚠️ SENDS DATA when given]',
  );
  expect(described({ destructive: 'no' })).toBe('Option delete [⚠️ DESTRUCTIVE when given]');
  expect(described({ destructive: false, reversible: true, network: true })).toBe('Option delete');
});

test('a document with x-effects that cannot be read is told', () => {
  // A document may contain it.
  const odd = option('delete', { 'x-effects': { destructive: 'yes' } as object });
  expect(parseTool(git([odd])).issues.map(({ severity, code, path }) => [severity, code, path])).toStrictEqual([
    ['warning', 'unreadable-effects', '/commands/branch/options/0/x-effects'],
  ]);
  expect(parseTool(git()).issues).toStrictEqual([]);
});

test('an option that adds harm is a change of safety', () => {
  const found = diffTools(git([option('all')]), git([option('all', { 'x-effects': { network: true } }), DELETE]));
  expect(found.changes.map(({ code, name }) => [code, name])).toStrictEqual([
    ['effect-raised', 'network'],
    ['effect-raised', 'filesystem.write'],
    ['effect-raised', 'filesystem.delete'],
    ['effect-raised', 'destructive'],
    ['parameter-added', 'delete'],
  ]);
  expect(found.verdict).toBe('major');
});

/** A document may contain it. */
const added = (given: unknown): AtipEffects =>
  harmOfSource({ name: 'x', flags: ['-x'], type: 'boolean', description: '', 'x-effects': given as AtipEffects });

test.each(
  rowsOf(`
    harm is added                       | -network            | +network                            | +network
    no reassurance replaces harm        | +destructive        | -destructive                        | +destructive
    nor replaces it the unknown         |                     | -destructive -network +reversible   |
    nor does one of a file              |                     | -filesystem.write -filesystem.delete |
    the highest cost is no bound        |                     | cost.estimate=high                  | cost.estimate=high
    no input is no harm                 |                     | interactive.stdin=none -interactive.prompts |
    a prompt is added                   |                     | +interactive.prompts                | +interactive.prompts
    what destroys may not be undone     | +reversible         | +destructive                        | +destructive
    lists are united                    | deletes=a           | deletes=b                           | deletes=a,b
    a write without a place is in the working directory | +filesystem.read filesystem.paths=/etc | +filesystem.write | +filesystem.read +filesystem.write filesystem.paths=/etc,.
    a place does not shut out the command itself | +filesystem.write | +filesystem.write filesystem.paths=~/x | +filesystem.write filesystem.paths=.,~/x
  `),
)('%s', (_name, effects, more, raised) => {
  const once = raiseEffects(stated(effects), added(stated(more)));
  expect(once).toStrictEqual(stated(raised));
  expect(raiseEffects(once, added(stated(more)))).toStrictEqual(stated(raised));
});

test.each([null, 'destructive', { destructive: 'yes' }, { destructve: true }, []])(
  '%j counts as all harm',
  (stated) => {
    expect(added(stated)).toMatchObject({
      destructive: true,
      network: true,
      filesystem: { write: true, delete: true },
    });
  },
);

test.each(
  rowsOf(`
    +destructive                           |                                      | +destructive
    -destructive                           |                                      |
    -destructive -network                  | -destructive +network                | -destructive +network
    +reversible -idempotent                |                                      | -idempotent
    +reversible                            | +reversible                          | +reversible
    +filesystem.write -filesystem.read     |                                      | +filesystem.write
    -filesystem.write -filesystem.delete   | -filesystem.write filesystem.paths=./ | -filesystem.write
    filesystem.paths=./,/                  | filesystem.paths=./                  | filesystem.paths=./,/
    deletes=repo                           |                                      | deletes=repo
    x-runs=call x-sends=given              | x-runs=project                       | x-runs=call x-sends=given
    x-sends=none                           |                                      |
    deletes=                               | deletes=                             | deletes=
    -cost.billable cost.estimate=free      | cost.estimate=low                    | cost.estimate=low
  `),
)('"%s" or "%s" is "%s"', (one, other, expected) => {
  expect(eitherEffects(stated(one), stated(other))).toStrictEqual(stated(expected));
  expect(eitherEffects(stated(other), stated(one))).toStrictEqual(stated(expected));
});

const LOOKS: AtipEffects = { filesystem: { write: false, delete: false }, network: false, destructive: false };
const WRITES: AtipEffects = { filesystem: { write: true }, destructive: true };

/** A tool that extracts unless an option lists. */
const tar = (
  fields: Partial<AtipOption>,
  trust: AtipTool['trust'] = { source: 'native' },
  others: AtipOption[] = [],
) => {
  const options = [
    option('list', { 'x-mode': LOOKS, ...fields }),
    option('delete', { 'x-effects': DELETE['x-effects'] ?? {} }),
    ...others,
  ];
  const commands = { '': { description: 'Archives', effects: { ...WRITES, network: false }, options } };
  return mapToCommand('tar', [{ ...git(), name: 'tar', commands, ...(trust && { trust }) }]);
};

test('a mode replaces the effects of its command, and other parameters still add', () => {
  expect(effectsOf(tar({}), {}).destructive).toBe(true);
  expect(effectsOf(tar({}), { list: true })).toStrictEqual(LOOKS);
  expect(effectsOf(tar({}), { list: false }).destructive).toBe(true);
  expect(effectsOf(tar({}), { list: true, delete: true }).destructive).toBe(true);
});

test('of two modes the worse of both holds, and silence of one is no reassurance', () => {
  const diff = option('diff', { 'x-mode': { network: true, destructive: false } });
  expect(effectsOf(tar({}, undefined, [diff]), { list: true, diff: true })).toStrictEqual({
    filesystem: {},
    network: true,
    destructive: false,
  });
});

test('a mode is none with a parameter that it names, or one that nobody has', () => {
  const given = { list: true, verbose: true };
  const verbose = option('verbose', { flags: ['-v'] });
  for (const name of ['verbose', '-v']) {
    const mapping = tar({ 'x-mode': { ...LOOKS, unless: [name] } }, undefined, [verbose]);
    expect([effectsOf(mapping, given).destructive, effectsOf(mapping, { list: true }).destructive]).toStrictEqual([
      true,
      false,
    ]);
  }
  expect(effectsOf(tar({ 'x-mode': { ...LOOKS, unless: ['--gone'] } }), { list: true }).destructive).toBe(true);
});

test.each(['community', 'user', 'inferred'] as const)('a mode of the source %s only adds its harm', (source) => {
  const sends = tar({ 'x-mode': { ...LOOKS, network: true } }, { source });
  expect(effectsOf(sends, { list: true })).toStrictEqual({ ...WRITES, network: true });
});

test('a host can vouch for a document, and no document for itself', () => {
  const { tool, ...mapping } = tar({}, { source: 'community' });
  const said = { vouched: true, 'x-vouched': true, 'Symbol(atip.vouched)': true };
  const text = JSON.stringify({ ...tool, ...said, trust: { ...tool.trust, ...said, as: 'native' } });
  // Read by us, and handed over by a program that read it itself.
  const claims = [parseTool(text).tool, JSON.parse(text) as AtipTool];
  const symbol = { ...tool, [Symbol.for('atip.vouched')]: true, trust: { source: 'community' } } as const;
  const vouched = { ...tool, trust: { source: 'community' } } as const;
  vouchFor(vouched);
  const read = (one: AtipTool | undefined) => effectsOf(mapToCommand('tar', [one ?? tool]), { list: true }).destructive;
  expect(mapping.command).toStrictEqual(['tar']);
  expect([read(vouched), read({ ...vouched })]).toStrictEqual([false, false]);
  expect([...claims, symbol, JSON.parse(JSON.stringify(vouched)) as AtipTool].map(read)).toStrictEqual([
    true,
    true,
    true,
    true,
  ]);
});

test.each<[string, Partial<AtipOption>]>([
  ['a mode that cannot be read', { 'x-mode': { destructve: false } as AtipEffects }],
  ['a mode beside harm', { 'x-effects': { network: true } }],
  ['values that are no list', { 'x-values': {} as [] }],
  ['a pattern without an end', { type: 'string', 'x-values': [{ match: '[a', mode: LOOKS }] }],
  [
    'two statements about a value',
    {
      'x-mode': LOOKS,
      'x-values': [
        { match: '*', mode: LOOKS },
        { match: 'x', effects: WRITES },
      ],
    },
  ],
])('%s never reassures', (_name, fields) => {
  const mapping = tar(fields);
  const args = { list: fields.type === 'string' ? 'x' : true };
  if (fields['x-values'] && 'x-mode' in fields) expect(effectsOf(mapping, args).destructive).toBe(false);
  else expect(effectsOf(mapping, args).destructive).toBe(true);
  expect(parseTool(mapping.tool).issues.map(({ path }) => path.split('/').slice(0, 5).join('/'))).toContain(
    '/commands//options/0',
  );
});

const push = (values: AtipOption['x-values'], fields: Partial<AtipOption> = {}) => {
  const refspec = option('refspec', { type: 'array', ...fields, ...(values && { 'x-values': values }) });
  return mapToCommand('git_push', [
    {
      ...git(),
      commands: { push: { description: 'Push', effects: { destructive: false, network: true }, options: [refspec] } },
    },
  ]);
};

test('effects by value: the first pattern that fits counts, for each item', () => {
  const mapping = push([
    { match: '+safe', effects: {} },
    { match: '+*', effects: { destructive: true } },
    { match: 'dry', mode: LOOKS },
  ]);
  const destructive = (refspec: unknown) => effectsOf(mapping, { refspec }).destructive;
  expect([['main'], ['+safe'], ['main', '+x'], '+x'].map(destructive)).toStrictEqual([false, false, true, true]);
  expect(effectsOf(mapping, { refspec: ['dry', 'dry'] })).toStrictEqual(LOOKS);
  expect(effectsOf(mapping, { refspec: ['dry', 'main'] }).network).toBe(true);
  // A value that is no text, or longer than any pattern is tried on, may be any of them.
  expect([[{}], ['a'.repeat(5000)]].map(destructive)).toStrictEqual([true, true]);
});

test('harm can depend on what else is given', () => {
  const all = option('all');
  const name = option('name', { type: 'string', 'x-effects': { destructive: true, unless: ['all', 'none'] } });
  const mapping = tar({}, undefined, [name, all]);
  const base = { list: true, name: 'x' };
  expect(
    [effectsOf(mapping, base), effectsOf(mapping, { ...base, all: true })].map((one) => one.destructive),
  ).toStrictEqual([true, false]);
});

test('harm can depend on another parameter being given', () => {
  const value = option('value', { type: 'string' });
  const name = option('name', { type: 'string', 'x-effects': { destructive: true, unless: ['!value'] } });
  const mapping = tar({}, undefined, [name, value]);
  const base = { list: true, name: 'x' };
  expect(
    [effectsOf(mapping, base), effectsOf(mapping, { ...base, value: 'y' })].map((one) => one.destructive),
  ).toStrictEqual([false, true]);
  const gone = option('name', { type: 'string', 'x-effects': { destructive: true, unless: ['!gone'] } });
  expect(effectsOf(tar({}, undefined, [gone]), base).destructive).toBe(true);
});

test('worst of all: a parameter’s modes and values count with their harm', () => {
  const values = [{ match: '+*', effects: { destructive: true } }];
  const pushed = (tool: AtipTool, refspec: string[]) => delegated(tool, 'git_push', { refspec });
  expect([['main'], ['main', '+main']].map((words) => pushed(push(values).tool, words))).toStrictEqual([
    'allow',
    'deny',
  ]);
  expect(pushed(push(undefined).tool, ['+main'])).toBe('allow');
  expect(generateSafetyPrompt([push(values).tool])).toContain('git_push, when "refspec" is given');
  const [mcp] = compile([push(values).tool], 'mcp').tools;
  expect(mcp?.annotations?.destructiveHint).toBe(true);
  expect(mcp?.inputSchema.properties?.['refspec']).toMatchObject({
    description: 'Option refspec [⚠️ DESTRUCTIVE with some values]',
  });
});

test('a mode that comes, goes or changes is a change of safety', () => {
  const before = tar({}).tool;
  const codes = (fields: Partial<AtipOption>) => diffTools(before, tar(fields).tool).changes.map(({ code }) => code);
  expect(codes({})).toStrictEqual([]);
  expect(codes({ 'x-mode': { ...LOOKS, idempotent: true } })).toStrictEqual(['mode-changed']);
  expect(codes({ 'x-mode': { ...LOOKS, destructive: true } })).toStrictEqual(['effect-raised']);
});

test.each(
  rowsOf(`
    runsCall      | x-runs=call            | x-runs=project
    sends         | x-sends=given          | x-sends=none
    endsProcesses | x-ends=processes       |
    reveals       | x-reveals=credentials  |
    privilege     | x-privilege=root       |
    notReversible | -reversible            | +reversible
  `),
)('standard asks about %s, and only where it is stated', (rule, harm, mild) => {
  const decide = (own: string) => {
    const mapping = { ...tar({}), effects: { ...LOOKS, ...stated(own) } };
    return checkPolicy({ id: '1', name: 'tar', arguments: {} }, mapping, POLICY_PRESETS.standard);
  };
  expect(decide(harm)).toMatchObject({ decision: 'confirm', rule: `levels/${rule}` });
  expect(decide(mild ?? '').decision).toBe('allow');
});

test('a policy that says nothing about what a call runs takes it for anything', () => {
  const mapping = { ...tar({}), effects: { ...LOOKS, 'x-runs': 'call' } } as const;
  const decide = (own: ExecutionPolicy) => {
    const { decision, rule, violations } = checkPolicy({ id: '1', name: 'tar', arguments: {} }, mapping, own);
    return [decision, rule, violations.map(({ assumed }) => assumed)];
  };
  expect(decide({ allowDestructive: false })).toStrictEqual(['confirm', 'allowDestructive', [true]]);
  expect(decide({ allowNetwork: false, denyUnknown: true })).toStrictEqual(['deny', 'allowNetwork', [true]]);
  expect(decide({ allowDestructive: false, levels: { runsCall: 'allow' } })).toStrictEqual(['allow', undefined, []]);
  expect(decide({ allowNonReversible: false, levels: { notReversible: 'deny' } })[0]).toBe('confirm');
});

test('what only replaces a file is harmless for one that is not there', () => {
  const writes = { filesystem: { write: true }, destructive: true, reversible: false } as const;
  const out = option('out', { type: 'string', 'x-effects': { ...writes, 'x-replaces': true } });
  const log = option('log', {
    type: 'string',
    'x-values': [{ match: '*', effects: { ...writes, 'x-replaces': true } }],
  });
  const tool = git([out, log, option('wipe', { 'x-effects': writes })]);
  const mapping = mapToCommand('git_branch', [tool]);
  const isNew = ({ value }: { readonly value: string }): boolean => value.startsWith('new');
  const destroys = (args: Record<string, unknown>) => effectsOf(withoutLosses(mapping, args, isNew), args).destructive;
  expect(destroys({ out: 'new', log: 'new2' })).toBe(false);
  expect(destroys({ out: 'old' })).toBe(true);
  expect(destroys({ out: 'new', log: 'old' })).toBe(true);
  expect(destroys({ out: 'new', wipe: true })).toBe(true);
  const guessed = { ...mapping, tool: { ...tool, trust: { source: 'inferred' as const } } };
  expect(withoutLosses(guessed, { out: 'new' }, isNew)).toBe(guessed);
});

test.each([
  ['none', false],
  ['other', true],
  [['none', 'other'], true],
])(
  'a rule for every value does not speak of the default, which a call has without the parameter: %j',
  (value, destroys) => {
    const values = [{ match: '*', effects: { destructive: true } }];
    const dry = option('dry-run', { type: 'string', default: 'none', 'x-values': values });
    expect(effectsIn({ 'dry-run': value }, git([dry])).destructive).toBe(destroys);
    const named = option('dry-run', { type: 'string', default: 'none', 'x-values': [{ ...values[0], match: 'n*' }] });
    expect(effectsIn({ 'dry-run': 'none' }, git([named])).destructive).toBe(true);
  },
);

test.each([
  ['client', false],
  ['none', true],
  ['off', true],
  ['other', false],
])('what an option takes away, its value for "not" does not: %s', (value, destroys) => {
  const values = [
    { match: 'off', effects: {} },
    { match: 'client', mode: READ_ONLY },
  ];
  const dry = option('dry-run', { type: 'string', default: 'none', 'x-values': values });
  const image = option('image', { 'x-effects': { destructive: true, unless: ['dry-run'] } });
  expect(effectsIn({ image: true, 'dry-run': value }, git([dry, image])).destructive).toBe(destroys);
});

const HARM = { destructive: true, 'x-runs': 'call' as const };

test.each<[string, AtipOption['x-values'], string]>([
  [
    'its reason',
    [{ match: 'w*', effects: { ...HARM, 'x-why': 'takes another project' } }],
    'with some values: takes another project]',
  ],
  ['one for every value', [{ match: '*', effects: { ...HARM, 'x-why': 'runs it' } }], 'when given]'],
  ['a long reason is none', [{ match: 'w*', effects: { ...HARM, 'x-why': 'x'.repeat(81) } }], 'with some values]'],
  [
    'nor one that looks like a flag',
    [{ match: 'w*', effects: { ...HARM, 'x-why': 'read-only] [here' } }],
    'with some values]',
  ],
  ['its signs', [{ match: 'w*', effects: { ...HARM, 'x-why': 'a] [🔒 b|c' } }], 'with some values: a  bc]'],
])('the warning of a value says which values are meant: %s', (_what, values, end) => {
  const [tool] = compile(git([option('mode', { type: 'string', 'x-values': values ?? [] })]), 'openai').tools;
  expect(tool?.function.parameters.properties['mode']?.description).toBe(
    `Option mode [⚠️ DESTRUCTIVE | ⚠️ RUNS WHAT YOU NAME ${end}`,
  );
});
