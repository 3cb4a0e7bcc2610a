/**
 * The state of the playground as the fragment of a link, and back: versioned, compressed, bounded.
 *
 * @module @atip/share
 */
export { type DecodedShare, type DecodeOptions, decodeShare, type ShareErrorCode } from './decode-share.ts';
export { encodeShare } from './encode-share.ts';
export type { SharedDocument, SharedFilter, ShareState } from './share-state.ts';
