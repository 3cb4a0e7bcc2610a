/** The file of documents, written by `npm run registry`. Our bundles put it elsewhere. */
export const PACK: URL = new URL('../known.pack', import.meta.url);
