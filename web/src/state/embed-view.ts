/** What a frame shows of the address that it was given. */
import { readFragment } from './fragment.ts';
import type { WorkingCopy } from './working-copy.ts';

export type EmbedView =
  | { readonly ok: true; readonly copy: WorkingCopy /** Opens the whole page with it. */; readonly address: string }
  /** `message` says why there is nothing, as a sentence. */
  | { readonly ok: false; readonly message: string; readonly address: string };

/** Reads the address of a frame; the link to the workbench is the same without `?embed`. */
export function embedView({ origin, pathname, hash }: Pick<URL, 'origin' | 'pathname' | 'hash'>): EmbedView {
  const fragment = readFragment(hash);
  const address = origin + pathname;
  if (fragment.kind === 'shared') return { ok: true, copy: fragment.copy, address: address + fragment.fragment };
  if (fragment.kind === 'unreadable') return { ok: false, message: fragment.link.message, address };
  return { ok: false, message: 'The address of this frame carries no document.', address };
}
