import {
  type AtipArgument,
  type AtipEffects,
  type AtipOption,
  type AtipCommand,
  type AtipTool,
  mergeEffects,
} from '@atip/core';
import { MAX_COMMANDS, harmOf, joinPointer, isRecord, getOwn, setOwn } from '@atip/core/internal';
import type { Evidence } from './evidence.ts';
import { type InferredEffects, inferEffects } from './infer-effects.ts';

/** Evidence about one place of a document. */
export interface PlacedEvidence extends Evidence {
  /** JSON Pointer of the command or the option. */
  readonly path: string;
}

export interface WithInferredEffects {
  readonly tool: AtipTool;
  readonly evidence: readonly PlacedEvidence[];
}

/** As deep as any tree that compiles. */
const MAX_DEPTH = 100;

interface Walk {
  readonly evidence: PlacedEvidence[];
  /** Commands and groups still to be looked at: a tree that contains itself has no end. */
  left: number;
}

/**
 * The tool with inferred effects wherever it states none: on its commands, and as `x-effects` on their options and arguments
 * and on the global options.
 *
 * Stated effects stay: a command gets only those fields that neither it nor a level above has, and none that would turn
 * around what they say; a parameter with `x-effects`, `x-mode` or `x-values` gets none. Trust stays as it is, so that a document made by an importer is `inferred` as a whole.
 * Groups get nothing, since what is true of one of their commands is not of all. The input is left as it was.
 * Limits: commands below 100 levels, and those beyond 100,000, are left alone.
 */
export function withInferredEffects(tool: AtipTool): WithInferredEffects {
  const evidence: PlacedEvidence[] = [];
  const stated = [isRecord(tool.effects) ? tool.effects : {}];
  const walk: Walk = { evidence, left: MAX_COMMANDS };
  const own: AtipTool = { ...tool };
  if (isRecord(tool.commands)) own.commands = inferBelow(tool.commands, [tool.name], '/commands', stated, walk);
  if (Array.isArray(tool.globalOptions)) {
    const { options } = inferEffects({ path: [tool.name], options: tool.globalOptions });
    own.globalOptions = raise(tool.globalOptions, options, 'option', '/globalOptions', evidence);
  }
  return { tool: own, evidence };
}

function inferBelow(
  commands: Readonly<Record<string, AtipCommand>>,
  path: readonly string[],
  pointer: string,
  stated: readonly AtipEffects[],
  walk: Walk,
): Record<string, AtipCommand> {
  const inferred: Record<string, AtipCommand> = {};
  for (const [key, command] of Object.entries(commands)) {
    const at = joinPointer(pointer, key);
    const own = key === '' ? path : [...path, key];
    const levels = isRecord(command) && isRecord(command.effects) ? [...stated, command.effects] : stated;
    const isRead = isRecord(command) && --walk.left > 0;
    setOwn(inferred, key, isRead ? inferCommand(command, own, at, levels, walk) : command);
  }
  return inferred;
}

function inferCommand(
  command: AtipCommand,
  path: readonly string[],
  pointer: string,
  stated: readonly AtipEffects[],
  walk: Walk,
): AtipCommand {
  const { commands, options, description, arguments: positional } = command;
  if (isRecord(commands) && Object.keys(commands).length > 0) {
    if (path.length > MAX_DEPTH) return command;
    return { ...command, commands: inferBelow(commands, path, `${pointer}/commands`, stated, walk) };
  }
  const above = mergeEffects(...stated);
  const found = inferEffects({ path, description, options, arguments: positional, stated: above });
  const own = isRecord(command.effects) ? command.effects : {};
  const effects = fillIn(own, besides(found.effects, above), stated);
  for (const entry of found.evidence)
    if (isStatedBy(effects, entry, stated)) walk.evidence.push({ ...entry, path: pointer });
  const filled: AtipCommand = { ...command };
  // A field of effects that is no effects stays for others to refuse.
  if (Object.keys(effects).length > 0 && (command.effects === undefined || isRecord(command.effects)))
    filled.effects = effects;
  if (Array.isArray(options))
    filled.options = raise(options, found.options, 'option', `${pointer}/options`, walk.evidence);
  if (Array.isArray(positional))
    filled.arguments = raise(positional, found.arguments, 'argument', `${pointer}/arguments`, walk.evidence);
  return filled;
}

/**
 * The inferred effects that may stand beside stated ones. Where these say that something is changed, nothing reassures;
 * where they speak of files or destruction, no list says what would be changed: that would turn a stated "nothing" around. Neither
 * does anything say who is run, or what is sent, where they speak of other programs or the network.
 */
function besides(inferred: AtipEffects, stated: AtipEffects): AtipEffects {
  const { filesystem, destructive, reversible, creates, modifies, deletes, cost } = stated;
  const lists = [creates, modifies, deletes].some((list) => list !== undefined && list.length > 0);
  const changes = [filesystem?.write, filesystem?.delete, destructive, cost?.billable].includes(true);
  const kept = lists || changes || reversible === false ? harmOf(inferred) : { ...inferred };
  if (stated.subprocess !== undefined) delete kept['x-runs'];
  if (stated.network !== undefined) delete kept['x-sends'];
  if (filesystem?.write === undefined && destructive === undefined) return kept;
  const { creates: _created, modifies: _modified, deletes: _deleted, ...rest } = kept;
  return rest;
}

/** The fields of a command's own effects, and of the inferred ones those that no level has. */
function fillIn(own: AtipEffects, inferred: AtipEffects, stated: readonly AtipEffects[]): AtipEffects {
  const filled: AtipEffects = { ...own };
  for (const [field, value] of Object.entries(inferred)) {
    const levels = stated.map((level) => getOwn(level, field)).filter((level) => level !== undefined);
    if (levels.length === 0) setOwn(filled, field, value);
    else if (isRecord(value)) {
      const missing = Object.entries(value).filter(
        ([name]) => !levels.some((level) => isRecord(level) && Object.hasOwn(level, name)),
      );
      const before = getOwn(own, field);
      if (missing.length > 0)
        setOwn(filled, field, { ...(isRecord(before) && before), ...Object.fromEntries(missing) });
    }
  }
  return filled;
}

/** True if the evidence is for something that the document now says because of it. */
function isStatedBy(effects: AtipEffects, { field }: Evidence, stated: readonly AtipEffects[]): boolean {
  const [name = '', inner] = field.split('.');
  const has = (level: object): boolean => {
    const value = getOwn(level, name);
    return inner === undefined ? value !== undefined : isRecord(value) && Object.hasOwn(value, inner);
  };
  return has(effects) && !stated.some(has);
}

function raise<Parameter extends AtipArgument | AtipOption>(
  parameters: readonly Parameter[],
  inferred: InferredEffects['options'],
  source: 'option' | 'argument',
  pointer: string,
  evidence: PlacedEvidence[],
): Parameter[] {
  const raises = new Map(Object.entries(inferred));
  return parameters.map((parameter, index) => {
    const found = isRecord(parameter) && typeof parameter.name === 'string' ? raises.get(parameter.name) : undefined;
    if (!found) return parameter;
    if ((parameter['x-effects'] ?? parameter['x-mode'] ?? parameter['x-values']) !== undefined) return parameter;
    const { effects, reason } = found;
    evidence.push({ field: 'x-effects', value: effects, reason, source, path: joinPointer(pointer, index) });
    return { ...parameter, 'x-effects': effects };
  });
}
