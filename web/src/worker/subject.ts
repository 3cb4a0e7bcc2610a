/** A document's text and the offered part of it: questions about a document start here. */
import { AtipError, type AtipTool, type CommandFilter, selectCommands } from '@atip/core';
import { parseSound } from '@atip/core/internal';

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
  /** The first error of the commands that were taken out. Absent: the document has no errors. */
  readonly fault?: string;
}

export interface Refusal {
  readonly ok: false;
  readonly message: string;
}

type ReadSubject = ReadTool | Refusal;

/** Documents kept parsed: the shown one, and what it is compared with. */
const KEPT = 4;

/** Core keeps its index of a tool by the object, so one text must stay one object. */
let kept: readonly { readonly text: string; readonly key: string; readonly read: ReadSubject }[] = [];

/** Parses a document, without its faulty commands, and takes its part; the same text gives the same objects while it is one of the last few. */
export function readSubject({ text, filter }: Subject): ReadSubject {
  const key = JSON.stringify(filter ?? null);
  const known = kept.find((entry) => entry.text === text && entry.key === key);
  if (known !== undefined) return known.read;
  const whole = kept.find((entry) => entry.text === text)?.read;
  const read = select(whole?.ok ? whole : parse(text), filter);
  kept = [{ text, key, read }, ...kept].slice(0, KEPT);
  return read;
}

function parse(text: string): ReadSubject {
  const { tool, issues } = parseSound(text);
  const fault = issues.find(({ severity }) => severity === 'error')?.message;
  if (tool === undefined) return { ok: false, message: fault ?? 'The document has errors.' };
  vouchForShim(tool);
  return { ok: true, tool, whole: tool, ...(fault !== undefined && { fault }) };
}

/**
 * Trusts the modes of a shim, also while it is edited. The page shows a document's claims, as it does for one that says that
 * its program speaks; where calls run, the companion decides by the document's origin.
 */
export function vouchForShim(tool: AtipTool): void {
  if (tool.trust?.source === 'community' && 'x-source' in tool) Reflect.set(tool, Symbol.for('atip.vouched'), true);
}

function select(read: ReadSubject, filter: CommandFilter | undefined): ReadSubject {
  if (!read.ok) return read;
  return orRefusal(() => ({ ...read, tool: filter === undefined ? read.whole : selectCommands(read.whole, filter) }));
}

/** Answers about the tool of a document; a document that cannot be read, or that core refuses, gives the reason. */
export function aboutTool<Answer>(subject: Subject, answer: (read: ReadTool) => Answer): Answer | Refusal {
  const read = readSubject(subject);
  return read.ok ? orRefusal(() => answer(read)) : read;
}

function orRefusal<Answer>(answer: () => Answer): Answer | Refusal {
  try {
    return answer();
  } catch (error) {
    if (AtipError.isInstance(error)) return { ok: false, message: error.message };
    throw error;
  }
}
