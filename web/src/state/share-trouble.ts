import type { Trouble } from './companion-answer.ts';
import { countOf } from './health.ts';
import type { ShareHostKind } from './share-keep.ts';

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
