import { decodeShare } from '@atip/share';
import { copyFrom } from './draft.ts';
import type { WorkingCopy } from './working-copy.ts';

/** An unreadable link, kept whole so that it is not lost. */
export interface UnreadableLink {
  readonly message: string;
  readonly raw: string;
}

/** Documents of a link, as many as a companion stores; each is a row of a menu, and more would block the page. */
const MAX_DOCUMENTS = 500;

/** Reads `location.hash`; never throws. Nothing for an address without a link, such as one with a companion's code. */
export function readFragment(hash: string): { readonly copy?: WorkingCopy; readonly unreadable?: UnreadableLink } {
  if (/^#?(?:k=|$)/.test(hash)) return {};
  const decoded = decodeShare(hash);
  if (!decoded.ok) return { unreadable: { message: decoded.message, raw: hash } };
  const { documents, filter, panel, ...settings } = decoded.state;
  if (documents.length > MAX_DOCUMENTS)
    return { unreadable: { message: `The link holds more than ${MAX_DOCUMENTS} documents.`, raw: hash } };
  // The first document is shown, and the filter is about it.
  const shown = documents.map((document, index) => (index === 0 ? { ...document, filter } : document));
  const copy = copyFrom({ ...settings, tab: panel, documents: shown });
  return copy ? { copy } : { unreadable: { message: 'The link holds no document.', raw: hash } };
}
