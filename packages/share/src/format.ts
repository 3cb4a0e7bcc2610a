/** Version of the link format that is written. Every version ever written stays readable. */
export const VERSION = 'v1';

/**
 * How a link of version 1 is packed; a checksum stands behind each.
 *
 * `d`: raw deflate of the compact state with its documents' lengths; read, no longer written.
 * `l`: the compact state with its documents' layouts and one byte for each word of metadata; then raw deflate.
 * `m`: the same bytes, each as short as a model that knows metadata makes it; in front how many they are. For up to 64 KiB.
 */
export type Flags = 'd' | 'l' | 'm';

/** Longest state, in bytes of UTF-8 before compression: 16 MiB. */
export const MAX_STATE_BYTES: number = 16 * 1024 * 1024;

/** Longest fragment looked at, in characters; incompressible 16 MiB would take a little less. */
export const MAX_FRAGMENT_LENGTH: number = 24 * 1024 * 1024;
