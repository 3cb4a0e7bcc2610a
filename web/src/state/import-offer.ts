/** UTF-16 units of a text that are looked at, at every keystroke. */
const LOOKED_AT = 20_000;
/** Shorter texts are still being typed. */
const MIN_LENGTH = 40;

/**
 * What to offer for a document that is none of ATIP: importing it. `undefined`: nothing, it is a document or soon may be.
 *
 * Cheap and coarse; the dialog looks closely.
 */
export function importOffer(text: string): string | undefined {
  const start = text.slice(0, LOOKED_AT).trimStart();
  if (start.length < MIN_LENGTH) return undefined;
  if (!/^[[{]/.test(start)) return 'This is no JSON. A help text, a share link or YAML can be imported.';
  if (start.includes('"atip')) return undefined;
  return FOREIGN.test(start) ? 'This looks like a tool list or a specification in another format.' : undefined;
}

const FOREIGN =
  /"(?:inputSchema|input_schema|functionDeclarations|toolSpec|subcommands|parameters|persistentflags)"\s*:/;
