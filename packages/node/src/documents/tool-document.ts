import { join } from 'node:path';
import { AtipError, type AtipTool, type AtipTrust, type Issue, type ParsedTool, flattenCommands } from '@atip/core';
import {
  MAX_SOURCE_LENGTH,
  escapeUnseen,
  overrideTool,
  parseSound,
  pointerTokens,
  settleLike,
} from '@atip/core/internal';
import { type DocumentPlacement, placedAs, trustedAt } from './trust-at.ts';
import { quoteElement } from '../files/describe-effects.ts';
import { digestOf, readText } from '../files/read-bounded-file.ts';

/**
 * The origin of a tool's document: two directories, the tool's own answer, its saved help, or a bundled shim.
 */
export type ToolOrigin = 'tools' | 'shims' | 'probed' | 'described' | 'bundled';

export interface FoundTool {
  /** Its `trust.source` is limited by the document's place; see `trustedAt`. */
  readonly tool: AtipTool;
  /** The trust that the document claims: shown, never used for a decision. Absent: none. */
  readonly claims?: AtipTrust | undefined;
  readonly origin: ToolOrigin;
  /** The file or executable of the document. */
  readonly source: string;
  /** SHA-256 of the document's bytes, in 64 hex digits. */
  readonly hash: `sha256:${string}`;
  /** Warnings and hints, no errors. */
  readonly issues: readonly Issue[];
  /** The document's text and the file of its signature, until the signature is checked. */
  readonly signed?: { readonly text: string; readonly file: string };
  /** The result for the document's signature. Absent: it is unsigned. */
  readonly signature?: SignatureReport | undefined;
  /** The program that answered. Absent for a document from a file: the PATH determines the program. */
  readonly executable?: {
    readonly path: string;
    readonly foundAs: string;
    readonly hash: `sha256:${string}`;
    readonly stamp: string;
  };
}

/** The outcome of checking a document's signature. */
export type SignatureReport =
  | {
      readonly state: 'verified';
      /** The configured signer. */
      readonly signedBy: string;
      /** Key or identity: `key SHA256:…`, `release@tools.example (https://accounts.example)`. */
      readonly by: string;
      /** Time by the witness of a log or a timestamp authority; ISO 8601. */
      readonly at?: string | undefined;
      readonly log?: { readonly id: string; readonly index: string } | undefined;
      /** Why the document is not trusted more than its place. */
      readonly note?: string;
    }
  | { readonly state: 'refused'; readonly reason: string };

/**
 * Describes the signature of a document as the end of a sentence, for people; command line and page share it.
 * Shape: `signed by acme (key SHA256:…), log entry 42, 2026-01-02T03:04:05.000Z`
 */
export function describeSignature(report: SignatureReport): string {
  if (report.state === 'refused') return `signature not believed: ${report.reason}`;
  const { signedBy, by, at, log, note } = report;
  const witness = [...(log ? [`log entry ${log.index}`] : []), ...(at === undefined ? [] : [at])];
  return `${[`signed by ${signedBy} (${by})`, ...witness].join(', ')}${note === undefined ? '' : `. ${note}`}`;
}

/** The ending of a signature file beside a document: `gh.json` → `gh.json.sigstore.json`. */
export const BUNDLE_ENDING = '.sigstore.json';

export type SkipCode =
  | 'directory-unreadable'
  | 'unreadable'
  | 'symlink'
  | 'not-a-file'
  | 'too-large'
  | 'not-utf8'
  | 'invalid-metadata'
  /** Invisible characters that models read: in a command's texts, or in a text that all commands share. */
  | 'hidden-characters'
  /** A valid document whose commands cannot all be compiled or reached. */
  | 'unusable-commands'
  | 'unsafe-name'
  | 'name-mismatch'
  | 'shadowed'
  | 'not-executable'
  | 'failed'
  | 'timed-out'
  /** A PATH entry without a fixed place. */
  | 'relative-path'
  | 'missing'
  | 'not-a-directory'
  | 'broken-link'
  | 'symlink-loop'
  /** It, or a directory above it, belongs to neither root nor us. */
  | 'foreign-owner'
  | 'world-writable'
  | 'group-writable'
  | 'inside-project'
  /** A directory of programs for the administrator, or a program in one. */
  | 'system-administration'
  /** It runs with the rights of another user or group. */
  | 'setuid'
  /** It was written or replaced while it was read. */
  | 'changed'
  /** It leads to a file that other users may write. */
  | 'unsafe-target'
  /** The user's override does not fit the document. */
  | 'invalid-override'
  | 'invalid-pattern'
  /** It needs a sandbox, and none works here. */
  | 'no-sandbox'
  /** It could not be asked at this time, for reasons outside the program. */
  | 'not-asked'
  /** The registry cannot be read. */
  | 'registry'
  /** The results of a scan could not be saved. */
  | 'not-saved';

