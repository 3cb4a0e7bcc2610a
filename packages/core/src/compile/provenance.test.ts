import { expect, test } from 'vitest';
import { toolWith } from '../testing/documents.ts';
import type { CompileSettings, Provider } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { compile } from './compile.ts';

const TOOL: AtipTool = toolWith(
  {
    g: {
      description: 'Group',
      effects: { network: false },
      commands: {
        rm: {
          description: 'Remove',
          effects: { destructive: true, filesystem: { write: true } },
          examples: ['tool g rm a'],
          arguments: [{ name: 'file', type: 'file', description: 'Which', variadic: true }],
          options: [
            { name: 'dry-run', flags: ['--dry-run'], type: 'enum', enum: ['a', 'b'], default: 'a', description: 'D' },
            { name: 'all', flags: ['-a'], type: 'boolean', description: '', 'x-effects': { destructive: true } },
          ],
        },
        ls: { description: '', arguments: [{ name: 'file', type: 'file', description: 'Which', variadic: true }] },
      },
    },
  },
  { effects: { idempotent: false } },
);
const G = '/commands/g';
const RM = `${G}/commands/rm`;
const LS = `${G}/commands/ls`;

test.each<[Provider, CompileSettings, string, readonly string[]]>([
  ['openai', {}, '/0', [RM]],
  ['openai', {}, '/0/function/name', [RM, G, '/name']],
  [
    'openai',
    { examples: true },
    '/0/function/description',
    [`${RM}/description`, `${RM}/examples`, `${RM}/effects/destructive`, '/effects/idempotent'],
  ],
  // Without a description the command line is told.
  ['openai', {}, '/1/function/description', [LS, G, '/name', '/effects/idempotent']],
  ['openai', {}, '/0/function/parameters/properties/file', [`${RM}/arguments/0`, `${RM}/arguments/0/name`]],
  ['openai', {}, '/0/function/parameters/properties/file/type', [`${RM}/arguments/0/variadic`]],
  ['openai', {}, '/0/function/parameters/properties/file/items', [`${RM}/arguments/0/type`]],
  [
    'openai',
    {},
    '/0/function/parameters/properties/file/description',
    [`${RM}/arguments/0/description`, `${RM}/arguments/0/type`],
  ],
  [
    'openai',
    {},
    '/0/function/parameters/properties/dry-run/description',
    [`${RM}/options/0/description`, `${RM}/options/0/default`],
  ],
  ['openai', {}, '/0/function/parameters/properties/dry-run/enum/1', [`${RM}/options/0/enum/1`]],
  ['openai', { strict: true }, '/0/function/parameters/properties/dry-run/enum/2', [`${RM}/options/0`]],
  ['openai', { strict: true }, '/0/function/parameters/properties/dry-run/type/1', [`${RM}/options/0`]],
  [
    'openai',
    {},
    '/0/function/parameters/properties/all/description',
    [`${RM}/options/1/name`, `${RM}/options/1/x-effects`],
  ],
  ['openai', {}, '/0/function/parameters/required/0', [`${RM}/arguments/0`]],
  ['gemini', {}, '/0/parameters/properties/dry_run/enum/0', [`${RM}/options/0/enum/0`]],
  ['bedrock', {}, '/0/toolSpec/inputSchema/json/properties/file', [`${RM}/arguments/0`, `${RM}/arguments/0/name`]],
  ['mcp', {}, '/0/title', [RM, G, '/name']],
  [
    'mcp',
    {},
    '/0/annotations/readOnlyHint',
    [`${RM}/effects/filesystem/write`, `${RM}/effects/destructive`, `${RM}/options/1/x-effects`],
  ],
  ['mcp', {}, '/1/annotations/openWorldHint', [`${G}/effects/network`]],
  ['mcp', {}, '/1/annotations/destructiveHint', [LS]],
  ['anthropic', { strategy: 'action' }, '/0/name', [G, '/name']],
  ['anthropic', { strategy: 'action' }, '/0/input_schema/properties/action/enum/1', [LS]],
  ['anthropic', { strategy: 'action' }, '/0/input_schema/properties/file', [`${RM}/arguments/0`, `${LS}/arguments/0`]],
])('%s, %j: %s is made from %j', (provider, settings, place, sources) => {
  expect(compile([TOOL], provider, settings).provenance[place]).toStrictEqual(sources);
});

test('it is worked out once, and neither copied nor written', () => {
  const compilation = compile([TOOL], 'openai');
  expect(compilation.provenance).toBe(compilation.provenance);
  expect(Object.keys(compilation).toSorted()).toStrictEqual([
    'entries',
    'issues',
    'losses',
    'omitted',
    'provider',
    'tools',
  ]);
});
