import { IMPORT_FORMATS, type ImportFormatName, isFormatName } from '@atip/importers';

/** Forms that only the page opens. */
const OWN_LABELS = { atip: 'ATIP document', 'provider-tools': 'tools of OpenAI, Anthropic, Gemini, Bedrock' } as const;

export type ImportKind = keyof typeof OWN_LABELS | ImportFormatName;

export const IMPORT_KINDS: readonly ImportKind[] = [
  'atip',
  ...Object.keys(IMPORT_FORMATS).filter(isFormatName),
  'provider-tools',
];

export function labelOfKind(kind: ImportKind): string {
  return isFormatName(kind) ? IMPORT_FORMATS[kind].label : OWN_LABELS[kind];
}

export function isImportKind(kind: string): kind is ImportKind {
  return isFormatName(kind) || Object.hasOwn(OWN_LABELS, kind);
}

/** A program's name and words say what it does; a function's name says little. */
export function infersEffects(kind: ImportKind): boolean {
  return isFormatName(kind) && IMPORT_FORMATS[kind].isProgram;
}
