import { expect, test } from 'vitest';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { selectCommands } from '../commands/select-commands.ts';
import { AtipValidationError } from '../json/atip-error.ts';
import { parseTool } from '../document/parse-tool.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { Delegation, EffectRestrictions } from '../types/policy.ts';
import type { AtipCommand, AtipEffects, AtipTool } from '../types/tool.ts';
import { restrictTools } from './delegation.ts';

const leaf = (effects: AtipEffects = {}, more: Partial<AtipCommand> = {}): AtipCommand => ({
  description: 'x',
  effects,
  ...more,
});
const TARGET = [{ name: 'target', type: 'string', description: 'x' }] as const;

const GIT = toolWith(
  {
    repo: { description: 'x', commands: { delete: leaf(), view: leaf() } },
    repository: leaf(),
    'repo-x': leaf(),
    stash: { description: 'x', commands: { '': leaf(), drop: leaf(), pop: leaf() } },
    'delete it': leaf(),
    'spaced ': leaf(),
  },
  { name: 'git' },
);
const ALL = [
  'repo delete',
  'repo view',
  'repository',
  'repo-x',
  'stash',
  'stash drop',
  'stash pop',
  'delete it',
  'spaced ',
];

const names = (tools: readonly AtipTool[]): string[] => tools.map(({ name }) => name);
const paths = ([tool]: readonly AtipTool[]): string[] =>
  tool ? flattenCommands(tool).map(({ path }) => path.join(' ')) : [];

test.each<[Delegation, string[]]>([
  [{}, ['gh', 'git']],
  [{ allowedTools: ['git', 'kubectl'] }, ['git']],
  [{ allowedTools: [] }, []],
  [{ allowedTools: ['GIT', 'gi', 'git '] }, []],
  [{ deniedCommands: ['git'] }, ['gh']],
])('%j leaves the tools %j', (delegation, expected) => {
  expect(names(restrictTools([GH, GIT], delegation))).toStrictEqual(expected);
});

test.each<[string[], string[]]>([
  [['git repo delete'], ['repo delete']],
  [['  git   repo  delete '], ['repo delete']],
  [['git repo'], ['repo delete', 'repo view']],
  [['git repository'], ['repository']],
  [['git stash'], ['stash', 'stash drop', 'stash pop']],
  [
    ['git stash drop', 'git repo'],
    ['stash drop', 'repo delete', 'repo view'],
  ],
  [['git delete'], ['delete it']],
  [['git spaced'], ['spaced ']],
  [['kubectl delete', 'gitlab repo', 'rm'], []],
])('denying %j takes %j', (deniedCommands, gone) => {
  const restricted = restrictTools([GIT], { deniedCommands });
  expect(paths(restricted)).toStrictEqual(ALL.filter((path) => !gone.includes(path)));
  expect(restricted.flatMap((tool) => parseTool(tool).issues)).toStrictEqual([]);
});

test.each<[EffectRestrictions, AtipEffects, AtipEffects]>([
  [{ destructive: false }, { destructive: false }, { destructive: true }],
  [{ network: false }, { network: false }, { network: true }],
  [{ subprocess: false }, { subprocess: false }, { subprocess: true }],
  [{ reversible: true }, { reversible: true }, { reversible: false }],
  [{ idempotent: true }, { idempotent: true }, { idempotent: false }],
  [{ filesystem: { write: false } }, { filesystem: { write: false } }, { filesystem: { write: true } }],
  [{ filesystem: { read: false } }, { filesystem: { read: false } }, { filesystem: { read: true, write: false } }],
  [{ filesystem: { delete: false } }, { filesystem: { delete: false } }, { filesystem: { delete: true } }],
  [{ cost: { billable: false } }, { cost: { billable: false } }, { cost: { billable: true } }],
  [{ cost: { estimate: 'low' } }, { cost: { estimate: 'free' } }, { cost: { estimate: 'medium' } }],
  [{ interactive: { stdin: 'none' } }, { interactive: { stdin: 'none' } }, { interactive: { stdin: 'optional' } }],
  [{ interactive: { stdin: 'optional' } }, { interactive: { stdin: 'none' } }, { interactive: { stdin: 'password' } }],
  [
    { interactive: { prompts: false, tty: false } },
    { interactive: { prompts: false } },
    { interactive: { tty: true } },
  ],
  [
    { destructive: false, network: false },
    { destructive: false, network: false },
    { destructive: false, network: true },
  ],
])('%j keeps %j and silence, not %j', (effectRestrictions, within, beyond) => {
  const tool = toolWith({ within: leaf(within), beyond: leaf(beyond), silent: { description: 'x' } });
  expect(paths(restrictTools([tool], { effectRestrictions }))).toStrictEqual(['within', 'silent']);
});

