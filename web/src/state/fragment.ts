/** What stands after the `#` of the page's address. */
import { decodeShare, type ShareState } from '@atip/share';
import { isProvider } from './providers.ts';
import type { UnreadableLink, WorkingCopy } from './playground.ts';

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

/** The first document is shown; links with several come from later versions of the page. */
function copyFrom(state: ShareState): WorkingCopy | undefined {
  const document = state.documents[0];
  if (document === undefined) return undefined;
  return {
    name: document.name === '' ? 'shared.json' : document.name,
    text: document.text,
    provider: isProvider(state.provider) ? state.provider : 'openai',
    strict: state.strict === true,
    tab: state.panel === 'calls' ? 'calls' : 'output',
  };
}
