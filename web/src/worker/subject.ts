/** A document's text and the offered part of it: questions about a document start here. */
import { AtipError, type AtipTool, type CommandFilter, selectCommands } from '@atip/core';
import { parseSound, vouchFor } from '@atip/core/internal';

export interface Subject {
  readonly text: string;
  /** Absent: all of the tool. */
  readonly filter?: CommandFilter | undefined;
}

interface ReadTool {
  readonly ok: true;
  readonly tool: AtipTool;
  /** Without the filter. */
  readonly whole: AtipTool;
  /** The first error of the commands that were taken out; `undefined` for a document without errors. */
  readonly fault: string | undefined;
}

export interface NoTool {
  readonly ok: false;
  /** Of core's error. */
  readonly code?: string;
  readonly message: string;
}

/** Documents kept parsed: the shown one, and what it is compared with. */
const KEPT = 4;

interface KeptDocument extends ReturnType<typeof parseSound> {
  readonly text: string;
  /** By the filter as JSON. */
  readonly parts: Map<string, ReadTool | NoTool>;
}

let kept: readonly KeptDocument[] = [];

/**
 * Parses a document without its faulty commands. Core keeps its index of a tool by the object, so the same text gives the same
 * objects while it is one of the last few.
 */
export function parsedDocument(text: string): KeptDocument {
  const known = kept.find((entry) => entry.text === text);
  const document = known ?? { text, parts: new Map(), ...parseSound(text) };
  if (known === undefined && document.tool) vouchForShim(document.tool);
  kept = [document, ...kept.filter((entry) => entry !== known)].slice(0, KEPT);
  return document;
}

/** The part of a document that its filter leaves; the same question gives the same objects. */
export function readSubject({ text, filter }: Subject): ReadTool | NoTool {
  const { tool: whole, issues, parts } = parsedDocument(text);
  const key = JSON.stringify(filter ?? null);
  const known = parts.get(key);
  if (known !== undefined) return known;
  const fault = issues.find(({ severity }) => severity === 'error')?.message;
  const read: ReadTool | NoTool =
    whole === undefined
      ? { ok: false, message: fault ?? 'The document has errors.' }
      : orRefusal(() => ({ ok: true, tool: filter ? selectCommands(whole, filter) : whole, whole, fault }));
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
