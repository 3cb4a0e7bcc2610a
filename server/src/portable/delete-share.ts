import { ProblemError } from '../http/problem.ts';
import { isDeleteToken } from './delete-token.ts';
import { unknownShare } from './find-share.ts';
import { atOnce } from './in-turn.ts';
import { isShareId } from './share-id.ts';
import { endOf } from './share-life.ts';
import type { SharePorts } from './share-ports.ts';

/**
 * Removes a share for whoever has the token that it was first stored with; also one that is damaged.
 *
 * @param token as it came in the header; absent: none came.
 * @throws ProblemError 404 `unknown-share`; 403 `wrong-delete-token`, also where the share has none.
 */
export async function deleteShare(id: string, token: string | undefined, ports: SharePorts): Promise<void> {
  const { shares, now, inTurn = atOnce } = ports;
  if (!isShareId(id)) throw unknownShare();
  await inTurn(id, async () => {
    const stored = await shares.get(id);
    if (stored === undefined || endOf(stored) <= now()) throw unknownShare();
    if (!(await isDeleteToken(token, stored.deletion))) {
      const detail = 'Send the token that came when this share was first stored, in the header Atip-Delete-Token.';
      throw new ProblemError(403, 'wrong-delete-token', detail);
    }
    await shares.put(id, undefined);
  });
}
