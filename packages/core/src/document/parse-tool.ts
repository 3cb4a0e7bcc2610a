import { freezeTool } from '../json/settled.ts';
import { getOwn, isRecord, setOwn } from '../json/is-record.ts';
import { parentPointer, pointerTokens, valueAt } from '../json/pointer.ts';
import type { Issue } from '../types/issue.ts';
import type { AtipTool } from '../types/tool.ts';
import { checkCommands } from './check-commands.ts';
import { shapeFindings } from './check-shape.ts';
import { checkText, readableTexts } from './check-text.ts';
import { quote } from './describe-value.ts';
import { commandOf, type DocumentFinding, listIssues, MAX_ISSUES, type Repair } from './finding.ts';
import {
  declaredVersion,
  isNewerVersion,
  isKnownAgent,
  isOtherProtocol,
  KNOWN_MINOR,
  neededVersion,
  versionParts,
} from './protocol-version.ts';
import { type JsonSource, readSource, type SourceDocument } from './source-document.ts';

/** A document after reading: `tool` is present exactly when no issue is an error. */
export interface ParsedTool {
  readonly tool?: AtipTool;
  /** All issues, in the order of the text. */
  readonly issues: Issue[];
}

/**
 * Reads an ATIP document from text, or checks a value.
 *
 * Versions 0.1 to 0.6 are read, as `"atip": "0.3"` and as `{ "version": "0.6" }`. A later 0.x is read as 0.6 with
 * warnings, and a person confirms every call that is not denied. An unknown feature is a warning. Unknown fields are an
 * info, `x-…` and `_…` fields pass silently. A missing `description` below the root is a warning and read as `''`; so
 * is half a surrogate pair, read as U+FFFD. Characters that people cannot see (`hidden-characters`) are taken out of
 * texts; a command, or a global option, with such a character in its names or enum values is left out. Both are
 * warnings. The tool is a copy: the input is neither changed nor referenced.
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
  const { tool, issues } = parseSound(source);
  return tool === undefined || !isRead(issues) ? { issues } : { tool, issues };
}

/** A command, or a group with its subcommands, that was removed because of an error, or hidden characters. */
export interface LeftOut {
  readonly pointer: string;
  /** Number of removed commands, at least 1. */
  readonly commands: number;
}

export interface SoundTool extends ParsedTool {
  readonly left: readonly LeftOut[];
  /** The text's values with their places. Absent: a value was given, or its end could not be reached. */
  readonly text?: JsonSource | undefined;
}

/** Root fields that no call depends on, and the value that one with an error is read as. */
const ABOUT: Readonly<Record<string, unknown>> = {
  '/atip': { version: '0.4' },
  '/atip/version': '0.4',
  '/version': '0.0.0',
  '/description': 'Not described.',
  '/homepage': '',
};

/**
 * Reads a document like `parseTool`, but keeps the valid commands when others have errors.
 *
 * An error anywhere in a command removes the whole command: without one option it would be a different one. An error in
 * a group's own fields removes its subcommands too, because they inherit them. An error above all commands, or in the
 * JSON, leaves no tool; nor does a document without a valid command. Only an error in a root field that no call depends
 * on, such as the tool's version, is passed over.
 *
 * @returns a `tool` that is incomplete when an issue is an error or `left` is not empty; never present it as the whole
 * document
 */
export function parseSound(source: unknown): SoundTool {
  const { document, issues } = readSource(source);
  if (document === undefined) return { issues: [...issues], left: [] };
  const { text } = document;
  const findings = findAll(document);
  const all = listIssues(document, findings, issues);
  const isAbout = ({ severity, code, path }: DocumentFinding): boolean =>
    severity === 'error' && code !== 'unsupported-version' && Object.hasOwn(ABOUT, path);
  const pointers = isRead(issues) ? leftOut(findings.filter((finding) => !isAbout(finding))) : undefined;
  if (pointers === undefined) return { issues: all, left: [], text };
  const left = pointers.map((pointer) => ({
    pointer,
    commands: countBelow(valueAt(document.value, pointerTokens(pointer))),
  }));
  applyRepairs(
    document.value,
    findings.flatMap((finding): Repair[] => {
      const { path, repair } = finding;
      if (isAbout(finding)) return [{ action: 'set', pointer: path, value: ABOUT[path] }];
      return repair === undefined ? [] : [repair];
    }),
  );
  for (const pointer of pointers) takeOut(document.value, pointer);
  const isReadable = !findings.some(({ code }) => code === 'lone-surrogate' || code === 'hidden-characters');
  const value = isReadable ? document.value : readableTexts(document.value);
  if (left.length > 0 && !(isRecord(value) && 'commands' in value)) {
    const removed = new Set(findings.filter(({ leavesOut }) => leavesOut).map(({ path }) => path));
    return {
      issues: all.map((issue) =>
        issue.code === 'hidden-characters' && removed.has(issue.path) ? { ...issue, severity: 'error' } : issue,
      ),
      left: [],
      text,
    };
  }
  // The schema has been checked, and deviations have been repaired or removed.
  return { tool: freezeTool(value as AtipTool), issues: all, left, text };
}

