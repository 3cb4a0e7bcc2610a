import { encodeShare } from '@atip/share';
import { ProblemError } from '../http/problem.ts';
import { isFragment, readFragment, refuseSecrets } from './share-fragment.ts';
import { contentId, isShareId, asStored, asTold, endOf, type ShareStore } from './stored-share.ts';

/** Runs tasks that share a key one after another; a failed task does not block the next. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface Shares {
  readonly shares: ShareStore;
  readonly inTurn?: InTurn;
  readonly report: (error: unknown) => void;
}

/**
 * Stores the content of a playground link, under an id that follows from it. Storing it again only lengthens its life: then the
 * status is 200. An expired or damaged share is stored anew. The end is a moment by our clock.
 * @param origin such as `http://127.0.0.1:4170`.
 * @throws ProblemError 400 for an invalid fragment, 413 `share-too-large`, 422 `secret-found`; nothing is stored then.
 */
export async function storeFragment(
  request: { readonly fragment: string; readonly expiresIn?: number },
  origin: string,
  ports: Shares,
) {
  const state = readFragment(request.fragment);
  refuseSecrets(state);
  // Made anew: what no reader of a link knows was not searched, and is not stored.
  const fragment = encodeShare(state).slice(1);
  const id = await contentId(fragment);
  const url = `${origin}/s/${id}`;
  const { shares, inTurn = atOnce } = ports;
  return inTurn(id, async () => {
    const stored = await shares.get(id);
    const asked = request.expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + request.expiresIn * 1000;
    const before = stored?.fragment === fragment && endOf(stored) > Date.now() ? endOf(stored) : undefined;
    const end = Math.max(asked, before ?? 0);
    // A store at the edge limits writes, and most repeated shares change nothing.
    if (before === undefined || end > before) await shares.put(id, { fragment, ...asStored(end) });
    return { status: before === undefined ? (201 as const) : (200 as const), link: { id, url, ...asTold(end) } };
  });
}

export type FoundShare = Awaited<ReturnType<typeof findShare>>;

/**
 * Looks a share up, and removes it if it has expired.
 * @returns its end in ms since 1970, Infinity where it never ends
 * @throws ProblemError 404 `unknown-share`; 500 `share-damaged`.
 */
export async function findShare(id: string, ports: Shares) {
  const stored = isShareId(id) ? await ports.shares.get(id) : undefined;
  if (stored === undefined) throw unknownShare();
  if (endOf(stored) <= Date.now()) {
    await removeExpired(id, ports);
    throw unknownShare();
  }
  const { fragment } = stored;
  if (!isFragment(fragment) || (await contentId(fragment)) !== id) {
    throw new ProblemError(500, 'share-damaged', 'This share is damaged; share it again.');
  }
  return { id, fragment, end: endOf(stored) };
}

function unknownShare(): ProblemError {
  return new ProblemError(404, 'unknown-share', 'There is no share with this id: it expired, or never existed.');
}

/** Only in its turn: it may have been stored again meanwhile. If it cannot be removed, it still counts as gone. */
async function removeExpired(id: string, { shares, inTurn, report }: Shares): Promise<void> {
  if (inTurn === undefined) return;
  try {
    await inTurn(id, async () => {
      const stored = await shares.get(id);
      if (stored !== undefined && endOf(stored) <= Date.now()) await shares.put(id, undefined);
    });
  } catch (error) {
    report(error);
  }
}

/** Makes a queue for each key, in this process. Not for Workers, where a cancelled request takes its promises with it. */
export function createInTurn(): InTurn {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const forget = (): void => {
      if (last.get(key) === over) last.delete(key);
    };
    // The caller gets the result or the error; the queue goes on either way.
    const over = result.then(forget, forget);
    last.set(key, over);
    return result;
  };
}

/** For stores that cannot promise an order: work runs at once. */
const atOnce: InTurn = (_key, work) => work();
