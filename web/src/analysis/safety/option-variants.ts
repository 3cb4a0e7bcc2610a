import { type AtipEffects, callEffects, type FlatCommand, parametersOf } from '@atip/core';

/** A command called with parameters that add harm to what it does without them. */
export interface OptionVariant {
  /** Keys of the parameters, each of which alone adds this. */
  readonly keys: readonly string[];
  /** They are options of the tool as a whole. */
  readonly isGlobal: boolean;
  /** What a call with one of them does. */
  readonly effects: AtipEffects;
}

/**
 * The ways of calling a command that do more harm than the plain call: one for each distinct `x-effects` of its parameters,
 * of which those of the tool as a whole are kept apart.
 *
 * Shape: `git branch` with the options `delete` and `force-delete`, both `{ destructive: true }` → `[{ keys: ["delete",
 * "force-delete"], isGlobal: false, effects: { destructive: true, … } }]`; `[]` for a command whose parameters say nothing.
 *
 * @throws AtipValidationError when the command's parameters cannot be read
 */
export function optionVariants(command: FlatCommand): readonly OptionVariant[] {
  const variants = new Map<string, OptionVariant & { readonly keys: string[] }>();
  const mapping = { command: [], ...command };
  for (const { key, source, global: isGlobal } of parametersOf(command)) {
    const stated: unknown = source['x-effects'];
    if (stated === undefined) continue;
    const id = JSON.stringify([isGlobal, stated]);
    const known = variants.get(id);
    if (known === undefined)
      variants.set(id, { keys: [key], isGlobal, effects: callEffects(mapping, { [key]: true }) });
    else known.keys.push(key);
  }
  return [...variants.values()];
}
