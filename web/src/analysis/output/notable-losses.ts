import type { Issue, Loss, Provider } from '@atip/core';
import { lossIssues } from './loss-issues.ts';

/** What every compilation does to every document: told in words, or kept by the host. The list of losses has them. */
const USUAL: ReadonlySet<string> = new Set(['in-text', 'not-sent']);

/** Noted at each keystroke, so that a document of thousands of them costs no time. */
const MOST = 200;

/**
 * The losses that Problems and the editor show: what comes out otherwise than it was written, such as a cut or a new name.
 * All are notes, since the document is not at fault.
 */
export function notableLosses(text: string, losses: readonly Loss[], provider: Provider): readonly Issue[] {
  const notable = losses.filter(({ code }) => !USUAL.has(code)).slice(0, MOST);
  if (notable.length === 0) return [];
  return lossIssues(text, notable, provider).map((issue) => ({ ...issue, severity: 'info' }));
}
