import { useCallback, useState } from 'react';
import type { ShareHost, ShareHostKind } from '../../companion/share-host.ts';
import { copyText } from '../../components/copy-text.ts';
import {
  type Keep,
  type MadeLink,
  readMadeLinks,
  secondsOf,
  shortAddress,
  withMadeLink,
  withoutMadeLink,
} from './made-links.ts';
import type { SafeStorage } from '../../storage/safe-storage.ts';
import type { Trouble } from '../../companion/companion-state.ts';
import { countOf } from '../../text/words.ts';

const KEY = 'atip.short-links.v1';

/** How storing went, for the fragment that was stored. */
export type Storing =
  | { readonly kind: 'storing'; readonly fragment: string }
  | { readonly kind: 'stored'; readonly fragment: string; readonly id: string; readonly isCopied: boolean }
  | { readonly kind: 'failed'; readonly fragment: string; readonly trouble: string };

export interface ShortLinks {
  readonly host: ShareHost;
  /** Those that this browser made, newest first. */
  readonly links: readonly MadeLink[];
  /** False: the browser refused to keep the list; it ends with the page. */
  readonly isKept: boolean;
  /** Absent: nothing was stored since the dialog opened. */
  readonly storing: Storing | undefined;
  /** The last link that was deleted since the dialog opened. */
  readonly removed: MadeLink | undefined;
  store(fragment: string, name: string, keep: Keep): Promise<void>;
  /** Deletes for everybody. @returns what went wrong, as a sentence */
  remove(link: MadeLink, deleteToken: string): Promise<string | undefined>;
}

/** Short links by `host`, and the list of them in this browser; `undefined` where nobody stores any. */
export function useShortLinks(host: ShareHost | undefined, local: SafeStorage): ShortLinks | undefined {
  const [links, setLinks] = useState(() => readMadeLinks(local.getItem(KEY), Date.now()));
  const [storing, setStoring] = useState<Storing>();
  const [removed, setRemoved] = useState<MadeLink>();
  const change = useCallback(
    (by: (links: readonly MadeLink[]) => readonly MadeLink[]) => {
      // Another tab may have written since.
      const next = by(readMadeLinks(local.getItem(KEY), Date.now()));
      local.setItem(KEY, JSON.stringify(next));
      setLinks(next);
    },
    [local],
  );
  if (host === undefined) return undefined;
  const store = async (fragment: string, name: string, keep: Keep): Promise<void> => {
    setStoring({ kind: 'storing', fragment });
    setRemoved(undefined);
    const answer = await host.store(fragment, secondsOf(keep));
    if (!answer.ok) {
      setStoring({ kind: 'failed', fragment, trouble: shareTrouble(answer.problem, host.kind) });
      return;
    }
    const { id, deleteToken, expiresAt } = answer.value;
    const made: MadeLink = {
      id,
      name,
      made: Date.now(),
      ...(expiresAt !== undefined && { expiresAt: Date.parse(expiresAt) }),
      ...(deleteToken !== undefined && { deleteToken }),
    };
    // Before anything that may fail or take time: the token is told once.
    change((list) => withMadeLink(list, made));
    const isCopied = await copyText(shortAddress(location.origin, id));
    setStoring({ kind: 'stored', fragment, id, isCopied });
  };
  const remove = async (link: MadeLink, deleteToken: string): Promise<string | undefined> => {
    const answer = await host.remove(link.id, deleteToken);
    // What is not there any more is what was asked for.
    if (!answer.ok && answer.problem.code !== 'unknown-share') return shareTrouble(answer.problem, host.kind);
    change((list) => withoutMadeLink(list, link.id));
    setRemoved(link);
    return undefined;
  };
  return { host, links, isKept: !local.refused, storing, removed, store, remove };
}

/** Why a short link was not stored or not deleted, and what to do about it, as sentences. */
export function shareTrouble({ code, status, title, detail, retryAfter }: Trouble, host: ShareHostKind): string {
  if (code === 'secret-found') {
    return `${detail} A short link is stored on a server, so “Share anyway” does not reach it: choose “Share redacted” above.`;
  }
  if (code === 'unreachable') {
    return host === 'hosted'
      ? 'Nothing answered: you may be offline. The long link under “Link” needs no server.'
      : 'The companion does not answer. The long link under “Link” needs none.';
  }
  if (status === 429) {
    const wait = retryAfter === undefined ? 'in a minute' : `in ${countOf(retryAfter, 'second')}`;
    return `Too many requests came from your address. Try again ${wait}; nothing was changed.`;
  }
  if (status === 413) return `It is too large for a short link: ${detail} Send it as a file.`;
  return `${title}: ${detail}`;
}
