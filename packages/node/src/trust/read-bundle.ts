import type { Bundle } from '@sigstore/bundle';
import { readJson } from '@atip/core/internal';

/** Bytes of a bundle. One with a certificate, a log entry and a proof has 10 KB, one with a provenance seldom 100 KB. */
export const MAX_BUNDLE = 1_048_576;

export type BundleReading = { readonly bundle: Bundle } | { readonly problem: string };

/**
 * Reads the text of a Sigstore bundle, loading Sigstore's own reader on use. Limits: `MAX_BUNDLE`; JSON without any
 * issue, because two readers must not see two signatures.
 */
export async function readBundle(text: string): Promise<BundleReading> {
  if (text.length > MAX_BUNDLE) return { problem: `The bundle is larger than ${MAX_BUNDLE} bytes.` };
  const { root, issues } = readJson(text);
  const [issue] = issues;
  if (root === undefined || issue !== undefined)
    return { problem: `The bundle is no JSON that can be read in one way only. ${issue?.message ?? ''}`.trimEnd() };
  const { bundleFromJSON } = await import('@sigstore/bundle');
  try {
    return { bundle: bundleFromJSON(root.value) };
  } catch (error) {
    // Any error that a foreign bundle causes means that it is no bundle.
    if (!(error instanceof Error)) throw error;
    return { problem: `It is no Sigstore bundle (${plain(error.message)}).` };
  }
}

/** A library's message about foreign bytes, for use in our sentence. */
export function plain(message: string): string {
  return message
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200);
}
