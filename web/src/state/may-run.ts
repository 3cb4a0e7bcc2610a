import type { CallCheck, CallStop } from '@atip/core';
import { type CompanionState, companionTool, HOSTED_ADVICE, NEW_LINK_ADVICE, START_ADVICE } from './companion.ts';

/** What of a check says whether it may run. */
type Checked = Pick<CallCheck, 'stoppedAt' | 'decision'>;

export type MayRun = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * Whether Run can be pressed for a call of `toolName`, and if not, why and what to do.
 *
 * The companion decides again by its own metadata and policy; this only spares a person a refusal known beforehand.
 */
export function mayRun(check: Checked, toolName: string, companion: CompanionState): MayRun {
  return blockedByCall(check) ?? blockedByCompanion(companion) ?? blockedByTool(toolName, companion) ?? { ok: true };
}

function no(reason: string): MayRun {
  return { ok: false, reason };
}

const STOPS: Readonly<Record<CallStop, string>> = {
  command: 'The call names no command of this document.',
  arguments: 'The arguments are not valid yet: see Validate.',
  argv: 'No safe command line can be built: see argv.',
};

function blockedByCall({ stoppedAt, decision }: Checked): MayRun | undefined {
  if (stoppedAt) return no(STOPS[stoppedAt]);
  return decision === 'deny' ? no('The policy denies this call: see Policy.') : undefined;
}

function blockedByCompanion(companion: CompanionState): MayRun | undefined {
  switch (companion.kind) {
    case 'connected':
      return undefined;
    case 'looking':
      return no('Looking for the companion…');
    case 'absent':
      return no(
        `Running needs the companion on your own machine. ${companion.isHosted ? HOSTED_ADVICE : START_ADVICE}`,
      );
    case 'locked':
      return no(`The companion is there, but this page has no key to it. ${NEW_LINK_ADVICE}`);
    case 'lost':
      return no(`The companion does not answer (${companion.reason}). ${START_ADVICE}`);
  }
}

function blockedByTool(name: string, companion: CompanionState): MayRun | undefined {
  const tool = companionTool(companion, name);
  if (tool === undefined) {
    return no(
      `The companion does not know ${name}. “Discover tools” in its panel finds what is installed; a document of your own goes into ~/.local/share/agent-tools/shims.`,
    );
  }
  return tool.executable === null
    ? no(`${name} is not installed on the companion's machine: it is not on the PATH.`)
    : undefined;
}
