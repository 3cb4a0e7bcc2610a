import { quoteElement } from '../files/describe-effects.ts';
import { AtipError, type AtipTool, type AtipTrust, flattenCommands, type Issue } from '@atip/core';
import { MAX_SOURCE_LENGTH } from '@atip/core/internal';
import { digestOf } from '../files/digest.ts';
import { parseVisible } from './leave-out-hidden.ts';
import { type Place, trustedAt } from './trust-at.ts';

/**
 * The origin of a tool's document: two directories, the tool's own answer, or a bundled shim.
 */
export type ToolOrigin = 'tools' | 'shims' | 'probed' | 'bundled';

export interface FoundTool {
  /** Its `trust.source` is limited by the document's place; see `trustedAt`. */
  readonly tool: AtipTool;
  /** The trust that the document claims: shown, never used for a decision. Absent: none. */
  readonly claims?: AtipTrust | undefined;
  readonly origin: ToolOrigin;
  /** The file or executable of the document. */
  readonly source: string;
  /** Over the document's bytes: `sha256:` and 64 hex digits. */
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
  from: { readonly origin: ToolOrigin; readonly source: string; readonly place: Place },
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

export interface DocumentText {
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
