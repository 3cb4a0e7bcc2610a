/** Describes an imported tool before it is opened. */
import { AtipError, type AtipCommand, type AtipTool, flattenCommands, type Issue } from '@atip/core';
import { pointerTokens } from '@atip/core/internal';
import { type WithInferredEffects, withInferredEffects } from '@atip/importers';
import { createPointerLocator } from '../../document/json-place.ts';

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
export interface InferredEffect {
  /** For example `"repo delete"`; of an option, with its flag: `"push --force"`. `""` is the tool itself. */
  readonly place: string;
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

export interface ImportIssue {
  readonly severity: Issue['severity'];
  readonly message: string;
}

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

type Evidence = WithInferredEffects['evidence'][number];

/** The tool with inferred effects where they are wanted, and their evidence. */
export function inferredIn(tool: AtipTool, effects: boolean): WithInferredEffects {
  return effects ? withInferredEffects(tool) : { tool, evidence: [] };
}

/** @param text the tool as it is going to be opened */
export function describeImport(text: string, { tool, evidence }: WithInferredEffects): ImportDescription {
  const own = evidence.filter(({ source }) => source !== 'option');
  return {
    counts: { ...countCommands(tool), inferred: new Set(own.map(({ path }) => path)).size },
    inferred: evidence.slice(0, MAX_LISTED).map((entry) => ({
      place: placeName(tool, entry.path),
      field: entry.field === 'x-effects' ? Object.keys(Object(entry.value)).join(', ') : entry.field,
      value: JSON.stringify(entry.value),
      reason: entry.reason,
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
    return { commands: 0, options: 0, globals: 0, notStated: 0 };
  }
}

function linesOf(text: string, evidence: readonly Evidence[]): readonly InferredLine[] {
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

/** Pointers name fields of the document; a person knows commands and flags. */
function placeName(tool: AtipTool, pointer: string): string {
  const words: string[] = [];
  let level: Pick<AtipCommand, 'commands' | 'options'> = { ...tool, options: tool.globalOptions ?? [] };
  const tokens = pointerTokens(pointer);
  for (let index = 0; index + 1 < tokens.length; index += 2) {
    const key = tokens[index + 1] ?? '';
    if (tokens[index] !== 'commands') return [...words, level.options?.[Number(key)]?.flags.at(-1) ?? key].join(' ');
    if (key !== '') words.push(key);
    level = level.commands?.[key] ?? {};
  }
  return words.join(' ');
}
