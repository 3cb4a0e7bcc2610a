import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import { type Parameter, parametersOf, isAbsent } from './parameters.ts';
import { addedEffects, raiseEffects } from './raise-effects.ts';

/**
 * The effects of a call: those of its command, and the `x-effects` of every parameter that the call gives.
 *
 * Shape: `git branch` reads, its option `delete` has `{ destructive: true }`; with `{ delete: true }` the call is
 * destructive. What a parameter says can only add harm; where it cannot be read, all harm is added. Arguments under either
 * of a parameter's keys count, and so do values that are not checked yet; of arguments that are no object all count.
 *
 * @throws AtipValidationError when the command's parameters cannot be read
 */
export function callEffects(mapping: CommandMapping, args: Readonly<Record<string, unknown>> = {}): AtipEffects {
  return raisedBy(mapping.effects, raisesOf(mapping), args);
}

/** The mapping with the effects that `callEffects` finds; the same mapping where the call adds none. */
export function withCallEffects(mapping: CommandMapping, args: Readonly<Record<string, unknown>>): CommandMapping {
  const effects = callEffects(mapping, args);
  return effects === mapping.effects ? mapping : { ...mapping, effects };
}

/** A parameter of a command with the harm that it adds. */
export interface Raise {
  readonly parameter: Parameter;
  readonly added: AtipEffects;
}

/** The parameters of a command that add harm, global options included. @throws AtipValidationError as `parametersOf` */
export function raisesOf(command: Pick<CommandMapping, 'metadata' | 'tool'>): Raise[] {
  return parametersOf(command).flatMap((parameter) => {
    const added = addedEffects(parameter.source);
    return added ? [{ parameter, added }] : [];
  });
}

/** A command's effects with those of its raises that the arguments give. */
export function raisedBy(effects: AtipEffects, raises: readonly Raise[], args: unknown): AtipEffects {
  const given = raises.filter(({ parameter }) => !isRecord(args) || isGiven(parameter, args));
  return given.reduce((merged, { added }) => raiseEffects(merged, added), effects);
}

/** What the command may do if a call gives all that can be given; for who must know the worst and sees no call. */
export function worstEffects(command: Pick<CommandMapping, 'metadata' | 'tool' | 'effects'>): AtipEffects {
  return raisesOf(command).reduce((effects, { added }) => raiseEffects(effects, added), command.effects);
}

/** Whether the call has it on its command line: `false` and a count of 0 write nothing, save where false is what a flag says. */
function isGiven(parameter: Parameter, args: Readonly<Record<string, unknown>>): boolean {
  const { source, key, narrowKey } = parameter;
  return [getOwn(args, key), getOwn(args, narrowKey)].some((value) => {
    if (isAbsent(value)) return false;
    if (parameter.kind === 'argument') return true;
    if (value === false) return source.type !== 'boolean' || parameter.source.flags.includes(`--no-${source.name}`);
    return !(value === 0 && parameter.source['x-count'] === true);
  });
}
