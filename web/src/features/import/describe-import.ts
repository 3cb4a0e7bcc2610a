import { AtipError, type AtipTool, flattenCommands, type Issue } from '@atip/core';
import type { WithInferredEffects } from '@atip/importers';
import { sortIssues } from '../../document/issues.ts';
import { createPointerLocator } from '../../document/json-place.ts';
import { placeLabel } from '../output/losses.ts';

export type ImportIssue = Pick<Issue, 'severity' | 'message'>;

export type ImportDescription = ReturnType<typeof describeImport>;

const MAX_LISTED = 200;

/**
 * The size of a tool, its unstated effects and their places. Lists are cut for reading, with the full number.
 *
 * @param text the tool as it will be opened
 */
export function describeImport(text: string, { tool, evidence }: WithInferredEffects) {
  const own = evidence.filter(({ source }) => source !== 'option');
  return {
    counts: { ...countCommands(tool), inferred: new Set(own.map(({ path }) => path)).size },
    inferred: evidence.slice(0, MAX_LISTED).map(({ path, field, value, reason }) => ({
      // "repo delete"; of an option "push › --force"; of the tool itself its name
      place: placeLabel(tool, path),
      field: field === 'x-effects' ? Object.keys(Object(value)).join(', ') : field,
      value: JSON.stringify(value),
      reason,
    })),
    inferredTotal: evidence.length,
    inferredLines: linesOf(text, evidence),
  };
}

/** Issues as they are listed, gravest first. */
export function listIssues(issues: readonly Issue[]): readonly ImportIssue[] {
  return sortIssues(issues)
    .slice(0, MAX_LISTED)
    .map(({ severity, message }) => ({ severity, message }));
}

/** Options include those of the tool as a whole; of commands that count as `notStated` no effect is stated or inferred. */
const NO_COUNTS = { commands: 0, options: 0, globals: 0, notStated: 0 };

export const NOTHING_KNOWN: ImportDescription = {
  counts: { ...NO_COUNTS, inferred: 0 },
  inferred: [],
  inferredTotal: 0,
  inferredLines: [],
};

function countCommands(tool: AtipTool): typeof NO_COUNTS {
  try {
    const commands = flattenCommands(tool);
    const own = commands.reduce((sum, { metadata }) => sum + (metadata.options?.length ?? 0), 0);
    return {
      commands: commands.length,
      options: own + (tool.globalOptions?.length ?? 0),
      globals: tool.globalOptions?.length ?? 0,
      notStated: commands.filter(({ effects }) => Object.keys(effects).length === 0).length,
    };
  } catch (error) {
    // A tool that does not compile has no commands to count; its problems are listed beside.
    if (!AtipError.isInstance(error)) throw error;
    return NO_COUNTS;
  }
}

/** Lines of the text that hold inferred effects, from 1 and ascending, with the words for each. */
function linesOf(text: string, evidence: WithInferredEffects['evidence']) {
  const locator = evidence.length === 0 ? undefined : createPointerLocator(text);
  const lines = new Map<number, string>();
  for (const { path, field, reason } of evidence) {
    const isOption = field === 'x-effects';
    const range = locator?.rangeOf(`${path}/${isOption ? field : `effects/${field.replace('.', '/')}`}`);
    if (range === undefined) continue;
    for (let line = range.start.line; line <= range.end.line; line += 1) {
      lines.set(line, `${isOption ? 'with this option' : field}: ${reason}`);
    }
  }
  return [...lines].sort(([a], [b]) => a - b).map(([line, why]) => ({ line, why }));
}
