import { expect, test } from 'vitest';
import { AtipValidationError } from '../json/atip-error.ts';
import { pointerTokens, valueAt } from '../json/pointer.ts';
import { parseTool } from '../document/parse-tool.ts';
import { GH } from '../testing/documents.ts';
import type { AtipTool, AtipTrust } from '../types/tool.ts';
import { flattenCommands } from './flatten-commands.ts';
import { overrideTool } from './override-tool.ts';

const CREATE = '/commands/pr/commands/create';
const inPr = (commands: unknown): unknown => ({ commands: { pr: { commands } } });
const inCreate = (change: unknown): unknown => inPr({ create: change });
const paths = (tool: AtipTool): string[] => flattenCommands(tool).map(({ path }) => path.join(' '));

const web = { name: 'web', flags: ['--web'], type: 'boolean' };
const draft = { name: 'draft', flags: ['-d', '--draft'], type: 'boolean', description: 'As a draft' };
const tokenFile = { name: 'token-file', flags: ['--token-file'], type: 'file', description: 'Token' };
const x = { name: 'x', type: 'string', description: 'X' };
const options = (change: unknown): unknown => inCreate({ options: change });
const stated = (effects: unknown): unknown => inCreate({ effects });

test.each<[string, unknown, string, unknown]>([
  ['a field is replaced', { description: 'Mine' }, '/description', 'Mine'],
  ['a field is removed', { globalOptions: null }, '/globalOptions', undefined],
  [
    'an effect is stated',
    stated({ destructive: true, filesystem: { write: false } }),
    `${CREATE}/effects`,
    { idempotent: false, destructive: true, creates: ['pull_request'], filesystem: { write: false } },
  ],
  [
    'a removed effect is unknown',
    stated({ destructive: null, cost: { billable: null } }),
    `${CREATE}/effects`,
    { idempotent: false, creates: ['pull_request'], cost: {} },
  ],
  ['other lists are replaced', stated({ creates: ['x'] }), `${CREATE}/effects/creates`, ['x']],
  [
    'an option is found by its name',
    options([{ name: 'draft', description: 'Mine' }]),
    `${CREATE}/options/1`,
    { ...draft, description: 'Mine' },
  ],
  [
    'an option is found by a flag',
    options([{ name: 'as-draft', flags: ['--draft'] }]),
    `${CREATE}/options/1`,
    { ...draft, name: 'as-draft', flags: ['--draft'] },
  ],
  [
    'an option is added once',
    options([
      { ...web, description: 'W' },
      { name: 'web', description: 'Web' },
    ]),
    `${CREATE}/options/3`,
    { ...web, description: 'Web' },
  ],
  [
    'an option is removed and another renamed by name',
    options({ title: null, draft: { name: 'wip' } }),
    `${CREATE}/options/0`,
    { ...draft, name: 'wip' },
  ],
  [
    'a global option becomes optional',
    { globalOptions: { 'token-file': { required: null } } },
    '/globalOptions/1',
    tokenFile,
  ],
  ['arguments are merged and added', inCreate({ arguments: [x] }), `${CREATE}/arguments`, [x]],
])('%s', (_name, override, pointer, expected) => {
  const before = structuredClone(GH);
  const result = overrideTool(GH, override);
  expect(valueAt(result, pointerTokens(pointer))).toStrictEqual(expected);
  expect(parseTool(result)).toStrictEqual({ tool: result, issues: [] });
  expect(GH).toStrictEqual(before);
});

test.each<[string, unknown, string[]]>([
  ['a command is removed', inPr({ create: null }), ['pr list', 'repo delete']],
  [
    'a group goes with its last command',
    { commands: { repo: { commands: { delete: null } } } },
    ['pr list', 'pr create'],
  ],
  ['a group is removed', { commands: { pr: null } }, ['repo delete']],
  ['nothing remains', { commands: null }, []],
  [
    'a command is added',
    { commands: { api: { description: 'Call', effects: { network: null } } } },
    ['pr list', 'pr create', 'repo delete', 'api'],
  ],
  [
    'a leaf becomes a group',
    inPr({ list: { commands: { mine: { description: 'M' } } } }),
    ['pr list mine', 'pr create', 'repo delete'],
  ],
])('%s', (_name, override, expected) => {
  expect(paths(overrideTool(GH, override))).toStrictEqual(expected);
});

