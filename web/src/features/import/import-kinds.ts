/** The forms that become a document, in the order in which they are offered. */
export const KIND_LABELS = {
  atip: 'ATIP document',
  help: 'help or man text',
  mcp: 'MCP tools/list',
  'provider-tools': 'tools of OpenAI, Anthropic, Gemini, Bedrock',
  canonical: 'canonical schema',
  oclif: 'oclif manifest',
  click: 'info of click',
  argparse: 'dump of argparse',
  fig: 'Fig spec',
  carapace: 'carapace spec',
} as const;

export type ImportKind = keyof typeof KIND_LABELS;

export const IMPORT_KINDS: readonly ImportKind[] = Object.keys(KIND_LABELS).filter(isImportKind);

export function isImportKind(kind: string): kind is ImportKind {
  return Object.hasOwn(KIND_LABELS, kind);
}

/** A program's name and words say what it does; a function's name may be anybody's. */
export function infersEffects(kind: ImportKind): boolean {
  return ['help', 'fig', 'carapace', 'oclif', 'click', 'argparse'].includes(kind);
}