test('several delegations leave what each leaves, also where one has taken away what another denies', () => {
  const left = restrictTools(
    [GH, GIT],
    [
      { allowedTools: ['git'], deniedCommands: ['git repo'] },
      { deniedCommands: ['git repo delete', 'git stash'] },
      { allowedTools: ['gh', 'git'], deniedCommands: ['git repository'] },
    ],
  );
  expect(names(left)).toStrictEqual(['git']);
  expect(paths(left)).toStrictEqual(['repo-x', 'delete it', 'spaced ']);
  expect(paths(restrictTools(left, { deniedCommands: ['git repo delete', 'git repo-x'] }))).toStrictEqual([
    'delete it',
    'spaced ',
  ]);
});

test('another name of a command means the command', () => {
  const commands = {
    repo: { description: 'x', commands: { delete: leaf({}, { 'x-aliases': ['rm'] }), view: leaf() } },
  };
  const tool = toolWith({ '': leaf({}, { 'x-aliases': ['hub'] }), ...commands }, { name: 'gh' });
  for (const name of ['gh repo rm', 'hub repo rm', 'hub repo delete'])
    expect(paths(restrictTools([tool], { deniedCommands: [name] }))).toStrictEqual(['', 'repo view']);
  expect(() => restrictTools([tool], { deniedCommands: ['gh repo RM'] })).toThrow('has no command of gh');
});

test('the shape of the specification and the bare one are the same', () => {
  const delegation = { allowedTools: ['git'], deniedCommands: ['git repo'] };
  const wrapped: object = { delegation };
  expect(restrictTools([GH, GIT], wrapped)).toStrictEqual(restrictTools([GH, GIT], delegation));
});

test('a group without commands does not become one', () => {
  const sends = leaf({ network: true, destructive: true });
  const tool = toolWith({ g: { description: 'x', commands: { '': sends, a: sends } }, b: leaf({ destructive: true }) });
  const [restricted] = restrictTools([tool], { effectRestrictions: { network: false } });
  expect(Object.keys(restricted?.commands ?? {})).toStrictEqual(['b']);
  expect(restrictTools([tool], { effectRestrictions: { destructive: false } })).toStrictEqual([]);
});

test('the command above goes too when an argument of it could name what is denied', () => {
  const tool = (more: Partial<AtipCommand>): AtipTool =>
    toolWith({
      '': leaf({}, more),
      stash: {
        description: 'x',
        commands: {
          '': leaf({}, more),
          drop: leaf(),
          show: { description: 'x', commands: { '': leaf({}, more), a: leaf() } },
        },
      },
      other: leaf({}, more),
    });
  const taking = { arguments: [...TARGET] };
  expect(paths(restrictTools([tool(taking)], { deniedCommands: ['tool stash drop'] }))).toStrictEqual([
    'stash show',
    'stash show a',
    'other',
  ]);
  expect(paths(restrictTools([tool({ arguments: [] })], { deniedCommands: ['tool stash drop'] }))).toStrictEqual([
    '',
    'stash',
    'stash show',
    'stash show a',
    'other',
  ]);
});

test('patterns go: they are command lines that nothing was held against', () => {
  const patterns = [{ name: 'p', description: 'x', steps: [{ command: 'gh repo delete' }] }];
  const [restricted] = restrictTools([{ ...GH, patterns }], {});
  expect(restricted).toStrictEqual(GH);
  const [less] = restrictTools([{ ...GH, patterns }], { deniedCommands: ['gh repo'] });
  expect(less && Object.hasOwn(less, 'patterns')).toBe(false);
});

test('what loses nothing is the same, what loses something is no longer what it was, and nothing is changed', () => {
  expect(restrictTools([GH], {})[0]).toBe(GH);
  const before = structuredClone(GIT);
  restrictTools([GIT], { deniedCommands: ['git repo'], effectRestrictions: {} });
  expect(GIT).toStrictEqual(before);
});

