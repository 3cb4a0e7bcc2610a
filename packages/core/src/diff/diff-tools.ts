import { flattenCommands } from '../commands/flatten-commands.ts';
import { parametersOf } from '../commands/parameters.ts';
import { AtipValidationError } from '../errors/bridge-errors.ts';
import { parsePointer } from '../json/pointer.ts';
import { parseTool } from '../metadata/parse-tool.ts';
import { trustSourceOf } from '../policy/trust.ts';
import type { FlatCommand } from '../types/flat-command.ts';
import type { AtipTool } from '../types/tool.ts';
import type { SemverVerdict, ToolChange, ToolDiff } from '../types/tool-diff.ts';
import { diffEffects } from './diff-effects.ts';
import { diffParameters } from './diff-parameters.ts';

/**
 * Compares two versions of a tool's metadata: what stops working, what is new, what may do more or less harm.
 *
 * Shape: `{ changes: [{ kind: "safety", code: "effect-raised", path: ["pr", "merge"], name: "destructive", … }], verdict: "major" }`
 * Commands are compared by path, with the effects of all their levels. An effect that is no longer stated is raised: unknown
 * is not safe. Order, wording and whitespace of the documents do not count.
 *
 * @throws AtipValidationError when one of them is not valid
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
  throw new AtipValidationError(`The tool cannot be compared: ${message}`, parsePointer(path), undefined);
}

function byPath(tool: AtipTool): Map<string, FlatCommand> {
  return new Map(flattenCommands(tool).map((command) => [JSON.stringify(command.path), command]));
}

function nameOf({ tool, path }: FlatCommand): string {
  return [tool.name, ...path].join(' ');
}

function diffRoot(before: AtipTool, after: AtipTool): ToolChange[] {
  const [was, is] = [trustSourceOf(before), trustSourceOf(after)];
  return [
    ...(was === is
      ? []
      : [
          {
            kind: 'safety',
            code: 'trust-changed',
            message: `Its metadata came from ${was}, and comes from ${is}.`,
          } as const,
        ]),
    ...(before.description === after.description
      ? []
      : [{ kind: 'neutral', code: 'description-changed', message: 'The tool is described otherwise.' } as const]),
  ];
}

function diffCommand(before: FlatCommand, after: FlatCommand): ToolChange[] {
  const { path } = before;
  const described = before.metadata.description === after.metadata.description;
  return [
    ...diffParameters(path, parametersOf(before), parametersOf(after)),
    ...diffEffects(path, before.effects, after.effects),
    ...(described
      ? []
      : [
          {
            kind: 'neutral',
            code: 'description-changed',
            path,
            message: `${nameOf(after)} is described otherwise.`,
          } as const,
        ]),
  ];
}

function verdictOf(changes: readonly ToolChange[]): SemverVerdict {
  if (changes.some(({ kind, code }) => kind === 'breaking' || code === 'effect-raised' || code === 'trust-changed'))
    return 'major';
  if (changes.some(({ kind }) => kind === 'additive' || kind === 'safety')) return 'minor';
  return changes.length > 0 ? 'patch' : 'none';
}
