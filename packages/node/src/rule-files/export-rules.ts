import type { ExecutionPolicy } from '@atip/core';
import { loadShim } from '@atip/shims';
import { listTools } from '../discovery/list-tools.ts';
import type { Environment } from '../environment/child-environment.ts';
import { type SayableCommands, sayableCommands } from './sayable-commands.ts';
import { type RuleFile, type RuleFormat, writeRules } from './write-rules.ts';

export interface ExportedRules extends RuleFile {
  readonly sayable: SayableCommands;
}

/** Writes the rules of an agent for the tools that are known here, as the policy has it. Nothing is run. */
export async function exportRules(
  format: RuleFormat,
  { policy, env }: { readonly policy: ExecutionPolicy; readonly env: Environment },
): Promise<ExportedRules> {
  const [{ found }, builtins] = await Promise.all([listTools(env), loadShim('builtins')]);
  const sayable = sayableCommands([...found.map(({ tool }) => tool), ...(builtins ? [builtins] : [])], policy);
  return { ...writeRules(format, sayable), sayable };
}