test.each<[AtipTrust | undefined, unknown, AtipTrust]>([
  [{ source: 'native' }, { description: 'x' }, { source: 'user' }],
  [{ source: 'inferred' }, { description: 'x' }, { source: 'inferred' }],
  [undefined, { trust: { source: 'native' } }, { source: 'inferred' }],
  [{ source: 'vendor' }, { trust: { source: 'native', verified: true } }, { source: 'user' }],
  [{ source: 'vendor' }, { trust: { source: 'inferred' } }, { source: 'inferred' }],
  [
    { source: 'native', verified: true, signedBy: 'x', attestation: 'y', checksum: 'sha256:1' },
    { description: 'x' },
    { checksum: 'sha256:1', source: 'user' },
  ],
  [{ source: 'native' }, { trust: { checksum: 'sha256:2' } }, { source: 'user', checksum: 'sha256:2' }],
])('trust %j under %j is %j', (trust, override, expected) => {
  const { trust: _old, ...bare } = GH;
  expect(overrideTool(trust ? { ...bare, trust } : bare, override).trust).toStrictEqual(expected);
});

test('an empty file changes nothing, and what it is for is no change', () => {
  expect(overrideTool(GH, {})).toBe(GH);
  expect(overrideTool(GH, { atip: '9.9', name: 'gh' })).toBe(GH);
});

const cycle: Record<string, unknown> = {};
cycle['commands'] = cycle;
let deep: unknown = 'x';
for (let level = 0; level < 50_000; level++) deep = { commands: { pr: deep } };

test.each<[string, unknown, string]>([
  ['text', 'description', 'must be an object'],
  ['another tool', { name: 'git', description: 'x' }, '/name is of another tool'],
  [
    'a misspelt command',
    inPr({ creat: { effects: { destructive: true } } }),
    '/commands/pr/commands/creat is not a command',
  ],
  [
    'a misspelt option',
    inCreate({ options: { titel: null } }),
    '/commands/pr/commands/create/options/titel is not there',
  ],
  ['a field that would do nothing', inCreate({ options: [{ name: 'title', remove: true }] }), 'no field "remove"'],
  ['an effect in quotes', inCreate({ effects: { destructive: 'false' } }), '"destructive"'],
  ['an option without flags', inCreate({ options: [{ name: 'new', type: 'string', description: 'x' }] }), 'flags'],
  ['a cycle', cycle, 'cycle'],
  ['depth', deep, 'nested'],
  ['__proto__', JSON.parse('{"__proto__":{"destructive":true}}'), '__proto__'],
  ['constructor', { commands: { constructor: { prototype: {} } } }, '/commands/constructor is not a command'],
])('%s is refused', (_name, override, message) => {
  const apply = (): AtipTool => overrideTool(GH, override);
  expect(apply).toThrow(AtipValidationError);
  expect(apply).toThrow(message);
});

test('the error says where', () => {
  const path = (override: unknown): unknown => {
    try {
      return overrideTool(GH, override);
    } catch (error) {
      return error instanceof AtipValidationError && error.path;
    }
  };
  expect(path({ effects: { network: 1, destructive: 2 } })).toStrictEqual(['effects', 'network']);
  expect(path(inPr({ 'a/b': null }))).toStrictEqual(['commands', 'pr', 'commands', 'a/b']);
});

test('in an excerpt what is not there is passed over, and the rest applies', () => {
  const excerpt = { ...GH, partial: true };
  const result = overrideTool(excerpt, { commands: { run: { effects: { network: true } }, issue: null, repo: null } });
  expect(paths(result)).toStrictEqual(['pr list', 'pr create']);
});
