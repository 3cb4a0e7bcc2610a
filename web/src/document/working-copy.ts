import type { CommandFilter, ExecutionPolicy, Provider } from '@atip/core';
import { toolNameIn } from './tool-name.ts';

export const TABS = ['output', 'safety', 'try', 'diff'] as const;
export type Tab = (typeof TABS)[number];

/** The subject of Try it: the calls of a pasted answer, a call of the form, a shell line, or output of a tool. */
export const WAYS = ['paste', 'fill', 'line', 'redact'] as const;
export type Way = (typeof WAYS)[number];

export interface PageDocument {
  /** Of this page alone, for example `"d3"`; links do not carry it. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Which part of the tool is compiled and offered. Absent: all of it. */
  readonly filter?: CommandFilter | undefined;
}

/** A policy as a document holds it: without a function. */
export type PlainPolicy = Omit<ExecutionPolicy, 'confirmationHandler'>;

/** Everything of the page that a draft remembers; links carry the parts that their maker chose. */
export interface WorkingCopy {
  /** In the order of their tabs; at least one. */
  readonly documents: readonly PageDocument[];
  readonly active: string;
  readonly provider: Provider;
  readonly strict: boolean;
  readonly tab: Tab;
  /** Absent: the defaults of core. */
  readonly policy?: PlainPolicy | undefined;
  /** A provider's response as pasted. Absent: none. */
  readonly response?: string | undefined;
  /** A tool's output as pasted. Absent: none. */
  readonly output?: string | undefined;
  /** A shell line as typed; never run by itself. Absent: none. */
  readonly line?: string | undefined;
  /** The mode of Try it that a person chose. Absent: the one that the other fields imply. Links do not carry it. */
  readonly way?: Way | undefined;
  /** A call put together by hand; never run by itself. */
  readonly call?: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> } | undefined;
}

/** Shown when a link or a draft names a missing document. */
const EMPTY: PageDocument = { id: 'd1', name: 'untitled.json', text: '' };

/** Longest document name kept, in UTF-16 units. */
const MAX_NAME = 120;

export function activeDocument({ documents, active }: WorkingCopy): PageDocument {
  return documents.find(({ id }) => id === active) ?? documents[0] ?? EMPTY;
}

/** An id that no document has: ids count up and are not used again while a later one lives. */
export function freshId(documents: readonly PageDocument[]): string {
  const numbers = documents.map(({ id }) => Number(id.slice(1))).filter(Number.isSafeInteger);
  return `d${Math.max(0, ...numbers) + 1}`;
}

/** A name that no other document has: `"gh.json"`, else `"gh-2.json"`. */
export function freshName(wanted: string, documents: readonly PageDocument[]): string {
  const name = tidyName(wanted) ?? EMPTY.name;
  const taken = new Set(documents.map((document) => document.name));
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [];
  let candidate = name;
  for (let count = 2; taken.has(candidate); count += 1) candidate = `${stem}-${count}${ending}`;
  return candidate;
}

/** Characters that would break a line, steer a terminal, or reverse the words around a name. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Normalises a name: one line, trimmed and of limited length; `undefined` when nothing is left. */
export function tidyName(name: string): string | undefined {
  return (
    name
      .slice(0, 2 * MAX_NAME)
      .replace(STEERING, ' ')
      .trim()
      .slice(0, MAX_NAME) || undefined
  );
}

/** The copy with the text of one of its documents, named after its tool; the same object when that changes nothing. */
export function withText(copy: WorkingCopy, id: string, text: string): WorkingCopy {
  return withDocument(copy, id, (before) => {
    return before.text === text ? before : { ...before, name: nameAfter(before, text, copy.documents), text };
  });
}

/** The copy with one of its documents changed; the same object when that changes nothing. */
function withDocument(copy: WorkingCopy, id: string, change: (document: PageDocument) => PageDocument): WorkingCopy {
  const index = copy.documents.findIndex((document) => document.id === id);
  const before = copy.documents[index];
  const after = before && change(before);
  if (after === undefined || after === before) return copy;
  return { ...copy, documents: copy.documents.with(index, after) };
}

function nameAfter({ id, name, text: before }: PageDocument, text: string, all: WorkingCopy['documents']): string {
  const tool = toolNameIn(text);
  if (tool === undefined || tool === toolNameIn(before)) return name;
  return freshName(
    `${tool}.json`,
    all.filter((document) => document.id !== id),
  );
}

export type SettingKey = 'policy' | 'response' | 'output' | 'line' | 'way' | 'call';

/** The copy with the filter of one of its documents; `undefined` offers all of it. */
export function withFilter(copy: WorkingCopy, id: string, filter: CommandFilter | undefined): WorkingCopy {
  return withDocument(copy, id, (before) => ({ ...before, filter }));
}
