import { ProblemError } from '../http/problem.ts';
import type { Share, ShareLink, ShareRequest } from '../contract/portable-contract.ts';
import { contentId } from './content-id.ts';
import { isFragment, readFragment } from './read-fragment.ts';
import { refuseSecrets } from './share-secrets.ts';
import type { ShareStore } from './share-store.ts';

/**
 * Stores what a link of the playground holds, under an id that follows from it; storing it again changes nothing.
 *
 * @param origin such as `http://127.0.0.1:4170`.
 * @throws ProblemError 400 for what is no fragment, 413 `share-too-large`, 422 `secret-found`.
 */
export async function storeShare(request: ShareRequest, origin: string, store: ShareStore): Promise<ShareLink> {
  const { fragment, state } = readFragment(request.fragment);
  refuseSecrets(state);
  const id = await contentId(fragment);
  await store.put(id, fragment);
  return { id, url: `${origin}/s/${id}` };
}

/** 16 bytes as base64url: no id is a path. */
const ID = /^[A-Za-z0-9_-]{22}$/;

export function isShareId(id: string): boolean {
  return ID.test(id);
}

/** @throws ProblemError 404 `unknown-share`; 500 `share-damaged` when it is not what was stored. */
export async function getShare(id: string, store: ShareStore): Promise<Share> {
  const fragment = isShareId(id) ? await store.get(id) : undefined;
  if (fragment === undefined) throw new ProblemError(404, 'unknown-share', 'There is no share of this id.');
  if (!isFragment(fragment) || (await contentId(fragment)) !== id) {
    throw new ProblemError(500, 'share-damaged', 'This share is not what was stored any more; share it again.');
  }
  return { id, fragment };
}
