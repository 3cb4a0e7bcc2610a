import type { AtipTool } from '@atip/core';
import { readSubject, type Subject } from './subject.ts';

/** The parsed tool of a document, its filter applied; `undefined` when it has errors. */
export function answerTool(subject: Subject): AtipTool | undefined {
  const read = readSubject(subject);
  return read.ok ? read.tool : undefined;
}
