import { AtipValidationError } from '../errors/bridge-errors.ts';
import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import { parsePointer } from '../json/pointer.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import { parseTool } from '../metadata/parse-tool.ts';
import type { Issue } from '../types/issue.ts';
import type { AtipTool } from '../types/tool.ts';
import { assertTool } from './assert-document.ts';
import { documentError } from './document-error.ts';
import { mergeOverride, type OverrideRules } from './merge-override.ts';

/** What says which tool an override is for; it changes neither. */
const IDENTITY: readonly string[] = ['atip', 'name'];
/** Everything that is trusted as much as the user, or more. */
const AT_LEAST_USER: readonly unknown[] = ['native', 'vendor', 'org', 'community', 'user'];

/**
 * A tool as its user wants it described: the user's file laid over the document.
 *
 * Shape: `(gh, { commands: { repo: { commands: { delete: null } } } })` → gh without `gh repo delete`. Objects are merged by
 * key, and null removes. `arguments`, `options` and `globalOptions` are merged by name, options also by a flag they share;
 * written as an object they are addressed by name, so that null removes one there too. Other lists are replaced.
 *
 * A removed effect is unknown. A group that loses its last command goes with it. A new command needs a description: without
 * one, as for removing what is not there, the file was written for another document; in an excerpt such entries are passed
 * over. Whatever the file says, the result is trusted as its user is, or less: `trust.source` becomes `user`, and `inferred`
 * stays; of the rest of `trust` only the checksum remains, since it is the executable's. An empty file changes nothing.
 * Effects are still merged over the levels: what a group states for the worse, no command below takes back.
 * Limits: those of `parseTool`, for the file and for the result.
 *
 * @throws AtipValidationError when the file is not JSON, is for another tool or version of it, or the tool or the result
 * is not valid
 * @see ATIP 0.3 §4, §3.2.2
 * @example
 * ```ts
 * import { type AtipTool, overrideTool } from '@atip/core';
 * declare const git: AtipTool;
 * const mine = overrideTool(git, { commands: { clean: { effects: { destructive: true } } } });
 * ```
 */
export function overrideTool(tool: AtipTool, override: unknown): AtipTool {
  assertTool(tool);
  const snapshot = snapshotValue(override);
  if ('issue' in snapshot) throw failure(tool, [snapshot.issue]);
  const file = snapshot.value;
  const refuse: OverrideRules['refuse'] = (...about) => documentError(prevented(tool), ...about);
  if (!isRecord(file)) throw refuse('', 'must be an object', file);
  const name = getOwn(file, 'name');
  if (name !== undefined && name !== tool.name) throw refuse('/name', 'is of another tool', name);
  const changes = Object.fromEntries(Object.entries(file).filter(([key]) => !IDENTITY.includes(key)));
  if (Object.keys(changes).length === 0) return tool;
  const merged = mergeOverride(tool, changes, { isExcerpt: tool.partial === true, refuse });
  const parsed = parseTool({ ...merged, trust: trustAfter(tool, merged && getOwn(merged, 'trust')) });
  if (parsed.tool) return parsed.tool;
  throw failure(tool, parsed.issues);
}

/** The source that is trusted least among the document's, the user and what the user's file says of itself. */
function trustAfter(tool: AtipTool, merged: unknown): object {
  const { source, checksum } = isRecord(merged) ? merged : {};
  const isInferred = !AT_LEAST_USER.includes(tool.trust?.source) || !AT_LEAST_USER.includes(source);
  return { source: isInferred ? 'inferred' : 'user', ...(checksum !== undefined && { checksum }) };
}

/** Names the first errors; one of them is enough to refuse the file. */
function failure(tool: AtipTool, issues: readonly Issue[]): AtipValidationError {
  const errors = issues.filter(({ severity }) => severity === 'error').slice(0, 3);
  const message = `${prevented(tool)}: ${errors.map((error) => error.message).join(' ')}`;
  const path = errors.slice(0, 1).flatMap((first) => parsePointer(first.path));
  return new AtipValidationError(message, path, undefined);
}

function prevented({ name }: AtipTool): string {
  return `The override of ${name} cannot be applied`;
}
