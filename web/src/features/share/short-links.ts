import { parseJson } from '../../text/parsed-json.ts';
import { asRecord } from '@atip/core/internal';
import type { Companion } from '../../companion/companion.ts';
import { useCallback, useState } from 'react';
import { copyText } from '../../components/copy-text.ts';
import type { SafeStorage } from '../../document/safe-storage.ts';
import type { Trouble } from '../../companion/companion-state.ts';
import { countOf } from '../../text/words.ts';

/** The short links made in this browser, so that a person can delete them later. */

export interface MadeLink {
  /** Of the share: 22 letters of base64url. */
  readonly id: string;
  /** Of the document that was shown, secrets seen to. */
  readonly name: string;
  /** ms since 1970. */
  readonly made: number;
  /** ms since 1970. Absent: it is kept for ever. */
  readonly expiresAt?: number;
  /** Deletes it. Absent: another person stored the same content first, and only they can. */
  readonly deleteToken?: string;
}

/** Links kept; with one more the oldest is forgotten, and can then not be deleted from here. */
export const MAX_LINKS = 50;

const MAX_NAME = 200;

const ID = /^[\w-]{22}$/;

/**
 * Reads the list as it was written, newest first, without what has expired.
 *
 * Other entries are skipped. On 127.0.0.1 every program that ever listened at this port can write the storage, so an
 * entry names an id and never an address.
 */
export function readMadeLinks(text: string | null, now: number): readonly MadeLink[] {
  const list = parseJson(text ?? '');
  if (!list.ok || !Array.isArray(list.value)) return [];
  const links = list.value.map(linkFrom).filter((link) => link !== undefined);
  return links.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now).slice(0, MAX_LINKS);
}

/** The list with one more at its start. A repeated share keeps its first token: there is never another. */
export function withMadeLink(links: readonly MadeLink[], link: MadeLink): readonly MadeLink[] {
  const before = links.find(({ id }) => id === link.id);
  const { deleteToken = before?.deleteToken, ...rest } = link;
  const made = { ...rest, name: link.name.slice(0, MAX_NAME), ...(deleteToken !== undefined && { deleteToken }) };
  return [made, ...withoutMadeLink(links, link.id)].slice(0, MAX_LINKS);
}

export function withoutMadeLink(links: readonly MadeLink[], id: string): readonly MadeLink[] {
  return links.filter((link) => link.id !== id);
}

export function shortAddress(origin: string, id: string): string {
  return `${origin}/s/${id}`;
}

function linkFrom(value: unknown): MadeLink | undefined {
  const { id, name, made, expiresAt, deleteToken } = asRecord(value);
  if (typeof id !== 'string' || !ID.test(id) || typeof name !== 'string' || typeof made !== 'number') return undefined;
  return {
    id,
    name: name.slice(0, MAX_NAME),
    made,
    ...(typeof expiresAt === 'number' && { expiresAt }),
    ...(typeof deleteToken === 'string' && { deleteToken }),
  };
}

export const KEEPS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'ever', label: 'for ever' },
] as const;

export type Keep = (typeof KEEPS)[number]['value'];

/** `"kept for ever"`, `"kept until 22 Dec 2026, 13:05"`; in the time of this browser. `expiresAt`: ms since 1970. */
export function keptUntil(expiresAt: number | undefined): string {
  if (expiresAt === undefined) return 'kept for ever';
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return `kept until ${time.format(expiresAt)}`;
}

/** Seconds. */
const DAY = 86_400;

const KEY = 'atip.short-links.v1';

type Storing =
  | { readonly kind: 'storing'; readonly fragment: string }
  | { readonly kind: 'stored'; readonly fragment: string; readonly id: string; readonly isCopied: boolean }
  | { readonly kind: 'failed'; readonly fragment: string; readonly trouble: string };

/** Where links are stored: in a file on this machine, or with a public host. */
export type ShareHostKind = 'companion' | 'hosted';

export type ShortLinks = NonNullable<ReturnType<typeof useShortLinks>>;

/**
 * The short links at the page's own address, and their list in this browser; `undefined` without a store: a plain web
 * server, or a companion that this page has no key to.
 */
export function useShortLinks({ client, state, token, isHosted }: Companion, local: SafeStorage) {
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
  if (!isHosted && (state.kind !== 'connected' || token === undefined)) return undefined;
  const kind: ShareHostKind = isHosted ? 'hosted' : 'companion';
  // The public host takes shares from everybody, and must not see a companion's token.
  const key = isHosted ? undefined : token;
  const store = async (fragment: string, name: string, keep: Keep): Promise<void> => {
    setStoring({ kind: 'storing', fragment });
    setRemoved(undefined);
    const expiring = keep !== 'ever' && { expiresIn: Number(keep) * DAY };
    const answer = await client.storeShare(key, { fragment, ...expiring });
    if (!answer.ok) {
      setStoring({ kind: 'failed', fragment, trouble: shareTrouble(answer.problem, kind) });
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
    // Before anything that may fail or take time, because the token comes only once.
    change((list) => withMadeLink(list, made));
    const isCopied = await copyText(shortAddress(location.origin, id));
    setStoring({ kind: 'stored', fragment, id, isCopied });
  };
  const remove = async (link: MadeLink, deleteToken: string): Promise<string | undefined> => {
    const answer = await client.removeShare(key, link.id, deleteToken);
    // A link that is already gone is deleted as asked.
    if (!answer.ok && answer.problem.code !== 'unknown-share') return shareTrouble(answer.problem, kind);
    change((list) => withoutMadeLink(list, link.id));
    setRemoved(link);
    return undefined;
  };
  return { kind, links, isKept: !local.refused, storing, removed, store, remove };
}

/** The reason why a short link was not stored or not deleted, and the way out, as sentences. */
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
