import type { AtipTool, ExecutionPolicy } from '@atip/core';
import { GH } from '../../../packages/core/src/testing/documents.ts';
import { HARD } from '../../../packages/core/src/testing/hard-tool.ts';
import type { Case, Context } from './context.ts';

const POLICIES: Readonly<Record<string, ExecutionPolicy>> = {
  nothing: {},
  'no network': { allowNetwork: false },
  'read only': { requireReadOnly: true, denyRestricted: true },
  'known only': { denyUnknown: true, maxCostEstimate: 'low' },
  trusted: { minTrustLevel: 'vendor', confirmAll: true },
};

/** Effects, trust and policy to a decision, for every command of every shim; what a model is told about them. */
export function decideCases({ core, tools }: Context): readonly Case[] {
  const everyone: readonly (readonly [string, AtipTool])[] = [['small', GH], ['hard', HARD], ...tools];
  return [
    ['the settings that there are', () => [core.POLICY_PRESETS, core.EXECUTION_POLICY_DEFAULTS]],
    [
      'what trust begins with',
      () =>
        core.TRUST_SOURCES.map((source) => [source, core.defaultPolicyFor(source), core.sandboxModeFor({}, source)]),
    ],
    ...everyone.map(
      ([name, tool]): Case => [`presets over ${name}`, () => core.policyMatrix([tool], core.POLICY_PRESETS)],
    ),
    ['own policies over all', () => core.policyMatrix([...tools.values()], POLICIES)],
    ['own policies over the small one', () => core.policyMatrix([GH], POLICIES).rows.map(({ cells }) => cells)],
    ...Object.entries(POLICIES).map(([name, policy]): Case => [`violations, ${name}`, () => violations(core, policy)]),
    [
      'effects of every command',
      () =>
        everyone.map(([, tool]) =>
          core
            .flattenCommands(tool)
            .map(({ name, effects }) => [name, effects, core.sandboxAccess(effects), core.safetyFlags(effects)]),
        ),
    ],
    [
      'effects that options add',
      () =>
        core
          .flattenCommands(GH)
          .map((command) => core.callEffects(core.mapToCommand(command.name, [GH]), { draft: true })),
    ],
    ['the safety prompt of two', () => core.generateSafetyPrompt([GH, HARD])],
    ['the safety prompt of all', () => core.generateSafetyPrompt([...tools.values()])],
    ['a policy that is none', () => core.checkPolicy(CALL, core.mapToCommand(CALL.name, [GH]), Object(1))],
  ];
}

const CALL = { id: 'c', name: 'gh_repo_delete', arguments: { repo: 'a/b' } };

function violations(core: Context['core'], policy: ExecutionPolicy): unknown {
  const validator = core.createValidator([GH, HARD], policy);
  return core.flattenCommands(GH).map(({ name }) => validator.validate(name, {}));
}
