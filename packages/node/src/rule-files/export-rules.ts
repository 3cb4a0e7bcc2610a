import type { ExecutionPolicy } from '@atip/core';
import { loadShim } from '@atip/catalog';
import { listTools } from '../discovery/list-tools.ts';
import type { Environment } from '../environment/child-environment.ts';
import { type SayableCommands, sayableCommands } from './sayable-commands.ts';
import { type RuleFile, type RuleFormat, writeRules } from './write-rules.ts';

export interface ExportedRules extends RuleFile {
  readonly sayable: SayableCommands;
}

export interface ExportRulesSettings {
  readonly policy: ExecutionPolicy;
  readonly env: Environment;
  /** Called before each tool, because all of them take a minute. */
  readonly onTool?: (name: string, at: number, all: number) => void;
}

/**
 * Writes an agent's rules for the known tools, by the policy. Only programs that are known by their overview are asked,
 * in a sandbox.
 */
export async function exportRules(
  format: RuleFormat,
  { policy, env, onTool }: ExportRulesSettings,
): Promise<ExportedRules> {
  const [{ found }, builtins] = await Promise.all([listTools(env, { load: {} }), loadShim('builtins')]);
  const tools = [...found.map(({ tool }) => tool), ...(builtins ? [builtins] : [])];
  const sayable = sayableCommands(tools, policy, onTool);
  return { ...writeRules(format, sayable), sayable };
}
