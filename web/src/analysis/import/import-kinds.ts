/** What can be made a document of, and what a pasted text can be besides. */

export const IMPORT_KINDS = ['atip', 'help', 'mcp', 'provider-tools', 'canonical', 'oclif', 'fig', 'carapace'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** What a text was taken for. The last four are no documents: `session` opens as a whole, the others say what to do. */
export type DetectedKind = ImportKind | 'session' | 'address' | 'code' | 'empty';

/** `certain`: the format says so itself. `guess`: nothing speaks for anything else. */
export type Confidence = 'certain' | 'likely' | 'guess';

export interface Detection {
  readonly kind: DetectedKind;
  readonly confidence: Confidence;
  /** What it was recognised by, as a sentence. */
  readonly reason: string;
}

/** What a person calls them. */
export const KIND_LABELS: Readonly<Record<DetectedKind, string>> = {
  atip: 'ATIP document',
  help: 'help text',
  mcp: 'MCP tools list',
  'provider-tools': 'tool list of a provider',
  canonical: 'canonical schema',
  oclif: 'oclif manifest',
  fig: 'Fig specification',
  carapace: 'carapace specification',
  session: 'session of this page',
  address: 'web address',
  code: 'program code',
  empty: 'nothing yet',
};

/** Whether a name, as a select gives it, is one of a format. */
export function isImportKind(name: string): name is ImportKind {
  return IMPORT_KINDS.some((kind) => kind === name);
}

/** One text to be imported, and what is known of it. */
export interface ImportSource {
  readonly text: string;
  /** Absent: it was pasted. */
  readonly fileName?: string;
  /** What the person says it is. Absent: as it is recognised. */
  readonly kind?: ImportKind;
  /** What is typed to run the tool. Absent: as the source has it. */
  readonly toolName?: string;
  /** False: only what the source states. */
  readonly effects: boolean;
}
