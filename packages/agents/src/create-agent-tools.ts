import type { Provider } from '@atip/core';
import type { AgentTools, AgentToolsSettings } from './types.ts';

/**
 * Makes tools for a model out of command-line programs: definitions for the provider's SDK, and a function that answers
 * the model's calls. Each call is checked, decided by the policy, perhaps approved by a person, run in the sandbox for
 * its effects, and answered with redacted output. Nothing of a document runs anything before that. Make one for each
 * conversation: all its calls share outputs for later calls, and the programs' `/tmp`. @throws TypeError for an unknown
 * setting; AtipError for a tool that has no document or is not on this machine, and for a host's tool with the name of
 * a command; AtipValidationError for a document that cannot be compiled; ExecutionError for settings that cannot work
 * @example
 * ```ts
 * import { createAgentTools } from '@atip/agents';
 * const agent = await createAgentTools({
 *   provider: 'openai',
 *   tools: { git: ['log', 'status', 'clean'], find: true },
 *   confirm: ({ argv }) => argv[1] === 'clean',
 * });
 * ```
 */
export async function createAgentTools<Name extends Provider>(
  settings: AgentToolsSettings<Name>,
): Promise<AgentTools<Name>> {
  // Loaded now: all that runs programs costs more time to load than the rest, and a server may never need it.
  const { makeAgentTools } = await import('./make-agent-tools.ts');
  return makeAgentTools(settings);
}
