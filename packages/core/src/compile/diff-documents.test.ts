import type { SemverVerdict } from '../types/tool-diff.ts';
import type { AtipCommand, AtipEffects, AtipTool } from '../types/tool.ts';
import { diffTools } from './diff-documents.ts';
import { expect, test } from 'vitest';

const LIST: AtipCommand = {
  description: 'List',
  arguments: [{ name: 'repo', type: 'string', description: 'Repository' }],
  options: [
    { name: 'state', flags: ['--state'], type: 'enum', enum: ['open', 'closed'], description: 'State' },
    { name: 'limit', flags: ['-L', '--limit'], type: 'integer', default: 30, description: 'How many' },
  ],
  effects: { network: true, destructive: false, cost: { estimate: 'low' } },
};
const BEFORE = tool({ pr: { description: 'Pull requests', commands: { list: LIST } } });

function tool(commands: Record<string, AtipCommand>, more: Partial<AtipTool> = {}): AtipTool {
  return { atip: { version: '0.4' }, name: 'gh', version: '1.0.0', description: 'GitHub', commands, ...more };
}
function withList(change: Partial<AtipCommand>, more: Partial<AtipTool> = {}): AtipTool {
  return tool({ pr: { description: 'Pull requests', commands: { list: { ...LIST, ...change } } } }, more);
}
const [state, limit] = LIST.options ?? [];
const options = (...list: (object | undefined)[]) => ({
  options: list.flatMap((one) => (one ? [one] : [])) as NonNullable<AtipCommand['options']>,
});

test.each<[string, AtipTool, string[], SemverVerdict]>([
  ['the order of the options', withList(options(limit, state)), [], 'none'],
  [
    'a command is gone',
    tool({ pr: { description: 'P', commands: { view: { description: 'V' } } } }),
    ['breaking command-removed pr list', 'additive command-added pr view'],
    'major',
  ],
  [
    'a command is new',
    tool({ ...BEFORE.commands, auth: { description: 'Log in' } }),
    ['additive command-added auth'],
    'minor',
  ],
  ['an option is gone', withList(options(limit)), ['breaking parameter-removed pr list state'], 'major'],
  [
    'an option is new',
    withList(options(state, limit, { name: 'web', flags: ['--web'], type: 'boolean', description: 'W' })),
    ['additive parameter-added pr list web'],
    'minor',
  ],
  [
    'a required argument is new',
    withList({ arguments: [...(LIST.arguments ?? []), { name: 'n', type: 'string', description: 'N' }] }),
    ['breaking parameter-required pr list n'],
    'major',
  ],
  [
    'an option is required now',
    withList(options(state, { ...limit, required: true })),
    ['breaking parameter-required pr list limit'],
    'major',
  ],
  [
    'another type',
    withList(options(state, { ...limit, type: 'number' })),
    ['breaking type-changed pr list limit'],
    'major',
  ],
  [
    'fewer choices',
    withList(options({ ...state, enum: ['open'] }, limit)),
    ['breaking choices-narrowed pr list state'],
    'major',
  ],
  [
    'more choices',
    withList(options({ ...state, enum: ['open', 'closed', 'all'] }, limit)),
    ['additive choices-widened pr list state'],
    'minor',
  ],
  [
    'flags, default and words',
    withList({
      description: 'Lists',
      ...options(state, { ...limit, flags: ['--max'], default: 10, description: 'Most' }),
    }),
    [
      'neutral flags-changed pr list limit',
      'neutral default-changed pr list limit',
      'neutral description-changed pr list limit',
      'neutral description-changed pr list',
    ],
    'patch',
  ],
  [
    'an argument becomes an option of its name',
    withList({
      arguments: [],
      ...options(state, limit, { name: 'repo', flags: ['--repo'], type: 'string', description: 'R' }),
    }),
    ['breaking parameter-removed pr list repo', 'additive parameter-added pr list repo'],
    'major',
  ],
  [
    'trust and what it says of itself',
    withList({}, { trust: { source: 'native' }, description: 'The GitHub CLI' }),
    ['safety trust-changed', 'neutral description-changed'],
    'major',
  ],
])('%s', (_name, after, expected, verdict) => {
  const diff = diffTools(BEFORE, after);
  expect(
    diff.changes.map(({ kind, code, path = [], name }) =>
      [kind, code, ...path, ...(name === undefined ? [] : [name])].join(' '),
    ),
  ).toStrictEqual(expected);
  expect(diff.verdict).toBe(verdict);
});

test.each<[string, AtipEffects, AtipEffects, string[], SemverVerdict]>([
  ['stated harm', { destructive: false }, { destructive: true }, ['effect-raised destructive'], 'major'],
  ['no longer stated', { destructive: false }, {}, ['effect-raised destructive'], 'major'],
  ['harm that was not ruled out', {}, { network: true }, ['effect-raised network'], 'major'],
  ['ruled out', {}, { network: false }, ['effect-lowered network'], 'minor'],
  ['reversible', { reversible: true }, { reversible: false }, ['effect-raised reversible'], 'major'],
  [
    'files',
    { filesystem: { read: false, write: true, delete: true } },
    { filesystem: { read: true, write: false } },
    ['effect-raised filesystem.read', 'effect-lowered filesystem.write', 'effect-lowered filesystem.delete'],
    'major',
  ],
  [
    'cost',
    { cost: { estimate: 'low', billable: false } },
    { cost: { estimate: 'high', billable: true } },
    ['effect-raised cost.billable', 'effect-raised cost.estimate'],
    'major',
  ],
  ['cost no longer known', { cost: { estimate: 'medium' } }, {}, ['effect-raised cost.estimate'], 'major'],
  [
    'a person is asked',
    { interactive: { prompts: false, tty: false, stdin: 'none' } },
    { interactive: { prompts: true, tty: true, stdin: 'password' } },
    ['effect-raised interactive.prompts', 'effect-raised interactive.tty', 'effect-raised interactive.stdin'],
    'major',
  ],
  ['what lists say is no statement', { creates: ['a'] }, { creates: ['b'] }, [], 'none'],
])('effects: %s', (_name, before, after, expected, verdict) => {
  const diff = diffTools(withList({ effects: before }), withList({ effects: after }));
  expect(diff.changes.map(({ code, name }) => `${code} ${name}`)).toStrictEqual(expected);
  expect(diff.verdict).toBe(verdict);
});

test('the message says what and where', () => {
  const { changes, before, after } = diffTools(BEFORE, tool({ auth: { description: 'Log in' } }, { version: '2.0.0' }));
  expect(changes.map(({ message }) => message)).toStrictEqual(['gh pr list is gone.', 'gh auth is new.']);
  expect([before, after]).toStrictEqual([
    { name: 'gh', version: '1.0.0' },
    { name: 'gh', version: '2.0.0' },
  ]);
});
