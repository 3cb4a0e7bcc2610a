/** The documents in one file, as `npm run registry` writes it. Bundles of ours put it elsewhere. */
export const PACK: URL = new URL('../known.pack', import.meta.url);
