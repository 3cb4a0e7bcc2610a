import type { AtipTool, CompileSettings, Provider } from '@atip/core';
import { GH } from '../../../packages/core/src/testing/documents.ts';
import { HARD } from '../../../packages/core/src/testing/hard-tool.ts';
import { type Case, type Context, toolOf } from './context.ts';

const SETTINGS: Readonly<Record<string, CompileSettings>> = {
  plain: {},
  strict: { strict: true },
  action: { strategy: 'action' },
  'JSON Schema': { geminiSchema: 'json-schema', strict: true, strategy: 'action' },
  everything: { globalOptions: 'all', examples: true },
  least: { globalOptions: 'none', examples: false },
};
const SHIMS = ['git', 'gh', 'docker', 'kubectl', 'npm', 'curl'];

/** Tools to what each provider takes, with what was lost, held against the provider's own rules. */
export function compileCases(context: Context): readonly Case[] {
  const { core, tools } = context;
  const documents: readonly [string, () => AtipTool[]][] = [
    ['small', () => [GH]],
    ['hard', () => [HARD]],
    ...SHIMS.map((name): [string, () => AtipTool[]] => [name, () => [toolOf(context, name)]]),
    ['two', () => [GH, HARD]],
  ];
  return [
    ['which there are', () => [core.PROVIDERS, core.MAX_TOOLS, core.PROVIDERS.map(core.hasStrictMode)]],
    ...documents.flatMap(([name, load]) =>
      core.PROVIDERS.flatMap((provider) =>
        Object.entries(SETTINGS).map(
          ([label, settings]): Case => [
            `${name} for ${provider}, ${label}`,
            () => compiled(context, load(), provider, settings),
          ],
        ),
      ),
    ),
    ...core.PROVIDERS.map(
      (provider): Case => [`one tool for ${provider}`, () => core.compile([SHORT], provider).tools],
    ),
    ...core.PROVIDERS.map(
      (provider): Case => [
        `all shims for ${provider}`,
        () => [...tools.values()].map((tool) => core.compileTools([tool], provider, { strict: true }).tools),
      ],
    ),
    [
      'one by one',
      () => [
        core.toOpenAI(GH),
        core.toOpenAIResponses(GH),
        core.toAnthropic(GH),
        core.toGemini(GH),
        core.toMcp(GH),
        core.toBedrock(GH),
      ],
    ],
    ['no such provider', () => core.compileTools([GH], 'nobody' as Provider)],
    ['foreign tools', () => core.PROVIDERS.map((provider) => core.checkProviderTools(provider, FOREIGN))],
  ];
}

/** Small enough that a difference can be read. */
const SHORT: AtipTool = {
  atip: '0.4',
  name: 'b',
  version: '1',
  description: 'Brief',
  commands: {
    x: { description: 'Go', options: [{ name: 'n', flags: ['-n'], type: 'number', description: 'N', default: 1e-7 }] },
  },
};

const FOREIGN: readonly unknown[] = [
  null,
  {},
  { name: 'a b' },
  { type: 'function', function: { name: '', parameters: [] } },
];

function compiled(
  { core }: Context,
  tools: readonly AtipTool[],
  provider: Provider,
  settings: CompileSettings,
): unknown {
  const compilation = core.compile(tools, provider, settings);
  const checks = [
    core.checkProviderTools(provider, compilation.tools),
    core.checkProviderTools(provider, compilation.tools, { strict: true, limits: 'legacy' }),
  ];
  return { ...compilation, checks, request: core.buildRequest(provider, compilation.tools, settings) };
}
