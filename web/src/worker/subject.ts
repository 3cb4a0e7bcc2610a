/** A document's text and the offered part of it: questions about a document start here. */
import { AtipError, type AtipTool, type CommandFilter, type Issue, selectCommands } from '@atip/core';
import { type JsonSource, lintTool, parseSound, vouchFor } from '@atip/core/internal';
import { withFixes } from '../document/document-fixes.ts';

export interface Subject {
  readonly text: string;
  readonly filter?: CommandFilter | undefined;
}

interface ReadTool {
  readonly ok: true;
  readonly tool: AtipTool;
  /** Without the filter. */
  readonly whole: AtipTool;
  /** Its values with their places; `undefined` where the text cannot be read to its end. */
  readonly source: JsonSource | undefined;
}

export interface NoTool {
  readonly ok: false;
  /** Of core's error. */
  readonly code?: string;
  readonly message: string;
}

interface ParsedDocument extends Omit<ReturnType<typeof parseSound>, 'text'>, Pick<ReadTool, 'source'> {
  readonly text: string;
  /** By the filter as JSON. */
  readonly parts: Map<string, ReadTool | NoTool>;
}

/** Documents kept parsed: the shown one, and what it is compared with. */
const MOST_KEPT = 3;
let kept: readonly ParsedDocument[] = [];

/**
 * Parses a document without its faulty commands. Core keeps its index of a tool by the object, so the same text gives the same
 * objects while it is one of the last few.
 */
export function parsedDocument(text: string): ParsedDocument {
  const document = kept.find((entry) => entry.text === text) ?? parse(text);
  if (document !== kept[0]) kept = [document, ...kept.filter((entry) => entry !== document)].slice(0, MOST_KEPT);
  return document;
}

function parse(text: string): ParsedDocument {
  const { text: source, issues, ...sound } = parseSound(text);
  if (sound.tool) vouchForShim(sound.tool);
  return { ...sound, issues: [...withFixes(source, issues)], text, source, parts: new Map() };
}

export function faultIn(issues: readonly Issue[]): string | undefined {
  return issues.find(({ severity }) => severity === 'error')?.message;
}

/** Errors and doubts about a document; the doubts take as long again as parsing. */
export function problemsOf({ tool, issues, source }: ParsedDocument): readonly Issue[] {
  return tool === undefined ? issues : [...issues, ...withFixes(source, lintTool(tool, source))];
}

/** The part of a document that its filter leaves; the same question gives the same objects. */
export function readSubject({ text, filter }: Subject): ReadTool | NoTool {
  const { tool: whole, issues, parts, source } = parsedDocument(text);
  const key = JSON.stringify(filter ?? null);
  const known = parts.get(key);
  if (known !== undefined) return known;
  const read: ReadTool | NoTool =
    whole === undefined
      ? { ok: false, message: faultIn(issues) ?? 'The document has errors.' }
      : orRefusal(() => ({ ok: true, tool: filter ? selectCommands(whole, filter) : whole, whole, source }));
  parts.set(key, read);
  return read;
}

/**
 * Trusts the modes of a shim, also while it is edited. The page shows a document's claims, as it does for one that says that
 * its program speaks; where calls run, the companion decides by the document's origin.
 */
function vouchForShim(tool: AtipTool): void {
  if (tool.trust?.source === 'community' && 'x-source' in tool) vouchFor(tool);
}

/** Answers about the tool of a document; a document that cannot be read, or that core refuses, gives the reason. */
export function aboutTool<Answer>(subject: Subject, answer: (read: ReadTool) => Answer): Answer | NoTool {
  const read = readSubject(subject);
  return read.ok ? orRefusal(() => answer(read)) : read;
}

function orRefusal<Answer>(answer: () => Answer): Answer | NoTool {
  try {
    return answer();
  } catch (error) {
    if (AtipError.isInstance(error)) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}
