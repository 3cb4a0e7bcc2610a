import { createHash } from 'node:crypto';
import { type FoundTool, MAX_TOOL_DOCUMENT } from './tool-document.ts';

/** A document as it is written down, and its hash. */
export interface DocumentText {
  readonly text: string;
  readonly hash: FoundTool['hash'];
  /** It could be written, and not read again. */
  readonly isTooLarge: boolean;
}

/** Why a document that is too large is left out. */
export const TOO_LARGE: string = `Written down, its document has more than ${MAX_TOOL_DOCUMENT} bytes.`;

/** Writes a document the one way in which we keep it, so that its hash is the same before and after it was kept. */
export function documentText(document: object): DocumentText {
  const indented = JSON.stringify(document, null, 2);
  // Deep in a document the space before a value is many times the value.
  const isIndented = Buffer.byteLength(indented) < MAX_TOOL_DOCUMENT;
  const text = `${isIndented ? indented : JSON.stringify(document)}\n`;
  const hash = createHash('sha256').update(text).digest('hex');
  return { text, hash: `sha256:${hash}`, isTooLarge: Buffer.byteLength(text) > MAX_TOOL_DOCUMENT };
}
