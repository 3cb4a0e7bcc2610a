import type { ShareLink, ShareRequest } from '../contract/portable-contract.ts';
import { contentId } from './content-id.ts';
import { newDeleteToken } from './delete-token.ts';
import { atOnce } from './in-turn.ts';
import { readFragment } from './read-fragment.ts';
import { asStored, asTold, endOf } from './share-life.ts';
import type { SharePorts } from './share-ports.ts';
import { refuseSecrets } from './share-secrets.ts';

/** What storing came to: 200 when the share was there before. */
export interface Storing {
  readonly status: 200 | 201;
  readonly link: ShareLink;
}

/**
 * Stores what a link of the playground holds, under an id that follows from it.
 *
 * Storing it again changes nothing but its life, which is the longest that anybody asked for. What has expired, or is not what was
 * stored any more, is not there: it is stored anew, with a new token.
 *
 * Skew: the end is a moment by our clock. A reader whose clock is behind ours keeps the share by so much longer, and no more.
 * @param origin such as `http://127.0.0.1:4170`.
 * @throws ProblemError 400 for what is no fragment, 413 `share-too-large`, 422 `secret-found`; nothing is stored then.
 */
export async function storeShare(request: ShareRequest, origin: string, ports: SharePorts): Promise<Storing> {
  const { fragment, state } = readFragment(request.fragment);
  refuseSecrets(state);
  const id = await contentId(fragment);
  const url = `${origin}/s/${id}`;
  const { shares, now, inTurn = atOnce } = ports;
  return inTurn(id, async () => {
    const stored = await shares.get(id);
    const asked = request.expiresIn === undefined ? Number.POSITIVE_INFINITY : now() + request.expiresIn * 1000;
    if (stored?.fragment !== fragment || endOf(stored) <= now()) {
      const { token, deletion } = await newDeleteToken();
      await shares.put(id, { fragment, ...asStored(asked), deletion });
      return { status: 201, link: { id, url, deleteToken: token, ...asTold(asked) } };
    }
    const end = Math.max(asked, endOf(stored));
    const { deletion } = stored;
    // A store at the edge counts writes, and whoever shares again mostly asks for nothing new.
    if (end > endOf(stored)) {
      await shares.put(id, { fragment, ...asStored(end), ...(deletion !== undefined && { deletion }) });
    }
    return { status: 200, link: { id, url, ...asTold(end) } };
  });
}
