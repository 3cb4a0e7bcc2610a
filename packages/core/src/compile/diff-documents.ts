import { harmOfSource } from '../commands/effects-of.ts';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { type Parameter, parametersOf, takesMany } from '../commands/parameters.ts';
import { AtipValidationError } from '../json/atip-error.ts';
import { getOwn } from '../json/is-record.ts';
import { pointerTokens, valueAt } from '../json/pointer.ts';
import { sortedJson } from '../json/to-text.ts';
import { parseTool } from '../document/parse-tool.ts';
import { declaredVersion, versionParts } from '../document/protocol-version.ts';
import { trustSourceOf } from '../effects/trust.ts';
import type { SemverVerdict, ToolChange, ToolChangeCode, ToolChangeKind, ToolDiff } from '../types/tool-diff.ts';
import type { AtipEffects, AtipTool, FlatCommand } from '../types/tool.ts';

/**
 * Compares two versions of a tool's document and lists what breaks, what is new, and what may do more or less harm.
 *
 * Shape: `{ changes: [{ kind: "safety", code: "effect-raised", path: ["pr", "merge"], name: "destructive", … }],
 * verdict: "major" }`. Commands are compared by path, with the effects of all their levels. A removed statement counts
 * as a raised effect, because unknown is not safe. Order, wording and whitespace of the documents do not count.
 *
 * @throws AtipValidationError when one of them is invalid
 * @example
 * ```ts
 * import { type AtipTool, diffTools } from '@atip/core';
 * declare const before: AtipTool, after: AtipTool;
 * const { verdict, changes } = diffTools(before, after);
 * if (verdict === 'major') console.log(changes.map(({ message }) => message));
 * ```
 */
export function diffTools(before: AtipTool, after: AtipTool): ToolDiff {
  const [was, is] = [readTool(before), readTool(after)];
  const [were, are] = [byPath(was), byPath(is)];
  const changes: ToolChange[] = [...diffRoot(was, is)];
  for (const [id, command] of were) {
    const now = are.get(id);
    const { path } = command;
    if (now) changes.push(...diffCommand(command, now));
    else changes.push({ kind: 'breaking', code: 'command-removed', path, message: `${nameOf(command)} is gone.` });
  }
  for (const [id, command] of are) {
    const { path } = command;
    if (were.has(id)) continue;
    changes.push({ kind: 'additive', code: 'command-added', path, message: `${nameOf(command)} is new.` });
  }
  return {
    before: { name: was.name, version: was.version },
    after: { name: is.name, version: is.version },
    changes,
    verdict: verdictOf(changes),
  };
}

function readTool(value: unknown): AtipTool {
  const { tool, issues } = parseTool(value);
  if (tool) return tool;
  const { message = 'It is no tool.', path = '' } = issues.find(({ severity }) => severity === 'error') ?? {};
  throw new AtipValidationError(`The tool cannot be compared: ${message}`, pointerTokens(path), undefined);
}

/** The commands of a tool, by a key that only one path has. */
function byPath(tool: AtipTool): Map<string, FlatCommand> {
  return new Map(flattenCommands(tool).map((command) => [JSON.stringify(command.path), command]));
}

function nameOf({ tool, path }: FlatCommand): string {
  return [tool.name, ...path].join(' ');
}

function diffRoot(before: AtipTool, after: AtipTool): ToolChange[] {
  const [was, is] = [trustSourceOf(before), trustSourceOf(after)];
  const changes: ToolChange[] = [];
  const trust = `Its document came from ${was} and now comes from ${is}.`;
  if (was !== is) changes.push({ kind: 'safety', code: 'trust-changed', message: trust });
  for (const [name, fields] of Object.entries(STATEMENTS)) changes.push(...diffStatement(name, fields, before, after));
  changes.push(...diffProtocol(before, after));
  if (before.description !== after.description)
    changes.push({ kind: 'neutral', code: 'description-changed', message: 'The tool is described otherwise.' });
  return changes;
}

