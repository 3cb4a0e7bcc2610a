import { type AtipEffects, callEffects, type FlatCommand, type Parameter, SAFETY_FLAGS, safetyFlags } from '@atip/core';
import { describeEffects } from '@atip/node';

/**
 * What a parameter adds to its command's harm when a call gives it, in brackets as its compiled description has it.
 *
 * Shape: `"[⚠️ DESTRUCTIVE when given]"`; `"[not 🔒 READ-ONLY when given: write files]"` where no other flag says it; empty where it
 * adds nothing.
 */
export function whenGiven(parameter: Parameter, command: FlatCommand): string {
  const added = effectsOf(parameter, command, {});
  const flags = safetyFlags(added);
  if (flags.length > 0) return `[${flags.join(' | ')} when given]`;
  if (isReadOnly(command.effects) && !isReadOnly(effectsOf(parameter, command, command.effects)))
    return `[not ${SAFETY_FLAGS.READ_ONLY} when given: ${harmWords(added)}]`;
  return '';
}

function effectsOf({ key }: Parameter, { tool, path, metadata }: FlatCommand, effects: AtipEffects): AtipEffects {
  // Only whether it is given counts, and not whether it is valid.
  return callEffects({ command: [tool.name, ...path], metadata, tool, path, effects }, { [key]: true });
}

function isReadOnly(effects: AtipEffects): boolean {
  return safetyFlags(effects).includes(SAFETY_FLAGS.READ_ONLY);
}

/** What is not added is as harmless as can be, so that only the addition has words. */
function harmWords({ filesystem, network, ...added }: AtipEffects): string {
  const files = { write: false, delete: false, ...filesystem };
  return describeEffects([{ destructive: false, ...added, network: network ?? false, filesystem: files }]);
}