function isRead(issues: readonly Issue[]): boolean {
  return issues.every(({ severity }) => severity !== 'error');
}

/**
 * @returns the outermost commands to leave out; `undefined` when an error is outside all commands, or the list may be
 * incomplete
 */
function leftOut(findings: readonly DocumentFinding[]): readonly string[] | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > MAX_ISSUES) return undefined;
  const doomed = findings.filter(({ severity, leavesOut }) => severity === 'error' || leavesOut);
  const pointers = new Set(doomed.map(({ path }) => commandOf(path)));
  if (pointers.has('')) return undefined;
  const isInside = (pointer: string): boolean =>
    [...pointer.matchAll(/\/commands\//g)].some(({ index }) => pointers.has(pointer.slice(0, index)));
  return [...pointers].filter((pointer) => !isInside(pointer));
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

function findAll(document: SourceDocument): DocumentFinding[] {
  const version = checkVersion(document.value);
  const texts = checkText(document);
  const removed = new Set(texts.filter(({ leavesOut }) => leavesOut).map(({ path }) => path));
  const others = [
    ...(version ? [version] : []),
    ...checkNeeds(document.value),
    ...shapeFindings(document, isNewerVersion(document.value)),
    ...checkCommands(document),
  ];
  // A flag in which a control hides is illegal, too; its command is left out already.
  return [...(removed.size === 0 ? others : others.filter(({ path }) => !removed.has(path))), ...texts];
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

/**
 * Checks the protocol version. The schema reports one of the wrong form.
 *
 * @returns undefined, an error, or a warning for 0.7, 0.8 …, which are read as 0.6
 * @see ATIP 0.3 §3.2
 */
function checkVersion(value: unknown): DocumentFinding | undefined {
  const version = declaredVersion(value);
  const parts = versionParts(version);
  if (parts === undefined) return undefined;
  const shown = `ATIP ${quote(String(version))}`;
  const path = isRecord(value) && isRecord(getOwn(value, 'atip')) ? '/atip/version' : '/atip';
  const at = { path, mark: 'value', section: '3.2' } as const;
  if (isOtherProtocol(parts)) {
    const message = `${shown} is not known; versions 0.1 to 0.${KNOWN_MINOR} are.`;
    return { code: 'unsupported-version', severity: 'error', message, ...at };
  }
  if (parts[1] <= KNOWN_MINOR) return undefined;
  const message = `${shown} is newer than 0.${KNOWN_MINOR}; what it added is passed over, so every call of it is asked about.`;
  return { code: 'newer-version', severity: 'warning', message, ...at };
}

/** Refuses a document that needs a newer agent, because it states that older ones cannot use it safely. */
function checkNeeds(value: unknown): DocumentFinding[] {
  const needed = neededVersion(value);
  if (typeof needed !== 'string') return [];
  const parts = versionParts(needed);
  if (parts && isKnownAgent(parts)) return [];
  const at = { path: '/atip/minAgentVersion', mark: 'value' } as const;
  const here = `this one knows ATIP 0.${KNOWN_MINOR}`;
  const refused = `The document asks for an agent that knows ATIP ${quote(needed)}, and ${here}. Update the agent, or use an older document.`;
  const unclear = `The document asks for an agent of version ${quote(needed)}, which is no version of the protocol; ${here}.`;
  return [
    parts
      ? { code: 'unsupported-version', severity: 'error', message: refused, ...at }
      : { code: 'newer-version', severity: 'warning', message: unclear, ...at },
  ];
}
