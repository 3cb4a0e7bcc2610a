import type { AtipEffects, ValueEffects } from '@atip/core';
import { mergeEffects } from '@atip/core/execute';
import { effectsOfKind, type EffectFinding } from './evidence.ts';
import { isSafeguard, type LookedAtOption, type OptionFinding } from './option-finding.ts';
import { nameFinding } from './read-name.ts';
import { isChange } from './verbs.ts';

/** A parameter that says which of several operations a call does, such as `method` of an MCP tool. */
export interface Operations {
  readonly parameter: LookedAtOption;
  /** The harm of all values together; reading, where each value reads. */
  readonly finding: EffectFinding;
  /** The effects by value. Undefined: each value reads. */
  readonly raise: OptionFinding | undefined;
}

const NAMES = /^(?:method|action|operation|op|command|subcommand|verb)$/i;
const MAX_VALUES = 500;

/**
 * Reads the operations that a command offers as the values of a parameter.
 *
 * Shape: `{ name: "method", enum: ["get", "delete"] }` → a command that deletes, with `x-values` by which `get` only
 * reads, where its document may reassure. Values without a known verb have the effects of the command.
 *
 * @param name of the command, as the object of its operations
 */
export function operationsIn(parameters: readonly LookedAtOption[], name: string): Operations[] {
  const isPlain = !parameters.some(isSafeguard);
  return parameters.flatMap((parameter): Operations[] => {
    if (!NAMES.test(parameter.name) || !Array.isArray(parameter.enum)) return [];
    const texts = parameter.enum.slice(0, MAX_VALUES).filter((value): value is string => typeof value === 'string');
    const findings = texts.map((value) => nameFinding([name, value], true));
    const harms = findings.flatMap((finding) => (isChange(finding?.kind) ? [finding?.effects ?? {}] : []));
    const isReader = isPlain && parameter.required === true && findings.every((finding) => finding?.kind === 'read');
    if (texts.length === 0 || (harms.length === 0 && !isReader)) return [];
    const reason = `"${parameter.name}" chooses: ${texts.slice(0, 8).join(', ')}`.slice(0, 200);
    const effects: AtipEffects = isReader ? effectsOfKind('view') : mergeEffects(...harms);
    const values = texts.flatMap((value, at): ValueEffects[] => {
      const { kind, effects: mode } = findings[at] ?? {};
      return mode && (kind === 'read' || isChange(kind)) ? [{ match: literal(value), mode }] : [];
    });
    const raise = isReader ? undefined : { effects, reason, values };
    return [{ parameter, finding: { effects, reason, source: 'option' }, raise }];
  });
}

/** A glob that matches this text alone. */
function literal(text: string): string {
  return text.replaceAll(/[\\*?[\]!+@()|]/g, '\\$&');
}
