/** The folder that `npm run build` fills. The bundle of `atip` has it beside its code. */
export const DOCUMENTS: URL = new URL('../documents/', import.meta.url);
