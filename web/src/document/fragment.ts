import { type ShareState, decodeShare } from '@atip/share';
import { SHARED_KEY, copyFrom, readSharedEdits } from './draft.ts';
import { type Playground, type UnreadableLink, startWith, updatePlayground } from './playground.ts';
import { type WorkingCopy, tidyName } from './working-copy.ts';

type Fragment =
  | { readonly kind: 'none' }
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
  const { documents } = decoded.state;
  const unusable = (code: string, message: string): Fragment => ({
    kind: 'unreadable',
    link: { code, message, raw: hash },
  });
  if (documents.length > MAX_DOCUMENTS)
    return unusable('too-many-documents', `The link holds more than ${MAX_DOCUMENTS} documents.`);
  const copy = copyOf(decoded.state);
  if (copy === undefined) return unusable('no-document', 'The link holds no document.');
  return { kind: 'shared', fragment: hash, copy };
}

/** Documents of a link, as many as a companion stores; each is a tab, and more would block the page. */
const MAX_DOCUMENTS = 500;

/** The first document is shown, and the filter is about it. */
function copyOf({ documents, filter, panel, ...settings }: ShareState): WorkingCopy | undefined {
  const shown = documents.map(({ name, text }, index) => ({
    name: tidyName(name) ?? 'shared.json',
    text,
    filter: index === 0 ? filter : undefined,
  }));
  return copyFrom({ ...settings, tab: panel, documents: shown });
}

/**
 * State of a freshly loaded page: the link's documents, else `draft`.
 *
 * A link's documents come with the edits this browser tab made to them before a reload; the draft stays behind them.
 */
export function openingState(fragment: Fragment, draft: WorkingCopy, session: Pick<Storage, 'getItem'>): Playground {
  const state = startWith(draft);
  if (fragment.kind === 'unreadable') return updatePlayground(state, { type: 'link-unreadable', link: fragment.link });
  if (fragment.kind !== 'shared') return state;
  const edited = readSharedEdits(session.getItem(SHARED_KEY), fragment.fragment);
  return updatePlayground(state, { type: 'open-shared', fragment: fragment.fragment, copy: edited ?? fragment.copy });
}