export interface SkippedTool {
  readonly source: string;
  readonly code: SkipCode;
  readonly reason: string;
}

export type ToolReading =
  | { readonly found: FoundTool; readonly skipped?: undefined }
  | { readonly skipped: SkippedTool; readonly found?: undefined };

/** Bytes of one document; at least its UTF-16 units, which core limits to the same number. */
export const MAX_TOOL_DOCUMENT: number = MAX_SOURCE_LENGTH;

export function skip(source: string, code: SkipCode, reason: string): { readonly skipped: SkippedTool } {
  return { skipped: { source, code, reason } };
}

/**
 * Reads a tool's document, with the trust of its place and without commands whose texts have hidden characters. The
 * result can be compiled and called. It counts only under its name on disk: else any file could describe any program.
 * @param expectedName base name of the file without `.json`, or of the executable.
 */
export function readToolDocument(
  text: string,
  expectedName: string,
  from: { readonly origin: ToolOrigin; readonly source: string; readonly place: DocumentPlacement },
): ToolReading {
  const { origin, source, place } = from;
  const { tool, issues } = parseVisible(text);
  if (tool === undefined) {
    const errors = issues.filter((issue) => issue.severity === 'error');
    const [first] = errors;
    const where = first?.range ? `line ${first.range.start.line}: ` : '';
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    const code = errors.every((error) => error.code === 'hidden-characters') ? 'hidden-characters' : 'invalid-metadata';
    return skip(source, code, `${where}${first?.message ?? 'The document has no tool.'}${more}`);
  }
  if (!SAFE_NAME.test(tool.name)) {
    return skip(source, 'unsafe-name', `${quote(tool.name)} cannot be the name of an executable.`);
  }
  if (tool.name !== expectedName) {
    return skip(source, 'name-mismatch', `It claims to be ${quote(tool.name)} but is called ${quote(expectedName)}.`);
  }
  const unusable = commandProblem(tool);
  if (unusable !== undefined) return skip(source, 'unusable-commands', unusable);
  const { trust: claims } = tool;
  const hash = `sha256:${digestOf(text)}` as const;
  return { found: { tool: trustedAt(tool, place), claims, origin, source, hash, issues } };
}

/** Checked once here: every call searches all tools, so one with unreadable commands would stop the others. */
function commandProblem(tool: AtipTool): string | undefined {
  try {
    flattenCommands(tool);
    return undefined;
  } catch (error) {
    if (!AtipError.isInstance(error)) throw error;
    return error.message;
  }
}

/** Shortened and escaped: the name comes from a document of unknown origin. */
function quote(name: string): string {
  return quoteElement(name.slice(0, 80));
}

