/** What stands after the `#` of the page's address. */
import { decodeShare, type ShareState } from '@atip/share';
import { filterFrom, tabFrom } from './draft.ts';
import type { UnreadableLink } from './playground.ts';
import { isProvider } from './providers.ts';
import type { WorkingCopy } from './working-copy.ts';

export type Fragment =
  | { readonly kind: 'none' }
  /** The companion's one-time code. */
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'shared'; readonly fragment: string; readonly copy: WorkingCopy }
  | { readonly kind: 'unreadable'; readonly link: UnreadableLink };

/** Reads `location.hash`; never throws, an unreadable link is kept whole. */
export function readFragment(hash: string): Fragment {
  const body = hash.startsWith('#') ? hash.slice(1) : hash;
  if (body === '') return { kind: 'none' };
  if (body.startsWith('k=')) return { kind: 'code', code: body.slice(2) };
  const decoded = decodeShare(hash);
  if (!decoded.ok) {
    return { kind: 'unreadable', link: { code: decoded.code, message: decoded.message, raw: decoded.raw } };
  }
  const copy = copyFrom(decoded.state);
  if (copy !== undefined) return { kind: 'shared', fragment: hash, copy };
  return { kind: 'unreadable', link: { code: 'no-document', message: 'The link holds no document.', raw: hash } };
}

/** The first document is shown, and it is the one that the filter is about. */
function copyFrom({
  documents,
  provider,
  strict,
  filter,
  panel,
  policy,
  ...rest
}: ShareState): WorkingCopy | undefined {
  if (documents.length === 0) return undefined;
  return {
    documents: documents.map(({ name, text }, index) => ({
      id: `d${index + 1}`,
      name: name === '' ? 'shared.json' : name,
      text,
      ...(index === 0 && filterFrom(filter)),
    })),
    active: 'd1',
    provider: isProvider(provider) ? provider : 'openai',
    strict: strict === true,
    tab: tabFrom(panel),
    ...(policy && { policy }),
    ...(rest.response !== undefined && { response: rest.response }),
    ...(rest.output !== undefined && { output: rest.output }),
    ...(rest.call && { call: rest.call }),
  };
}
