import { isPlainObject } from '../json/is-plain-object.ts';
import { getOwn } from '../json/own-property.ts';
import { addedEffects } from '../commands/raise-effects.ts';
import type { Parameter } from '../commands/parameters.ts';
import { diffEffects } from './diff-effects.ts';
import type { ToolChange, ToolChangeCode, ToolChangeKind } from '../types/tool-diff.ts';

/** Compares what one command takes, by name; arguments and options do not stand for each other. */
export function diffParameters(
  path: readonly string[],
  before: readonly Parameter[],
  after: readonly Parameter[],
): ToolChange[] {
  const [were, are] = [byName(before), byName(after)];
  const changes: ToolChange[] = [];
  for (const [id, parameter] of were) {
    const now = are.get(id);
    const { name } = parameter.source;
    if (now) changes.push(...diffParameter(path, parameter, now));
    else changes.push(change(path, name, 'breaking', 'parameter-removed', 'is no longer taken.'));
  }
  for (const [id, added] of are) {
    const { source, required } = added;
    if (were.has(id)) continue;
    changes.push(...diffAdded(path, undefined, added));
    if (required) changes.push(change(path, source.name, 'breaking', 'parameter-required', 'is new and required.'));
    else changes.push(change(path, source.name, 'additive', 'parameter-added', 'is new.'));
  }
  return changes;
}

/** What an option adds when it is given; a new option that adds harm makes more harm possible. */
function diffAdded(path: readonly string[], before: Parameter | undefined, after: Parameter): ToolChange[] {
  const { name } = after.source;
  const was = before && addedEffects(before.source);
  return diffEffects(path, was ?? {}, addedEffects(after.source) ?? {}).map((found) => ({
    ...found,
    message: `When ${name} is given, ${found.message}`,
  }));
}

function byName(parameters: readonly Parameter[]): Map<string, Parameter> {
  return new Map(parameters.map((parameter) => [`${parameter.kind} ${parameter.source.name}`, parameter]));
}

function diffParameter(path: readonly string[], before: Parameter, after: Parameter): ToolChange[] {
  const { name } = before.source;
  const changes: ToolChange[] = [];
  const add = (...about: [ToolChangeKind, ToolChangeCode, string]): void => {
    changes.push(change(path, name, ...about));
  };
  if (before.source.type !== after.source.type) {
    add('breaking', 'type-changed', `was ${before.source.type} and is ${after.source.type}.`);
  }
  if (!before.required && after.required) add('breaking', 'parameter-required', 'is now required.');
  if (before.required && !after.required) add('additive', 'parameter-optional', 'is no longer required.');
  changes.push(...diffAdded(path, before, after));
  const lost = missingFrom(before.source.enum, after.source.enum);
  const won = missingFrom(after.source.enum, before.source.enum);
  if (lost) add('breaking', 'choices-narrowed', 'takes fewer values than before.');
  if (won) add('additive', 'choices-widened', 'takes more values than before.');
  if (differs(before, after, 'flags')) add('neutral', 'flags-changed', 'is written with other flags.');
  if (differs(before, after, 'default')) add('neutral', 'default-changed', 'has another default.');
  if (differs(before, after, 'description')) add('neutral', 'description-changed', 'is described otherwise.');
  return changes;
}

/** Whether some value of one is none of the other's; no list at all takes every value. */
function missingFrom(values: readonly unknown[] | undefined, others: readonly unknown[] | undefined): boolean {
  if (others === undefined) return false;
  return values === undefined || values.some((value) => !others.includes(value));
}

function differs(before: Parameter, after: Parameter, key: string): boolean {
  return canonical(getOwn(before.source, key)) !== canonical(getOwn(after.source, key));
}

/** Text that is the same for the same value, whatever the order of its keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    isPlainObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

function change(
  path: readonly string[],
  name: string,
  kind: ToolChangeKind,
  code: ToolChangeCode,
  what: string,
): ToolChange {
  return { kind, code, path, name, message: `${name} ${what}` };
}
