export { type DecodedShare, type DecodeOptions, decodeShare, type ShareErrorCode } from './decode-share.ts';
export { encodeShare } from './encode-share.ts';
export type { SharedCall, SharedDocument, SharedFilter, ShareState } from './share-state.ts';