/** One plain path segment that is no flag and no hidden file, and contains only visible characters. */
export const SAFE_NAME: RegExp = /^[A-Za-z0-9_[][^/\\\s\p{C}\uFFFD]{0,254}$/u;

interface DocumentText {
  readonly text: string;
  readonly hash: FoundTool['hash'];
  /** True: it could be written, but not read again. */
  readonly isTooLarge: boolean;
}

export const TOO_LARGE: string = `Written down, its document has more than ${MAX_TOOL_DOCUMENT} bytes.`;

/** Writes a document in the one form that we store, so that its hash stays the same. */
export function documentText(document: object): DocumentText {
  const indented = JSON.stringify(document, null, 2);
  // In a deep document indentation takes many times the space of the values.
  const isIndented = Buffer.byteLength(indented) < MAX_TOOL_DOCUMENT;
  const text = `${isIndented ? indented : JSON.stringify(document)}\n`;
  return { text, hash: `sha256:${digestOf(text)}`, isTooLarge: Buffer.byteLength(text) > MAX_TOOL_DOCUMENT };
}

/** Root field of a document that a person pasted and saved: only such a file is taken back by its name. */
export const SAVED = 'x-saved';

/** Root field of a document that lists its omitted parts, so that later listings can report them. */
const LEFT_OUT = 'x-left-out';

const CODE = 'hidden-characters';
const MAX_NAMED = 20;

interface LeftOut {
  /** In visible characters, without the tool's name. */
  readonly command: string;
  /** In the issue's form, `U+E0061 U+E006C`. */
  readonly characters: string;
}

/**
 * Reads a document like `parseTool`. Its `x-left-out` lists the commands that were left out because characters hide in
 * their names.
 */
function parseVisible(text: string): ParsedTool {
  const { tool, issues, left } = parseSound(text);
  if (tool === undefined || issues.some(({ severity }) => severity === 'error')) return { issues };
  const leftOut = left.map(({ pointer }) => {
    const issue = issues.find(({ code, path }) => code === CODE && `${path}/`.startsWith(`${pointer}/`));
    return { command: wordsOf(pointer), characters: charactersOf(issue) };
  });
  const all = [...readLeftOut(tool), ...leftOut];
  return { tool: all.length === 0 ? tool : settleLike(tool, { ...tool, [LEFT_OUT]: all }), issues };
}

/** Explains for each omitted command why, for a person; many are only counted. */
export function leftOutReasons(tool: AtipTool): string[] {
  const all = readLeftOut(tool);
  const named = all.slice(0, MAX_NAMED).map(({ command, characters }) => {
    const words = JSON.stringify(`${tool.name} ${command}`.trim());
    return `${words} is left out: characters hide in its names (${characters}), which a model would read and a person not see.`;
  });
  return all.length <= MAX_NAMED
    ? named
    : [...named, `${all.length - MAX_NAMED} more commands are left out for the same reason.`];
}

/** Merges the marks of two parts of one tool's document. */
export function mergeLeftOut(one: AtipTool, other: AtipTool): { readonly [LEFT_OUT]?: readonly LeftOut[] } {
  const all = new Map([...readLeftOut(one), ...readLeftOut(other)].map((left) => [left.command, left]));
  return all.size === 0 ? {} : { [LEFT_OUT]: [...all.values()] };
}

/** True: the whole command was omitted. @param name of the first level */
export function isLeftOut(tool: AtipTool, name: string): boolean {
  return readLeftOut(tool).some(({ command }) => command === escapeUnseen(name));
}

/** Documents come from anywhere: only our own form counts. */
function readLeftOut(tool: object): LeftOut[] {
  const list: unknown = Reflect.get(tool, LEFT_OUT);
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown): LeftOut[] => {
    if (typeof one !== 'object' || one === null || !('command' in one && 'characters' in one)) return [];
    const { command, characters } = one;
    const isOurs = typeof characters === 'string' && /^U\+[0-9A-F]{4,6}(?: U\+[0-9A-F]{4,6}){0,2}$/.test(characters);
    return typeof command === 'string' && isOurs ? [{ command: escapeUnseen(command).slice(0, 200), characters }] : [];
  });
}

/** `/commands/pr/commands/make` → `pr make`, in visible characters. */
function wordsOf(pointer: string): string {
  const words = pointerTokens(pointer).filter((_token, at) => at % 2 === 1);
  return words.map((word) => escapeUnseen(word)).join(' ');
}

function charactersOf(issue: Issue | undefined): string {
  return /U\+[0-9A-F]{4,6}(?: U\+[0-9A-F]{4,6})*/.exec(issue?.message ?? '')?.[0] ?? '';
}

type TextReading = { readonly text: string } | { readonly skipped: SkippedTool };

/**
 * Reads a file of a directory that other programs write to; every problem becomes a coded skip.
 * Limits: a regular file of at most 4 MiB, UTF-8; symbolic links are not followed.
 */
export async function readTextFile(path: string): Promise<TextReading> {
  const { text, problem, reason } = await readText(path, MAX_TOOL_DOCUMENT, 'refused');
  return problem === undefined ? { text } : skip(path, problem, reason);
}

/**
 * Applies the user's own file about a tool, `overrides/NAME.json`, to its document. If the file is unreadable or does
 * not fit, the tool is left out, because the file may be meant to remove something. @returns the tool unchanged without
 * such a file
 * @see ATIP 0.3 §4
 */
export async function readOverride(found: FoundTool, directory: string): Promise<ToolReading> {
  const path = join(directory, `${found.tool.name}.json`);
  const reading = await readTextFile(path);
  if ('skipped' in reading) {
    const { code, reason } = reading.skipped;
    return code === 'missing' ? { found } : refuse(path, found, reason);
  }
  try {
    const tool = overrideTool(found.tool, JSON.parse(reading.text));
    if (tool === found.tool) return { found };
    // The signature does not cover the combination of both.
    const reason = `${path} is laid over what was signed.`;
    const signature = found.signature && { state: 'refused' as const, reason };
    // A person's change does not lower the trust: the row of the trust table stays.
    return { found: { ...found, tool: placedAs(found.tool, tool), signature } };
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(path, found, 'It is not JSON.');
    if (!AtipError.isInstance(error)) throw error;
    return refuse(path, found, error.message);
  }
}

function refuse(path: string, { tool }: FoundTool, reason: string): ToolReading {
  return skip(
    path,
    'invalid-override',
    `${JSON.stringify(tool.name)} is left out, since its override does not fit: ${reason}`,
  );
}
