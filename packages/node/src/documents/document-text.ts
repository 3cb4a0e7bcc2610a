import { createHash } from 'node:crypto';
import type { FoundTool } from './tool-document.ts';

/** A document as it is written down, and its hash. */
export interface DocumentText {
  readonly text: string;
  readonly hash: FoundTool['hash'];
}

/** Writes a document the one way in which we keep it, so that its hash is the same before and after it was kept. */
export function documentText(document: object): DocumentText {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  return { text, hash: `sha256:${createHash('sha256').update(text).digest('hex')}` };
}
