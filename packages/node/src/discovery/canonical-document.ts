import { type CanonicalTool, checkCanonicalTool, type Issue } from '@atip/core';
import { documentText, TOO_LARGE, type FoundTool, type SkippedTool, skip } from '../documents/tool-document.ts';

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
