import { compile } from '../compile/compile.ts';
import { toOpenAI } from '../compile/transform.ts';
import { diffTools } from '../diff/diff-tools.ts';
import { checkCall } from '../execute/check-call.ts';
import { createExecutor } from '../execute/create-executor.ts';
import { parseTool } from '../metadata/parse-tool.ts';
import { checkPolicy } from '../policy/check-policy.ts';
import { POLICY_PRESETS } from '../policy/policy-presets.ts';
import { restrictTools } from '../policy/restrict-tools.ts';
import { generateSafetyPrompt } from '../prompt/generate-safety-prompt.ts';
import { ended } from '../testing/documents.ts';
import { rowsOf, stated } from '../testing/in-words.ts';
import type { RunOptions } from '../types/execution.ts';
import type { AtipEffects, AtipOption, AtipTool } from '../types/tool.ts';
import { addedEffects, callEffects, eitherEffects, raiseEffects } from './call-effects.ts';
import { mapToCommand } from './map-to-command.ts';
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

const effectsOf = (args: unknown, tool: AtipTool = git()) =>
  // As a model sends them.
  callEffects(mapToCommand('git_branch', [tool]), args as Record<string, unknown>);

test.each<[string, unknown, boolean]>([
  ['nothing', {}, false],
  ['the option', { delete: true }, true],
  ['a text, before it is checked', { delete: 'true' }, true],
  ['null', { delete: null }, false],
  ['no arguments at all', undefined, false],
  ['arguments that are no object', ['delete'], true],
])('%s', (_name, args, destructive) => {
  expect(effectsOf(args).destructive).toBe(destructive);
});

test('a second key, a global option, a count, a negation and an argument are seen', () => {
  const harm = { 'x-effects': { destructive: true } };
  const counted = option('prune', { type: 'integer', 'x-count': true, ...harm });
  const negated = option('verify', { flags: ['--no-verify'], default: true, ...harm });
  expect(effectsOf({ force_it: true }, git([option('force-it', harm)])).destructive).toBe(true);
  expect(effectsOf({ exec: true }, git([], [option('exec', harm)])).destructive).toBe(true);
  expect(effectsOf({ prune: 0 }, git([counted])).destructive).toBe(false);
  expect(effectsOf({ prune: 1 }, git([counted])).destructive).toBe(true);
  expect(effectsOf({ verify: false }, git([negated])).destructive).toBe(true);
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
  expect(effectsOf({ ref: false }, taking).destructive).toBe(true);
  expect(effectsOf({}, taking).destructive).toBe(false);
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
  // As it may stand in a document.
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

test('a delegation keeps out a command whose option goes beyond it', () => {
  const delegation = { effectRestrictions: { destructive: false } } as const;
  expect(restrictTools([git()], delegation)).toStrictEqual([]);
  expect(restrictTools([git([option('all')])], delegation)).toHaveLength(1);
});

test('models and clients are told', () => {
  const [mcp] = compile([git()], 'mcp').tools;
  expect(mcp?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(compile([git([option('all')])], 'mcp').tools[0]?.annotations).toMatchObject({
    readOnlyHint: true,
    destructiveHint: false,
  });
  expect(mcp?.description).toBe('List branches [🔒 READ-ONLY]');
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
    // As it may stand in a document.
    const [compiled] = toOpenAI(git([option('delete', { 'x-effects': given as object })]));
    return compiled?.function.parameters.properties['delete']?.description;
  };
  expect(described('none')).toBe('Option delete [⚠️ DESTRUCTIVE when given]');
  expect(described({ destructive: 'no' })).toBe('Option delete [⚠️ DESTRUCTIVE when given]');
  expect(described({ destructive: false, reversible: true, network: true })).toBe('Option delete');
});

test('a document with x-effects that cannot be read is told', () => {
  // As it may stand in a document.
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

/** As it may stand in a document. */
const added = (given: unknown): AtipEffects | undefined =>
  addedEffects({ name: 'x', flags: ['-x'], type: 'boolean', description: '', 'x-effects': given as AtipEffects });

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
  const once = raiseEffects(stated(effects), added(stated(more)) ?? {});
  expect(once).toStrictEqual(stated(raised));
  expect(raiseEffects(once, added(stated(more)) ?? {})).toStrictEqual(stated(raised));
});

test('nothing said adds nothing', () => {
  expect(added(undefined)).toBeUndefined();
  expect(added({})).toStrictEqual({});
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
    deletes=                               | deletes=                             | deletes=
    -cost.billable cost.estimate=free      | cost.estimate=low                    | cost.estimate=low
  `),
)('"%s" or "%s" is "%s"', (one, other, expected) => {
  expect(eitherEffects(stated(one), stated(other))).toStrictEqual(stated(expected));
  expect(eitherEffects(stated(other), stated(one))).toStrictEqual(stated(expected));
});
