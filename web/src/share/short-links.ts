import type { Companion, Trouble } from '../computer/companion.ts';
import { useState } from 'react';
import { copyText } from '../components/browser.ts';
import { countOf } from '../text/words.ts';

export function shortAddress(origin: string, id: string): string {
  return `${origin}/s/${id}`;
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

type Storing =
  | { readonly kind: 'storing'; readonly fragment: string }
  | {
      readonly kind: 'stored';
      readonly fragment: string;
      readonly id: string;
      /** Ms since 1970. Absent: it is kept for ever. */
      readonly expiresAt?: number | undefined;
      readonly isCopied: boolean;
    }
  | { readonly kind: 'failed'; readonly fragment: string; readonly trouble: string };

/** Where links are stored: in a file on this machine, or with a public host. */
export type ShareHostKind = 'companion' | 'hosted';

export type ShortLinks = NonNullable<ReturnType<typeof useShortLinks>>;

/**
 * Short links at the page's own address; `undefined` without a store: a plain web server, or a companion that this page has
 * no key to.
 */
export function useShortLinks({ client, state, token, isHosted }: Companion) {
  const [storing, setStoring] = useState<Storing>();
  if (!isHosted && (state.kind !== 'connected' || token === undefined)) return undefined;
  const kind: ShareHostKind = isHosted ? 'hosted' : 'companion';
  // The public host takes shares from everybody, and must not see a companion's token.
  const key = isHosted ? undefined : token;
  const store = async (fragment: string, keep: Keep): Promise<void> => {
    setStoring({ kind: 'storing', fragment });
    const expiring = keep !== 'ever' && { expiresIn: Number(keep) * DAY };
    const answer = await client.storeShare(key, { fragment, ...expiring });
    if (!answer.ok) return setStoring({ kind: 'failed', fragment, trouble: shareTrouble(answer.problem, kind) });
    const { id, expiresAt } = answer.value;
    const isCopied = await copyText(shortAddress(location.origin, id));
    const end = expiresAt === undefined ? undefined : Date.parse(expiresAt);
    setStoring({ kind: 'stored', fragment, id, expiresAt: end, isCopied });
  };
  return { kind, storing, store };
}

/** The reason why a short link was not stored, and the way out, as sentences. */
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
    return `Too many requests came from your address. Try again ${wait}; nothing was stored.`;
  }
  if (status === 413) return `It is too large for a short link: ${detail} Send it as a file.`;
  return `${title}: ${detail}`;
}