test('an excerpt keeps its numbers right', () => {
  const excerpt = selectCommands(GIT, { commands: ['repo'] });
  const [restricted] = restrictTools([excerpt], { deniedCommands: ['git repo delete', 'git stash drop'] });
  expect([restricted?.totalCommands, restricted?.includedCommands]).toStrictEqual([9, 1]);
  const [cut] = restrictTools([selectCommands(GIT, { depth: 1 })], { deniedCommands: ['git repository'] });
  expect(Object.keys(cut?.commands ?? {})).toStrictEqual(['repo-x', 'stash', 'delete it', 'spaced ']);
});

test.each<[string[], boolean]>([
  [['git repo delet'], false],
  [['git push --force'], false],
  [['git repository --force'], true],
  [['git repo delete --yes'], true],
])('denying %j of a command that is not there is refused; in an excerpt: %j', (deniedCommands, inExcerpt) => {
  const message = 'has no command of git';
  expect(() => restrictTools([GIT], { deniedCommands })).toThrow(AtipValidationError);
  expect(() => restrictTools([GIT], { deniedCommands })).toThrow(message);
  const excerpt = (): unknown => restrictTools([{ ...GIT, partial: true }], { deniedCommands });
  if (inExcerpt) expect(excerpt).toThrow(message);
  else expect(excerpt).not.toThrow();
});

test.each(['Git stash drop', 'GIT', 'gIT stash'])('denying %j where git is meant is refused', (name) => {
  const deny = (tools: readonly AtipTool[]): AtipTool[] => restrictTools(tools, { deniedCommands: [name] });
  for (const tool of [GIT, { ...GIT, partial: true }]) expect(() => deny([tool])).toThrow('has no command of git');
  const other = { ...GIT, name: name.slice(0, 3) };
  expect(paths(deny([GIT, other]))).toStrictEqual(ALL);
});

test.each<[unknown, string]>([
  [undefined, 'it must be an object'],
  [null, 'it must be an object'],
  [new Map([['allowedTools', []]]), 'it must be an object'],
  [{ delegation: {}, allowedTools: [] }, '/delegation is not a field'],
  [{ delegation: { delegation: {} } }, '/delegation is not a field'],
  [{ delegation: null }, 'it must be an object'],
  [{ allowed_tools: ['gh'] }, '/allowed_tools is not a field'],
  [JSON.parse('{"__proto__":{"allowedTools":["gh"]}}'), '/__proto__ is not a field'],
  [{ allowedTools: 'gh' }, '/allowedTools must be a list'],
  [{ allowedTools: ['gh', 1] }, '/allowedTools/1 must be a list'],
  [{ deniedCommands: [''] }, '/deniedCommands/0 must be a list'],
  [{ deniedCommands: new Array(1) }, '/deniedCommands/0 must be a list'],
  [{ effectRestrictions: null }, '/effectRestrictions must be an object'],
  [{ effectRestrictions: { destructive: undefined } }, '/effectRestrictions/destructive restricts nothing'],
  [{ effectRestrictions: { destructive: true } }, '/effectRestrictions/destructive restricts nothing'],
  [{ effectRestrictions: { destructive: 'false' } }, '/effectRestrictions/destructive restricts nothing'],
  [{ effectRestrictions: { reversible: false } }, '/effectRestrictions/reversible restricts nothing'],
  [{ effectRestrictions: { filesystem: { wirte: false } } }, '/effectRestrictions/filesystem/wirte restricts nothing'],
  [{ effectRestrictions: { filesystem: false } }, '/effectRestrictions/filesystem restricts nothing'],
  [{ effectRestrictions: { network: { write: false } } }, '/effectRestrictions/network/write restricts nothing'],
  [{ effectRestrictions: { creates: [] } }, '/effectRestrictions/creates restricts nothing'],
  [{ effectRestrictions: { constructor: false } }, '/effectRestrictions/constructor restricts nothing'],
])('%j is refused: a guard is never left aside', (delegation, message) => {
  const restrict = (): unknown => restrictTools([GH], delegation as Delegation);
  expect(restrict).toThrow(AtipValidationError);
  expect(restrict).toThrow(message);
});
