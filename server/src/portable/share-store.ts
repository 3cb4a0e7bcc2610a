/** A share as a store keeps it. */
export interface StoredShare {
  /** Without `#`. */
  readonly fragment: string;
  /** Ms since 1970, by the clock of whoever stored it; from then on nobody is given it. Absent: for ever. */
  readonly expiresAt?: number;
  /** base64url of the SHA-256 of the token that deletes it. Absent: it cannot be deleted. */
  readonly deletion?: string;
}

/**
 * Where shares are kept, by ids that say their content: two writers of one id never disagree about the fragment.
 *
 * A store need not promise that what was written is read at once, nor that of two writers the first is seen by the second. In one
 * that does not, such as KV at the edge, two first writers of one share each get a token, and that of the later write counts; and for
 * as long as an older value is still read somewhere (KV: a minute, and longer where it was read before), a deleted share is there still,
 * and sharing it again says that it is there.
 */
export interface ShareStore {
  /** @returns undefined when there is none of that id; one that has expired may still come. */
  get(id: string): Promise<StoredShare | undefined>;
  /** @param share undefined removes it; to remove what is not there is no error. */
  put(id: string, share: StoredShare | undefined): Promise<void>;
}
