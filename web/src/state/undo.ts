/** Opening, closing and replacing documents, and how each is taken back without losing what was typed since. */
import type { Playground, Source } from './playground.ts';
import { activeDocument, freshId, freshName, type PageDocument, type WorkingCopy } from './working-copy.ts';

export type Undo = { /** What was done, for example `"Opened the git sample"`. */ readonly label: string } & (
  | { readonly kind: 'copy'; readonly copy: WorkingCopy; readonly source: Source }
  | { readonly kind: 'opened'; readonly id: string; readonly active: string; readonly replaced?: PageDocument }
  | { readonly kind: 'closed'; readonly document: PageDocument; readonly index: number; readonly blank?: string }
);

interface Opening {
  readonly name: string;
  readonly text: string;
  readonly label: string;
}

/** A document in a tab of its own; a blank document is no loss and gives its place. */
export function openDocument(state: Playground, { name, text, label }: Opening): Playground {
  const { copy } = state;
  const shown = activeDocument(copy);
  const id = freshId(copy.documents);
  const isBlank = shown.text.trim() === '';
  const others = isBlank ? copy.documents.filter((document) => document !== shown) : copy.documents;
  const opened: PageDocument = { id, name: freshName(name, others), text };
  const documents = isBlank
    ? copy.documents.map((document) => (document === shown ? opened : document))
    : [...copy.documents, opened];
  const undo: Undo = { kind: 'opened', label, id, active: copy.active, ...(isBlank && { replaced: shown }) };
  return { ...state, copy: { ...copy, documents, active: id }, undo };
}

/** The last document that closes leaves an empty one. */
export function closeDocument(state: Playground, id: string): Playground {
  const { copy } = state;
  const index = copy.documents.findIndex((document) => document.id === id);
  const document = copy.documents[index];
  if (document === undefined) return state;
  const left = copy.documents.filter((other) => other !== document);
  const blank: PageDocument = { id: freshId(copy.documents), name: 'untitled.json', text: '' };
  const documents = left.length === 0 ? [blank] : left;
  const next = documents[Math.min(index, documents.length - 1)] ?? blank;
  const active = copy.active === id ? next.id : copy.active;
  const undo: Undo = {
    kind: 'closed',
    label: `Closed ${document.name}`,
    document,
    index,
    ...(left.length === 0 && { blank: blank.id }),
  };
  return { ...state, copy: { ...copy, documents, active }, undo };
}

/** Takes one thing back; what else was done since stays. */
export function undoIn({ undo: _done, ...state }: Playground, undo: Undo): Playground {
  switch (undo.kind) {
    case 'copy':
      return { ...state, copy: undo.copy, source: undo.source };
    case 'closed':
      return { ...state, copy: reopened(state.copy, undo) };
    case 'opened':
      return { ...state, copy: reclosed(state.copy, undo) };
  }
}

function reopened(
  copy: WorkingCopy,
  { document, index, blank }: Extract<Undo, { readonly kind: 'closed' }>,
): WorkingCopy {
  const kept = copy.documents.filter(({ id, text }) => !(id === blank && text.trim() === ''));
  return { ...copy, documents: kept.toSpliced(index, 0, document), active: document.id };
}

function reclosed(
  copy: WorkingCopy,
  { id, active, replaced }: Extract<Undo, { readonly kind: 'opened' }>,
): WorkingCopy {
  const documents = copy.documents.flatMap((document) => {
    if (document.id !== id) return [document];
    return replaced === undefined ? [] : [replaced];
  });
  return documents.length === 0 ? copy : { ...copy, documents, active };
}
