/** Describes an imported tool before it is opened. */
import { AtipError, type AtipTool, flattenCommands, type Issue } from '@atip/core';
import type { WithInferredEffects } from '@atip/importers';
import { createPointerLocator } from '../../document/json-place.ts';
import { placeLabel } from '../output/losses.ts';

interface ImportCounts {
  readonly commands: number;
  readonly options: number;
  /** Of the options, those of the tool as a whole. */
  readonly globals: number;
  /** Commands of which at least one effect was inferred. */
  readonly inferred: number;
  /** Commands of which no effect is stated or inferred. */
  readonly notStated: number;
}

/** One effect that nobody stated, and why it is assumed. */
interface InferredEffect {
  /** For example `"repo delete"`; of an option `"push › --force"`; of the tool itself its name. */
  readonly place: string;
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

export type ImportIssue = Pick<Issue, 'severity' | 'message'>;

/** Of a tool and its text. Lists are cut to what a person reads, with the number there would be. */
export interface ImportDescription {
  readonly counts: ImportCounts;
  readonly inferred: readonly InferredEffect[];
  readonly inferredTotal: number;
  /** Lines of the text that hold inferred effects, ascending, with what there is to say of each. */
  readonly inferredLines: readonly InferredLine[];
}

interface InferredLine {
  /** From 1. */
  readonly line: number;
  readonly why: string;
}

const MAX_LISTED = 200;

/** @param text the tool as it is going to be opened */
export function describeImport(text: string, { tool, evidence }: WithInferredEffects): ImportDescription {
  const own = evidence.filter(({ source }) => source !== 'option');
  return {
    counts: { ...countCommands(tool), inferred: new Set(own.map(({ path }) => path)).size },
    inferred: evidence.slice(0, MAX_LISTED).map(({ path, field, value, reason }) => ({
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
  const order: readonly Issue['severity'][] = ['error', 'warning', 'info'];
  return order
    .flatMap((severity) => issues.filter((issue) => issue.severity === severity))
    .slice(0, MAX_LISTED)
    .map(({ severity, message }) => ({ severity, message }));
}

const NO_COUNTS: ImportCounts = { commands: 0, options: 0, globals: 0, inferred: 0, notStated: 0 };

/** Of a text that cannot be read as a tool. */
export const NOTHING_KNOWN: ImportDescription = {
  counts: NO_COUNTS,
  inferred: [],
  inferredTotal: 0,
  inferredLines: [],
};

function countCommands(tool: AtipTool): Omit<ImportCounts, 'inferred'> {
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

function linesOf(text: string, evidence: WithInferredEffects['evidence']): readonly InferredLine[] {
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
