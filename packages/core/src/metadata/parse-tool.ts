import { getOwn, isRecord, setOwn } from '../json/is-record.ts';
import { parentPointer, pointerTokens, valueAt } from '../json/pointer.ts';
import type { Issue } from '../types/issue.ts';
import type { AtipTool } from '../types/tool.ts';
import { checkCommands } from './check-commands.ts';
import { shapeFindings } from './check-shape.ts';
import { checkNames, checkText, wellFormed } from './check-text.ts';
import { quote } from './describe-value.ts';
import { type Finding, listIssues, MAX_ISSUES, type Repair } from './finding.ts';
import { readSource, type SourceDocument } from './source-document.ts';

/** A document after reading: `tool` is present exactly when no issue is an error. */
export interface ParsedTool {
  readonly tool?: AtipTool;
  /** All issues, in the order of the text. */
  readonly issues: Issue[];
}

/**
 * Reads an ATIP document from text, or checks a value.
 *
 * Both `"atip": "0.3"` and `{ "version": "0.4" }` are read. A newer minor version is read as far as it is known, with
 * warnings. Unknown fields are an info, `x-…` fields pass silently. A missing `description` below the root is a warning
 * and read as `''`; so is half a surrogate pair, read as U+FFFD. A character that people cannot see is an error
 * (`hidden-characters`), anywhere, because models read it. The tool is a copy: the input is neither changed nor
 * referenced.
 *
 * Limits: 4 MiB of UTF-16 units, 100 levels, 500,000 values, 2,048 units in the keys that lead to a value; at most
 * 1,000 issues are listed. Never throws.
 * @see ATIP 0.3 §3
 * @example
 * ```ts
 * import { parseTool } from '@atip/core';
 * const { tool, issues } = parseTool('{ "atip": "0.4", "name": "git", "version": "2", "description": "Git" }');
 * if (!tool) throw new Error(issues.map(({ message }) => message).join('\n'));
 * ```
 */
export function parseTool(source: unknown): ParsedTool {
  const { tool, issues, left } = parseSound(source);
  return tool === undefined || left.length > 0 ? { issues } : { tool, issues };
}

/** A command, or a group with its subcommands, that was removed because of an error. */
export interface LeftOut {
  readonly pointer: string;
  /** Number of removed commands, at least 1. */
  readonly commands: number;
}

/**
 * Reads a document like `parseTool`, but keeps the valid commands when others have errors.
 *
 * An error anywhere in a command removes the whole command: without one option it would be a different one. An error in
 * a group's own fields removes its subcommands too, because they inherit them. An error above all commands, or in the
 * JSON, leaves no tool; nor does a document without a valid command.
 *
 * @returns a `tool` that is incomplete when `left` is not empty; never present it as the whole document
 */
export function parseSound(source: unknown): ParsedTool & { readonly left: readonly LeftOut[] } {
  const { document, issues } = readSource(source);
  if (document === undefined) return { issues: [...issues], left: [] };
  const findings = findAll(document);
  const all = listIssues(document, findings, issues);
  const pointers = isRead(issues) ? leftOut(findings) : undefined;
  if (pointers === undefined) return { issues: all, left: [] };
  const left = pointers.map((pointer) => ({
    pointer,
    commands: countBelow(valueAt(document.value, pointerTokens(pointer))),
  }));
  applyRepairs(
    document.value,
    findings.flatMap(({ repair }) => (repair === undefined ? [] : [repair])),
  );
  for (const pointer of pointers) takeOut(document.value, pointer);
  const value = findings.some(({ code }) => code === 'lone-surrogate') ? wellFormed(document.value) : document.value;
  if (left.length > 0 && !(isRecord(value) && 'commands' in value)) return { issues: all, left: [] };
  // The schema has been checked, and deviations have been repaired or removed.
  return { tool: value as AtipTool, issues: all, left };
}

function isRead(issues: readonly Issue[]): boolean {
  return issues.every(({ severity }) => severity !== 'error');
}

/**
 * @returns the outermost commands with errors; `undefined` when an error is outside all commands, or the list may be
 * incomplete
 */
