import { type Issue, OPENAI_DESCRIPTION_MAX_LENGTH, readJson } from '@atip/core';
import { addToolCommand, declareVariables, maskSecrets, removeMember } from './document-fixes.ts';
import { removeOverridden, stateDestruction, takeBackReassurance } from './effect-fixes.ts';
import { shortenText } from './shorten-text.ts';
import type { Fix, SourceText } from './text-edits.ts';

/** Longest description of a tool that lint takes without a word, in UTF-16 units. */
const MAX_TOOL_DESCRIPTION = 200;

/** By the code of `checkTool`'s issue. What has no entry only its author can know. */
const BUILDERS: Readonly<Record<string, (source: SourceText, path: string) => Fix | undefined>> = {
  'contradictory-effects': takeBackReassurance,
  'effect-overridden': removeOverridden,
  'long-description': (source, path) =>
    shortenText(source, path, path === '/description' ? MAX_TOOL_DESCRIPTION : OPENAI_DESCRIPTION_MAX_LENGTH),
  'no-commands': addToolCommand,
  'required-default': (source, path) => removeMember(source, path, 'Remove the default, which is never taken'),
  'secret-in-metadata': maskSecrets,
  'undeclared-variable': declareVariables,
  'unstated-destruction': stateDestruction,
  'unused-variable': (source, path) => removeMember(source, path, 'Remove the variable'),
};

/**
 * Gives issues of `checkTool` that have no fix the one that follows from the text, where there is one.
 *
 * None invents facts: `missing-effects` has no fix, because neither what a command does nor that it does nothing can be known
 * here, and what is written there would count.
 *
 * @param text the one that the issues are of; one with syntax errors gives them back as they are
 */
export function withFixes(text: string, issues: readonly Issue[]): readonly Issue[] {
  if (!issues.some((issue) => isFixable(issue))) return issues;
  const source = readSource(text);
  if (source === undefined) return issues;
  return issues.map((issue) => {
    const fix = isFixable(issue) ? BUILDERS[issue.code]?.(source, issue.path) : undefined;
    return fix ? { ...issue, fix } : issue;
  });
}

function isFixable({ code, fix }: Issue): boolean {
  return fix === undefined && Object.hasOwn(BUILDERS, code);
}

/** A text as fixes need it; `undefined` where it has errors, whose own fixes come first. */
export function readSource(text: string): SourceText | undefined {
  const { root, lines, issues } = readJson(text);
  return root && !issues.some(({ severity }) => severity === 'error') ? { text, root, lines } : undefined;
}
