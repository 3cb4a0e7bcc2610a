import type { Share } from '../contract/portable-contract.ts';
import { ProblemError } from '../http/problem.ts';
import { contentId } from './content-id.ts';
import { isFragment } from './read-fragment.ts';
import { isShareId } from './share-id.ts';
import { asTold, endOf } from './share-life.ts';
import type { SharePorts } from './share-ports.ts';

/** A share that was there, and alive, when it was looked for. */
export interface FoundShare {
  readonly id: string;
  readonly fragment: string;
  /** Ms since 1970; Infinity: it never ends. */
  readonly end: number;
}

/**
 * Looks for a share; one that has expired is not there, and goes.
 *
 * @throws ProblemError 404 `unknown-share`; 500 `share-damaged` when it is not what was stored.
 */
export async function findShare(id: string, ports: SharePorts): Promise<FoundShare> {
  const stored = isShareId(id) ? await ports.shares.get(id) : undefined;
  if (stored === undefined) throw unknownShare();
  if (endOf(stored) <= ports.now()) {
    await removeExpired(id, ports);
    throw unknownShare();
  }
  const { fragment } = stored;
  if (!isFragment(fragment) || (await contentId(fragment)) !== id) {
    throw new ProblemError(500, 'share-damaged', 'This share is not what was stored any more; share it again.');
  }
  return { id, fragment, end: endOf(stored) };
}

/** A share as a client is told it. @throws as `findShare` does. */
export async function getShare(id: string, ports: SharePorts): Promise<Share> {
  const { fragment, end } = await findShare(id, ports);
  return { id, fragment, ...asTold(end) };
}

export function unknownShare(): ProblemError {
  return new ProblemError(
    404,
    'unknown-share',
    'There is no share of this id: it has ended, was deleted, or never was.',
  );
}

/** Only in its turn: by then somebody may have stored it again. Where it cannot be removed it is not there all the same. */
async function removeExpired(id: string, { shares, now, inTurn, report }: SharePorts): Promise<void> {
  if (inTurn === undefined) return;
  try {
    await inTurn(id, async () => {
      const stored = await shares.get(id);
      if (stored !== undefined && endOf(stored) <= now()) await shares.put(id, undefined);
    });
  } catch (error) {
    report(error);
  }
}
