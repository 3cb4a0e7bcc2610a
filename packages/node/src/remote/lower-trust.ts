import { type AtipCommand, type AtipEffects, type AtipTool, trustSourceOf, type TrustSource } from '@atip/core';

/** Most that a registry can be trusted; a document that asks for less gets less. */
const NOT_LOWERED: readonly TrustSource[] = ['community', 'user', 'inferred'];

/**
 * A tool as far as a registry is believed, whatever its document says of itself.
 *
 * Trust is `community` at most, which makes a sandbox `required` unless the user's policy says otherwise; nothing is
 * `verified` or signed. The checksum stays, since it can only refuse a program. Of the effects those stay that a sandbox makes
 * true (nothing written, no network). `destructive: false`, `reversible: true` and `billable: false` become unknown: a
 * command that writes or uses the network is then one that the policy asks a person about.
 * @see ATIP 0.3 §11.1
 */
export function lowerTrust(tool: AtipTool): AtipTool {
  const { trust, commands, effects, ...rest } = tool;
  const source = trustSourceOf(tool);
  const { checksum } = trust ?? {};
  return {
    ...rest,
    trust: {
      source: NOT_LOWERED.includes(source) ? source : 'community',
      ...(checksum !== undefined && { checksum }),
    },
    ...(effects && { effects: believed(effects) }),
    ...(commands && { commands: lowerCommands(commands) }),
  };
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