/**
 * The statements about program and signer, each with the fields in which a change tells of another signer or builder.
 */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  binary: [],
  'trust.verified': [],
  'trust.checksum': [],
  'trust.signedBy': [''],
  'trust.attestation': [],
  'trust.integrity.checksum': [],
  'trust.integrity.signature': ['type', 'identity', 'issuer'],
  'trust.shimIntegrity': ['signature.type', 'signature.identity', 'signature.issuer'],
  'trust.provenance': ['format', 'builder', 'slsaLevel'],
};

/** A statement that is gone, or names another signer, is about safety. A digest changes with each release. */
function diffStatement(name: string, fields: readonly string[], before: AtipTool, after: AtipTool): ToolChange[] {
  const [was, is] = [before, after].map((tool) => valueAt(tool, name.split('.')));
  const differs = (one: unknown, other: unknown): boolean => sortedJson(one) !== sortedJson(other);
  if (!differs(was, is)) return [];
  const at = (value: unknown, field: string): unknown => (field === '' ? value : valueAt(value, field.split('.')));
  const other = was === undefined ? [] : fields.filter((field) => differs(at(was, field), at(is, field)));
  const where = other.length > 0 && other[0] !== '' ? ` (${other.join(', ')})` : '';
  const otherwise = was === undefined ? 'is now stated' : `is stated otherwise${where}`;
  const said = is === undefined ? 'is no longer stated' : otherwise;
  const kind = is === undefined || is === false || other.length > 0 ? 'safety' : 'neutral';
  return [{ kind, code: 'trust-changed', name, message: `${name} ${said}.` }];
}

function diffProtocol(before: AtipTool, after: AtipTool): ToolChange[] {
  const needs = (tool: AtipTool): number => versionParts(valueAt(tool, ['atip', 'minAgentVersion']))?.[1] ?? 0;
  if (needs(after) > needs(before)) {
    const message = `Only agents that know ATIP 0.${needs(after)} can use it.`;
    return [{ kind: 'breaking', code: 'protocol-changed', name: 'atip.minAgentVersion', message }];
  }
  const said = (tool: AtipTool): string =>
    sortedJson([declaredVersion(tool), valueAt(tool, ['atip', 'features']), needs(tool)]);
  const message = 'It names another version of the protocol, or other features.';
  return said(before) === said(after) ? [] : [{ kind: 'neutral', code: 'protocol-changed', name: 'atip', message }];
}

function diffCommand(before: FlatCommand, after: FlatCommand): ToolChange[] {
  const { path } = before;
  const changes = [
    ...diffParameters(path, parametersOf(before), parametersOf(after)),
    ...diffEffects(path, before.effects, after.effects),
  ];
  const message = `${nameOf(after)} is described otherwise.`;
  if (before.metadata.description !== after.metadata.description)
    changes.push({ kind: 'neutral', code: 'description-changed', path, message });
  return changes;
}

function verdictOf(changes: readonly ToolChange[]): SemverVerdict {
  const refuses: readonly ToolChangeCode[] = ['effect-raised', 'trust-changed'];
  if (changes.some(({ kind, code }) => kind === 'breaking' || (kind === 'safety' && refuses.includes(code))))
    return 'major';
  if (changes.some(({ kind }) => kind === 'additive' || kind === 'safety')) return 'minor';
  return changes.length > 0 ? 'patch' : 'none';
}

