/** What local storage remembers between visits. */
import { isProvider } from './providers.ts';
import type { WorkingCopy } from './playground.ts';

export const DRAFT_KEY = 'atip.draft.v1';
/** Edits to a shared document, per browser tab, so that a reload does not lose them. */
export const SHARED_KEY = 'atip.shared.v1';

/** Writes a copy as it is stored. */
export function writeDraft(copy: WorkingCopy): string {
  return JSON.stringify(copy);
}

/**
 * Reads a stored copy; `undefined` when there is none or it is not one of ours.
 * Unknown settings fall back to OpenAI, not strict, Output; the text is never dropped for them.
 */
export function readDraft(stored: string | null): WorkingCopy | undefined {
  const value = parsed(stored);
  if (value === undefined || typeof value['text'] !== 'string') return undefined;
  const name = value['name'];
  const provider = value['provider'];
  return {
    name: typeof name === 'string' && name !== '' ? name : 'untitled.json',
    text: value['text'],
    provider: isProvider(provider) ? provider : 'openai',
    strict: value['strict'] === true,
    tab: value['tab'] === 'calls' ? 'calls' : 'output',
  };
}

/** Writes a shared document's edits beside the link they belong to. */
export function writeSharedEdits(fragment: string, copy: WorkingCopy): string {
  return JSON.stringify({ ...copy, fragment });
}

/** The stored edits of exactly this link. */
export function readSharedEdits(stored: string | null, fragment: string): WorkingCopy | undefined {
  return parsed(stored)?.['fragment'] === fragment ? readDraft(stored) : undefined;
}

function parsed(stored: string | null): Record<string, unknown> | undefined {
  if (stored === null) return undefined;
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch (error) {
    // Another program's or a cut-off entry: the same as none.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
