/** Version of the link format that is written. Every version ever written stays readable. */
export const VERSION = 'v1';

/** Flags of version 1: `d` is raw deflate of the compact state, followed by its checksum. */
export const FLAGS = 'd';

/** Longest state, in bytes of UTF-8 before compression: 16 MiB. */
export const MAX_STATE_BYTES: number = 16 * 1024 * 1024;

/** Longest fragment looked at, in characters; incompressible 16 MiB would take a little less. */
export const MAX_FRAGMENT_LENGTH: number = 24 * 1024 * 1024;
