import { isAbsolute } from 'node:path';
import { type CanonicalTool, checkCanonicalTool, type Issue } from '@atip/core';
import { documentText, TOO_LARGE } from '../documents/document-text.ts';
import { type FoundTool, type SkippedTool, skip } from '../documents/tool-document.ts';
import { createExecutableIdentifier } from '../executables/executable-identity.ts';
import { resolveExecutable } from '../executables/find-executable.ts';
import { askProgram, type ProbeSettings } from './ask-program.ts';
import { settleSandbox } from './settle-sandbox.ts';
import { identifyProgram } from './identify-program.ts';

/** A program that describes itself as one tool, with `--schema`. It can be offered to a model; how it is called it does not say. */
export interface FoundCanonicalTool {
  readonly tool: CanonicalTool;
  /** Where the program was found. */
  readonly source: string;
  /** Over its document, as it is kept. */
  readonly hash: `sha256:${string}`;
  readonly executable: NonNullable<FoundTool['executable']>;
  readonly issues: readonly Issue[];
}

export type CanonicalReading =
  | { readonly found: FoundCanonicalTool; readonly skipped?: undefined }
  | { readonly skipped: SkippedTool; readonly found?: undefined };

/**
 * Asks one executable for a canonical tool by running it with `--schema`.
 *
 * Limits: as `probeTool`. The tool's name is a function's and need not be the program's; a tool is known by its program.
 * @param path absolute
 * @see provider-schema-translation, "Validation Steps" 1
 */
export async function probeCanonical(path: string, settings: ProbeSettings): Promise<CanonicalReading> {
  const executable = isAbsolute(path) ? await resolveExecutable(path) : null;
  if (executable === null) return skip(path, 'not-executable', 'It is not the absolute path of an executable file.');
  const { held, problem } = await settleSandbox(settings);
  if (held === undefined) return skip(path, 'no-sandbox', problem);
  const identify = createExecutableIdentifier();
  const before = await identifyProgram(executable, identify);
  if (before.skipped) return before;
  const { hash, stamp } = before.identity;
  const answer = await askProgram(executable, ['--schema'], held);
  if ('skipped' in answer) return answer;
  if ((await identifyProgram(executable, identify)).identity?.stamp !== stamp) {
    return skip(path, 'changed', 'It was replaced while it was asked. Ask it again.');
  }
  return readCanonical(answer.text, { ...executable, hash, stamp });
}

/** Reads the answer of a program to `--schema`. */
export function readCanonical(text: string, executable: FoundCanonicalTool['executable']): CanonicalReading {
  const source = executable.foundAs;
  const issues = checkCanonicalTool(text);
  const error = issues.find(({ severity }) => severity === 'error');
  if (error) return skip(source, 'invalid-metadata', `${error.path}: ${error.message}`);
  // Without an error the text is a canonical tool.
  const tool = JSON.parse(text) as CanonicalTool;
  const kept = documentText(tool);
  if (kept.isTooLarge) return skip(source, 'too-large', TOO_LARGE);
  return { found: { tool, source, hash: kept.hash, executable, issues } };
}
