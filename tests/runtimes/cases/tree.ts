import type { AtipTool, CanonicalTool, Delegation } from '@atip/core';
import { GH } from '../../../packages/core/src/testing/documents.ts';
import { HARD } from '../../../packages/core/src/testing/hard-tool.ts';
import { type Case, type Context, textOf, toolOf } from './context.ts';

const DELEGATIONS: Readonly<Record<string, Delegation>> = {
  'one tool': { allowedTools: ['gh'] },
  'some commands': { deniedCommands: ['gh repo *', 'gh pr create', 'git stash drop'] },
  'no harm': { effectRestrictions: { destructive: false, filesystem: { write: false }, cost: { estimate: 'low' } } },
  'no delegation': Object({ allowedTools: 'gh' }),
};

const CANONICAL: readonly CanonicalTool[] = [
  {
    name: 'weather',
    description: 'Tells',
    parameters: { type: 'object', properties: { city: { type: 'string', description: 'Where' } } },
  },
  {
    name: 'hard-one.x',
    description: 'D'.repeat(2_000),
    parameters: {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: ['string', 'null'], enum: ['x', null], format: 'date-time', pattern: '^\\p{L}+$' },
        'b.c': { type: 'object', properties: { d: { type: 'array', items: { type: 'number', minimum: 0.1 } } } },
        e: { type: 'string', anyOf: [{ const: 1e-7 }, { $ref: '#/$defs/f' }] },
      },
      $defs: { f: { type: 'integer' } },
    },
  },
];

/** Parts of tools, tools laid over each other, two versions of one, canonical tools. */
export function treeCases(context: Context): readonly Case[] {
  const { core } = context;
  const shim = (name: string): AtipTool => toolOf(context, name);
  const version = (name: string): unknown => core.parseTool(textOf(context, `samples/${name}.json`)).tool;
  return [
    [
      'commands of the hard one',
      () => core.flattenCommands(HARD).map(({ name, path, pointer }) => [name, path, pointer]),
    ],
    ['commands of git', () => core.flattenCommands(shim('git')).map(({ name, pointer }) => [name, pointer])],
    ['parameters of the hard one', () => core.flattenCommands(HARD).map(core.parametersOf)],
    ['an excerpt by name', () => core.selectCommands(GH, { commands: ['pr create', 'repo'] })],
    ['an excerpt of git', () => core.selectCommands(shim('git'), { commands: ['log', 'stash', 'push'] })],
    ['an excerpt by depth', () => [1, 2, 3].map((depth) => core.selectCommands(shim('docker'), { depth }))],
    ['an excerpt of nothing', () => core.selectCommands(GH, { commands: ['nothing'] })],
    [
      'an override',
      () =>
        core.overrideTool(GH, {
          commands: { repo: { commands: { delete: null } }, pr: { description: 'Pull requests' } },
        }),
    ],
    ['an override that does not fit', () => core.overrideTool(GH, { commands: { none: null } })],
    ['an override that is no JSON', () => core.overrideTool(GH, '{')],
    ...Object.entries(DELEGATIONS).map(
      ([name, delegation]): Case => [name, () => core.restrictTools([GH, HARD, shim('git')], delegation)],
    ),
    ['two versions of git', () => core.diffTools(Object(version('git')), Object(version('git-next')))],
    ['and the way back', () => core.diffTools(Object(version('git-next')), Object(version('git')))],
    ['docker and less of it', () => core.diffTools(shim('docker'), core.selectCommands(shim('docker'), { depth: 1 }))],
    ['no tool', () => core.diffTools(GH, Object({ name: 1 }))],
    ...core.PROVIDERS.map((provider): Case => [`canonical for ${provider}`, () => translated(context, provider)]),
    ['canonical, checked', () => core.checkCanonicalTools([...CANONICAL, null, { name: '' }, CANONICAL[0]])],
  ];
}

function translated({ core }: Context, provider: (typeof core.PROVIDERS)[number]): unknown[] {
  return CANONICAL.flatMap((tool) =>
    [{}, { strict: true }, { geminiSchema: 'openapi' as const }].map((settings) => {
      try {
        return core.translateTool(tool, provider, settings);
      } catch (error) {
        return error;
      }
    }),
  );
}
