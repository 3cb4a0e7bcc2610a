import type { AtipArgument, AtipEffects, AtipOption, AtipCommand, AtipTool } from '@atip/core';
import { mergeEffects } from '@atip/core/execute';
import { MAX_COMMANDS, harmOf, joinPointer, isRecord, getOwn, setOwn } from '@atip/core/internal';
import type { Evidence } from './evidence.ts';
import { aliasOf, type InferredEffects, inferEffects } from './infer-effects.ts';

/** Evidence about one place of a document. */
export interface PlacedEvidence extends Evidence {
  /** JSON Pointer of the command or the option. */
  readonly path: string;
}

export interface WithInferredEffects {
  readonly tool: AtipTool;
  readonly evidence: readonly PlacedEvidence[];
}

/** As deep as any compilable tree. */
const MAX_DEPTH = 100;

interface Walk {
  readonly evidence: PlacedEvidence[];
  /** Commands and groups still to visit: a cyclic tree has no end. */
  left: number;
}

/**
 * Adds inferred effects wherever a tool states none: on its commands, and as `x-effects` on their options and arguments
 * and on the global options.
 *
 * Stated effects stay: a command only gets fields that neither it nor a level above has, and none that contradict them;
 * a parameter with `x-effects`, `x-mode` or `x-values` gets none. Trust stays as it is, so that a document made by an
 * importer is `inferred` as a whole. Groups get none, because their commands differ. The input is not changed. Limits:
 * commands below 100 levels, and those beyond 100,000, are left alone.
 * @example
 * ```ts
 * import { fromHelp, withInferredEffects } from '@atip/importers';
 * const { tool } = fromHelp('Usage: rm [OPTION]... [FILE]...');
 * const { evidence } = withInferredEffects(tool);
 * for (const { path, reason } of evidence) console.log(path, reason);
 * ```
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
    setOwn(inferred, key, isRead ? inferCommand(command, own, at, levels, walk, commands) : command);
  }
  return inferred;
}

function inferCommand(
  command: AtipCommand,
  path: readonly string[],
  pointer: string,
  stated: readonly AtipEffects[],
  walk: Walk,
  siblings: Readonly<Record<string, AtipCommand>>,
): AtipCommand {
  const { commands, options, arguments: positional } = command;
  if (isRecord(commands) && Object.keys(commands).length > 0) {
    if (path.length > MAX_DEPTH) return command;
    return { ...command, commands: inferBelow(commands, path, `${pointer}/commands`, stated, walk) };
  }
  const above = mergeEffects(...stated);
  // "Alias for `list`" does as `list` describes itself.
  const alias = aliasOf(command.description)?.at(-1);
  const target = alias === undefined ? undefined : getOwn(siblings, alias);
  const isAlias = isRecord(target) && typeof target['description'] === 'string';
  const described = {
    path: isAlias ? [...path.slice(0, -1), alias ?? ''] : path,
    description: isAlias ? target['description'] : command.description,
  };
  const found = inferEffects({ ...described, options, arguments: positional, stated: above });
  const own = isRecord(command.effects) ? command.effects : {};
  const effects = fillIn(own, besides(found.effects, above), stated);
  for (const entry of found.evidence)
    if (isStatedBy(effects, entry, stated)) walk.evidence.push({ ...entry, path: pointer });
  const filled: AtipCommand = { ...command };
  // Invalid effects stay for the parser to refuse.
  if (Object.keys(effects).length > 0 && (command.effects === undefined || isRecord(command.effects)))
    filled.effects = effects;
  if (Array.isArray(options))
    filled.options = raise(options, found.options, 'option', `${pointer}/options`, walk.evidence);
  if (Array.isArray(positional))
    filled.arguments = raise(positional, found.arguments, 'argument', `${pointer}/arguments`, walk.evidence);
  return filled;
}

/**
 * The inferred effects that are compatible with stated ones. If these state a change, no reassurance is added; if they
 * mention files or destruction, no list of changes is added, because it would reverse a stated "nothing". The same goes
 * for `x-runs`, `x-sends` and `x-ends` if they mention other programs, the network or destruction.
 */
function besides(inferred: AtipEffects, stated: AtipEffects): AtipEffects {
  const { filesystem, destructive, reversible, creates, modifies, deletes, cost } = stated;
  const lists = [creates, modifies, deletes].some((list) => list !== undefined && list.length > 0);
  const changes = [filesystem?.write, filesystem?.delete, destructive, cost?.billable].includes(true);
  const kept = lists || changes || reversible === false ? harmOf(inferred) : { ...inferred };
  if (stated.subprocess !== undefined) delete kept['x-runs'];
  if (stated.network !== undefined) delete kept['x-sends'];
  if (destructive !== undefined) delete kept['x-ends'];
  if (filesystem?.write === undefined && destructive === undefined) return kept;
  const { creates: _created, modifies: _modified, deletes: _deleted, ...rest } = kept;
  return rest;
}

/** The command's own effects, plus inferred fields that no level has. */
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

/** True if the evidence supports a statement that was added because of it. */
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
    const { effects, reason, values } = found;
    const [field, value] = values ? (['x-values', values] as const) : (['x-effects', effects] as const);
    evidence.push({ field, value, reason, source, path: joinPointer(pointer, index) });
    return { ...parameter, [field]: value };
  });
}