function leftOut(findings: readonly Finding[]): readonly string[] | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > MAX_ISSUES) return undefined;
  const pointers = new Set(errors.map(({ path }) => commandOf(path)));
  if (pointers.has('')) return undefined;
  const isInside = (pointer: string): boolean =>
    [...pointer.matchAll(/\/commands\//g)].some(({ index }) => pointers.has(pointer.slice(0, index)));
  return [...pointers].filter((pointer) => !isInside(pointer));
}

/** The innermost command or group of a pointer: `/commands/pr/options/0` → `/commands/pr`; `''` outside commands. */
function commandOf(pointer: string): string {
  return /^(?:\/commands\/[^/]*)*/.exec(pointer)?.[0] ?? '';
}

function countBelow(command: unknown): number {
  const below = isRecord(command) ? getOwn(command, 'commands') : undefined;
  const counts = isRecord(below) ? Object.values(below).map(countBelow) : [];
  return counts.reduce((sum, count) => sum + count, 0) || 1;
}

/** Removes a command, and each group that becomes empty: without subcommands it would be a command. */
function takeOut(value: unknown, pointer: string): void {
  const parent = parentPointer(pointer);
  const owner = valueAt(value, pointerTokens(parent));
  if (typeof owner !== 'object' || owner === null) return;
  Reflect.deleteProperty(owner, pointerTokens(pointer).at(-1) ?? '');
  const above = parentPointer(parent);
  if (Object.keys(owner).length > 0) return;
  if (above !== '') takeOut(value, above);
  else if (isRecord(value)) Reflect.deleteProperty(value, 'commands');
}

function findAll(document: SourceDocument): Finding[] {
  const version = checkVersion(document.value);
  return [
    ...(version ? [version] : []),
    ...checkNeeds(document.value),
    ...shapeFindings(document, version?.severity === 'warning'),
    ...checkNames(document.value),
    ...checkText(document),
    ...checkCommands(document),
  ];
}

/** Changes a document in place. Pointers refer to the document before any repair, in any order. */
function applyRepairs(value: unknown, repairs: readonly Repair[]): void {
  const doomed = new Map<unknown[], Set<number>>();
  for (const repair of repairs) {
    const owner = valueAt(value, pointerTokens(parentPointer(repair.pointer)));
    const key = pointerTokens(repair.pointer).at(-1);
    if (key === undefined || typeof owner !== 'object' || owner === null) continue;
    if (repair.action === 'set') {
      setOwn(owner, key, repair.value);
    } else if (Array.isArray(owner)) {
      doomed.set(owner, (doomed.get(owner) ?? new Set()).add(Number(key)));
    } else {
      Reflect.deleteProperty(owner, key);
    }
  }
  for (const [list, indexes] of doomed) {
    const kept = list.filter((_, index) => !indexes.has(index));
    list.splice(0, list.length, ...kept);
  }
}

/** The newest minor version of the protocol that we fully support: 0.4. */
const KNOWN_MINOR = 4;

/**
 * Checks the protocol version, written `"0.3"` or, since 0.4, `{ "version": "0.4" }`. The schema reports one of the
 * wrong form.
 *
 * @returns undefined, an error, or a warning for 0.5, 0.6 …, which are read as far as they are known
 * @see ATIP 0.3 §3.2
 */
function checkVersion(value: unknown): Finding | undefined {
  const declared = isRecord(value) ? getOwn(value, 'atip') : undefined;
  const version = isRecord(declared) ? getOwn(declared, 'version') : declared;
  const parts = typeof version === 'string' ? /^(\d{1,9})\.(\d{1,9})(?:\.\d+)?$/.exec(version) : null;
  if (parts === null) return undefined;
  const [major, minor] = [Number(parts[1]), Number(parts[2])];
  const shown = `ATIP ${quote(String(version))}`;
  const at = { path: isRecord(declared) ? '/atip/version' : '/atip', mark: 'value', section: '3.2' } as const;
  if (major !== 0 || minor === 0) {
    const message = `${shown} is not known; versions 0.1 to 0.${KNOWN_MINOR} are.`;
    return { code: 'unsupported-version', severity: 'error', message, ...at };
  }
  if (minor <= KNOWN_MINOR) return undefined;
  const message = `${shown} is newer than 0.${KNOWN_MINOR}; what it added is passed over.`;
  return { code: 'newer-version', severity: 'warning', message, ...at };
}

const FEATURES: readonly unknown[] = ['partial-discovery', 'interactive-effects', 'trust-v1', 'patterns-v1'];

/**
 * Checks a document's demands on its reader. One that needs a newer agent is refused, because it states that older ones
 * cannot use it safely; an unknown feature is ignored with a warning.
 */
function checkNeeds(value: unknown): Finding[] {
  const declared = isRecord(value) ? getOwn(value, 'atip') : undefined;
  if (!isRecord(declared)) return [];
  const [needed, features] = [getOwn(declared, 'minAgentVersion'), getOwn(declared, 'features')];
  const unknown = (Array.isArray(features) ? features : []).flatMap((feature: unknown, at): Finding[] => {
    if (typeof feature !== 'string' || FEATURES.includes(feature)) return [];
    const path = `/atip/features/${at}`;
    const message = `The feature ${quote(feature)} is not known here; what belongs to it is passed over.`;
    const repair = { action: 'remove', pointer: path } as const;
    return [{ code: 'unknown-feature', severity: 'warning', message, path, mark: 'value', repair }];
  });
  if (typeof needed !== 'string') return unknown;
  const parts = /^(\d{1,9})\.(\d{1,9})(?:\.\d+)?$/.exec(needed);
  if (parts && Number(parts[1]) === 0 && Number(parts[2]) <= KNOWN_MINOR) return unknown;
  const at = { path: '/atip/minAgentVersion', mark: 'value' } as const;
  const here = `this one knows ATIP 0.${KNOWN_MINOR}`;
  const finding: Finding = parts
    ? {
        ...{ code: 'unsupported-version', severity: 'error', ...at },
        message: `The document asks for an agent that knows ATIP ${quote(needed)}, and ${here}. Update the agent, or use an older document.`,
      }
    : {
        ...{ code: 'newer-version', severity: 'warning', ...at },
        message: `The document asks for an agent of version ${quote(needed)}, which is no version of the protocol; ${here}.`,
      };
  return [...unknown, finding];
}