/** Compares the parameters of one command by name; an argument and an option of one name are different parameters. */
function diffParameters(
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

const LOWERING = ['x-mode', 'x-values'] as const;

/** Compares the harm that an option adds when given; a new option that adds harm makes more harm possible. */
function diffAdded(path: readonly string[], before: Parameter | undefined, after: Parameter): ToolChange[] {
  const { name } = after.source;
  const was = before ? harmOfSource(before.source) : {};
  const found = diffEffects(path, was, harmOfSource(after.source)).map((one) => ({
    ...one,
    message: `When ${name} is given, ${one.message}`,
  }));
  const isSame =
    !before || LOWERING.every((field) => sortedJson(before.source[field]) === sortedJson(after.source[field]));
  if (found.length > 0 || isSame) return found;
  return [change(path, name, 'safety', 'mode-changed', 'takes back other effects of its command than before.')];
}

function byName(parameters: readonly Parameter[]): Map<string, Parameter> {
  return new Map(parameters.map((parameter) => [`${parameter.kind} ${parameter.source.name}`, parameter]));
}

/** The fields that only say how a parameter is written or described. */
const NEUTRAL: readonly (readonly [string, ToolChangeCode, string])[] = [
  ['flags', 'flags-changed', 'is written with other flags.'],
  ['default', 'default-changed', 'has another default.'],
  ['description', 'description-changed', 'is described otherwise.'],
];

function diffParameter(path: readonly string[], before: Parameter, after: Parameter): ToolChange[] {
  const { name } = before.source;
  const changes: ToolChange[] = [];
  const add = (...about: [ToolChangeKind, ToolChangeCode, string]): void => {
    changes.push(change(path, name, ...about));
  };
  const [was, is] = [typeOf(before), typeOf(after)];
  if (was !== is) add(is === `list of ${was}` ? 'additive' : 'breaking', 'type-changed', `was ${was} and is ${is}.`);
  if (!before.required && after.required) add('breaking', 'parameter-required', 'is now required.');
  if (before.required && !after.required) add('additive', 'parameter-optional', 'is no longer required.');
  changes.push(...diffAdded(path, before, after));
  const [were, are] = [before.source.enum, after.source.enum];
  if (missingFrom(were, are)) add('breaking', 'choices-narrowed', 'takes fewer values than before.');
  if (missingFrom(are, were)) add('additive', 'choices-widened', 'takes more values than before.');
  for (const [key, code, what] of NEUTRAL) {
    const differs = sortedJson(getOwn(before.source, key)) !== sortedJson(getOwn(after.source, key));
    if (differs) add('neutral', code, what);
  }
  return changes;
}

function typeOf(parameter: Parameter): string {
  const { type } = parameter.source;
  if (!takesMany(parameter)) return type;
  return `list of ${type === 'array' ? 'string' : type}`;
}

/** True if a value of one list is missing in the other; no list at all accepts every value. */
function missingFrom(values: readonly unknown[] | undefined, others: readonly unknown[] | undefined): boolean {
  if (others === undefined) return false;
  return values === undefined || values.some((value) => !others.includes(value));
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

const HARM = [false, true];
const GOOD = [true, false];

/** The values of each effect, best first. Unknown is worse than everything but the worst known value. */
const EFFECTS: Readonly<Record<string, readonly unknown[]>> = {
  'filesystem.read': HARM,
  'filesystem.write': HARM,
  'filesystem.delete': HARM,
  network: HARM,
  subprocess: HARM,
  destructive: HARM,
  reversible: GOOD,
  idempotent: GOOD,
  'cost.billable': HARM,
  'cost.estimate': ['free', 'low', 'medium', 'high'],
  'interactive.prompts': HARM,
  'interactive.tty': HARM,
  'interactive.stdin': ['none', 'optional', 'required', 'password'],
  'x-runs': ['project', undefined, 'call'],
  'x-sends': ['none', undefined, 'given'],
  'x-reveals': ['none', undefined, 'environment', 'credentials'],
  'x-brings': ['none', undefined, 'given', 'fetched'],
  'x-ends': [undefined, 'processes'],
  'x-privilege': [undefined, 'root'],
};

function rankOf(effects: AtipEffects, name: string, order: readonly unknown[]): number {
  const place = order.indexOf(valueAt(effects, name.split('.')));
  return place < 0 ? order.length - 1.5 : place;
}

/** Lists the effects that a command raises or lowers; a removed statement is never harmless. */
function diffEffects(path: readonly string[], before: AtipEffects, after: AtipEffects): ToolChange[] {
  return Object.entries(EFFECTS).flatMap(([name, order]): ToolChange[] => {
    const [was, is] = [rankOf(before, name, order), rankOf(after, name, order)];
    if (was === is) return [];
    const [code, outcome] =
      is > was
        ? (['effect-raised', 'worse, or no longer ruled out'] as const)
        : (['effect-lowered', 'better'] as const);
    return [{ kind: 'safety', code, path, name, message: `${name} is stated for the ${outcome}.` }];
  });
}
