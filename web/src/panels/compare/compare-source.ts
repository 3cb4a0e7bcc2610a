/** What one side of a comparison is. */
import type { PageDocument } from '../../state/working-copy.ts';

export type CompareSource =
  | { readonly kind: 'document'; readonly id: string }
  /** A text that is not open: a sample, an everyday tool, or one that was pasted. */
  | {
      readonly kind: 'text';
      readonly origin: 'sample' | 'tool' | 'pasted';
      readonly name: string;
      readonly text: string;
    };

/** A side as it is compared. */
export interface ComparedText {
  readonly name: string;
  readonly text: string;
  /** Of the open document. Absent: it is not open. */
  readonly id?: string;
}

/** The text of a source; of a document that was closed, that of the one named instead. */
export function textOf(source: CompareSource, documents: readonly PageDocument[], instead: PageDocument): ComparedText {
  if (source.kind === 'text') return { name: source.name, text: source.text };
  const { id, name, text } = documents.find((document) => document.id === source.id) ?? instead;
  return { id, name, text };
}

/** The source as the value of a list's option. */
export function keyOf(source: CompareSource): string {
  return source.kind === 'document'
    ? `document:${source.id}`
    : source.origin === 'pasted'
      ? 'pasted'
      : `${source.origin}:${source.name}`;
}
