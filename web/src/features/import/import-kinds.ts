/** The forms that become a document, in the order in which they are offered. */
export const IMPORT_KINDS = ['atip', 'help', 'mcp', 'provider-tools', 'canonical', 'oclif', 'fig', 'carapace'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const KIND_LABELS: Readonly<Record<ImportKind, string>> = {
  atip: 'ATIP document',
  help: 'help or man text',
  mcp: 'MCP tools/list',
  'provider-tools': 'tools of OpenAI, Anthropic, Gemini, Bedrock',
  canonical: 'canonical schema',
  oclif: 'oclif manifest',
  fig: 'Fig spec',
  carapace: 'carapace spec',
};

export function isImportKind(kind: string): kind is ImportKind {
  return Object.hasOwn(KIND_LABELS, kind);
}

/** A program's name and words say what it does; a function's name may be anybody's. */
export function infersEffects(kind: string): boolean {
  return ['help', 'fig', 'carapace', 'oclif'].includes(kind);
}
