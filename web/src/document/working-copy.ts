import type { CommandFilter, ExecutionPolicy, Provider } from '@atip/core';

export const TABS = ['output', 'safety', 'try'] as const;
export type Tab = (typeof TABS)[number];

/** The subject of Try it: the calls of a pasted answer, or a call of the form. */
export const WAYS = ['answer', 'form'] as const;

/** Views that are about no document: a shell line, and output to redact. */
export const VIEWS = ['line', 'redact'] as const;
export type View = (typeof VIEWS)[number];

export const VIEW_LABELS: Readonly<Record<View, string>> = { line: 'Shell line', redact: 'Redaction' };

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

/**
 * Everything of the page that a draft remembers. Links carry documents, what is chosen about them, and the policy. An
 * absent field was not chosen or typed: then the document is shown, by core's own policy, in the mode that the other fields imply.
 */
export interface WorkingCopy {
  /** At least one. */
  readonly documents: readonly PageDocument[];
  readonly active: string;
  readonly provider: Provider;
  /** The provider whose output is shown beside. */
  readonly beside?: Provider | undefined;
  readonly strict: boolean;
  readonly tab: Tab;
  readonly view?: View | undefined;
  readonly policy?: PlainPolicy | undefined;
  /** True: it is another person's policy, which a link brought. */
  readonly isPolicyOfLink?: boolean | undefined;
  /** A provider's response as pasted. */
  readonly response?: string | undefined;
  readonly way?: (typeof WAYS)[number] | undefined;
  /** A call put together by hand; never run by itself. */
  readonly call?: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> } | undefined;
  /** A shell line as typed; never run by itself. */
  readonly line?: string | undefined;
  /** A tool's output as pasted. */
  readonly output?: string | undefined;
  /** Closed documents, the last one first. */
  readonly recent?: readonly PageDocument[] | undefined;
}

/** Closed documents that are remembered. */
export const MAX_RECENT = 8;

/** Shown when a link or a draft names a missing document. */
const EMPTY: PageDocument = { id: 'd1', name: 'untitled.json', text: '' };

/** The page as it starts. */
export const BLANK: WorkingCopy = {
  documents: [EMPTY],
  active: EMPTY.id,
  provider: 'openai',
  strict: false,
  tab: 'output',
};

/** Longest document name kept, in UTF-16 units. */
const MAX_NAME = 120;

export function activeDocument({ documents, active }: WorkingCopy): PageDocument {
  return documents.find(({ id }) => id === active) ?? documents[0] ?? EMPTY;
}

/** Characters that would break a line, steer a terminal, or reverse the words around a name. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** A name on one line, trimmed and of limited length. */
export function tidyName(name: string): string {
  const line = name.slice(0, 2 * MAX_NAME).replace(STEERING, ' ');
  return line.trim().slice(0, MAX_NAME) || EMPTY.name;
}
