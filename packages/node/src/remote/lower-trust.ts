import type { AtipCommand, AtipEffects, AtipTool } from '@atip/core';
import { trustedAt } from '../documents/trust-at.ts';

/**
 * A tool as far as a registry is believed, whatever its document says of itself.
 *
 * Trust is that of its place, which makes a sandbox `required` unless the user's policy says otherwise. Of the effects those stay that a sandbox makes
 * true (nothing written, no network). `destructive: false`, `reversible: true` and `billable: false` become unknown: a
 * command that writes or uses the network is then one that the policy asks a person about.
 * @see ATIP 0.3 §11.1
 */
export function lowerTrust(tool: AtipTool): AtipTool {
  const { commands, effects, ...rest } = tool;
  const lowered = {
    ...rest,
    ...(effects && { effects: believed(effects) }),
    ...(commands && { commands: lowerCommands(commands) }),
  };
  return trustedAt(lowered, 'registry');
}

function lowerCommands(commands: Readonly<Record<string, AtipCommand>>): Record<string, AtipCommand> {
  // Entries keep a command that is called `__proto__`.
  return Object.fromEntries(Object.entries(commands).map(([key, command]) => [key, lowerCommand(command)]));
}

function lowerCommand({ effects, commands, ...rest }: AtipCommand): AtipCommand {
  return {
    ...rest,
    ...(effects && { effects: believed(effects) }),
    ...(commands && { commands: lowerCommands(commands) }),
  };
}

function believed({ destructive, reversible, cost, ...rest }: AtipEffects): AtipEffects {
  const { billable, ...costs } = cost ?? {};
  return {
    ...rest,
    ...(destructive === true && { destructive }),
    ...(reversible === false && { reversible }),
    ...(cost && { cost: { ...costs, ...(billable === true && { billable }) } }),
  };
}
