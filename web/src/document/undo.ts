/** Opening, closing and replacing documents, and how each change is taken back without losing what was typed since. */
import {
  type PageDocument,
  type PlainPolicy,
  type WorkingCopy,
  activeDocument,
  freshId,
  freshName,
  withFilter,
  withSetting,
  withText,
} from './working-copy.ts';

/** A shared copy leaves the draft alone until the person says otherwise. */
export type Source =
  | { readonly kind: 'draft' }
  | { readonly kind: 'shared'; readonly fragment: string; readonly draft: WorkingCopy };

/** A link that could not be read, kept whole so that it is not lost. */
export interface UnreadableLink {
  readonly code: string;
  readonly message: string;
  readonly raw: string;
}

export interface Playground {
  readonly copy: WorkingCopy;
  readonly source: Source;
  readonly unreadable?: UnreadableLink;
  readonly undo?: Undo;
}

/** Settings of the copy that panels keep there, so that drafts and links carry them. Absent: back to the default. */
export interface PanelSettings {
  readonly policy?: PlainPolicy;
  readonly response?: string;
  readonly output?: string;
  readonly call?: WorkingCopy['call'];
}

type Change =
  /** Another copy took the place of `copy`; `made` is that other one as it came. */
  | { readonly kind: 'copy'; readonly copy: WorkingCopy; readonly source: Source; readonly made: WorkingCopy }
  | { readonly kind: 'kept-shared'; readonly source: Source }
  /** From a link, `copy`, back to the draft that waited behind it. */
  | { readonly kind: 'left-shared'; readonly copy: WorkingCopy; readonly fragment: string }
  | {
      readonly kind: 'opened';
      readonly opened: PageDocument;
      readonly active: string;
      readonly replaced?: PageDocument;
    }
  | { readonly kind: 'closed'; readonly document: PageDocument; readonly index: number; readonly blank?: string }
  | { readonly kind: 'rewritten'; readonly before: PageDocument; readonly text: string }
  | { readonly kind: 'filtered'; readonly before: PageDocument }
  | { readonly kind: 'set'; readonly key: keyof PanelSettings; readonly before: PanelSettings[keyof PanelSettings] };

export type Undo = { /** For example `"Opened the git sample"`. */ readonly label: string } & Change;

export interface Opening {
  readonly name: string;
  readonly text: string;
  readonly label: string;
  /** Id of the document whose place it takes. Absent, or no longer open: a tab of its own. */
  readonly replaces?: string;
}

/** A document in a tab of its own; a blank document is no loss and gives its place. */
export function openDocument(state: Playground, { name, text, label, replaces }: Opening): Playground {
  const { copy } = state;
  const shown = activeDocument(copy);
  const given = copy.documents.find(({ id }) => id === replaces) ?? (shown.text.trim() === '' ? shown : undefined);
  const others = copy.documents.filter((document) => document !== given);
  const opened: PageDocument = { id: freshId(copy.documents), name: freshName(name, others), text };
  const documents =
    given === undefined
      ? [...copy.documents, opened]
      : copy.documents.map((document) => (document === given ? opened : document));
  const undo: Undo = { kind: 'opened', label, opened, active: copy.active, ...(given && { replaced: given }) };
  return { ...state, copy: { ...copy, documents, active: opened.id }, undo };
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

/**
 * Takes one thing back; what else was done since stays. Where what was typed since has no place in what comes back, a new
 * Undo holds it.
 */
export function undoIn({ undo: _done, ...state }: Playground, undo: Undo): Playground {
  const { copy } = state;
  switch (undo.kind) {
    case 'copy':
      return copyBack(state, undo);
    case 'kept-shared':
      return { ...state, source: undo.source };
    case 'left-shared':
      return { ...state, copy: undo.copy, source: { kind: 'shared', fragment: undo.fragment, draft: copy } };
    case 'closed':
      return { ...state, copy: reopened(copy, undo) };
    case 'opened':
      return reclosed(state, undo);
    case 'rewritten':
      return textBack(state, undo);
    case 'filtered':
      return { ...state, copy: withFilter(copy, undo.before.id, undo.before.filter) };
    case 'set':
      return { ...state, copy: withSetting(copy, undo.key, undo.before) };
  }
}

type UndoOf<Kind extends Change['kind']> = Extract<Undo, { readonly kind: Kind }>;

function copyBack(state: Playground, { label, copy, source, made }: UndoOf<'copy'>): Playground {
  const done: Playground = { ...state, copy, source };
  if (state.copy === made) return done;
  return {
    ...done,
    undo: { kind: 'copy', label: tookBack(label), copy: state.copy, source: state.source, made: copy },
  };
}

function tookBack(label: string): string {
  return `Took back: ${label}`;
}

function reopened(copy: WorkingCopy, { document, index, blank }: UndoOf<'closed'>): WorkingCopy {
  const kept = copy.documents.filter(({ id, text }) => !(id === blank && text.trim() === ''));
  return { ...copy, documents: kept.toSpliced(index, 0, document), active: document.id };
}

function reclosed(state: Playground, { label, opened, active, replaced }: UndoOf<'opened'>): Playground {
  const { copy } = state;
  const index = copy.documents.findIndex(({ id }) => id === opened.id);
  const document = copy.documents[index];
  const documents = copy.documents.toSpliced(index, 1, ...(replaced === undefined ? [] : [replaced]));
  if (document === undefined || documents.length === 0) return state;
  const back = { ...copy, documents, active };
  if (document.text === opened.text) return { ...state, copy: back };
  const undo: Undo = { kind: 'copy', label: tookBack(label), copy, source: state.source, made: back };
  return { ...state, copy: back, undo };
}

function textBack(state: Playground, { label, before, text }: UndoOf<'rewritten'>): Playground {
  const { copy } = state;
  const document = copy.documents.find(({ id }) => id === before.id);
  if (document === undefined) return state;
  const rest = withoutChange(before.text, text, document.text);
  const restored = rest ?? before.text;
  const done: Playground = { ...state, copy: { ...withText(copy, document.id, restored), active: document.id } };
  if (rest !== undefined) return done;
  return { ...done, undo: { kind: 'rewritten', label: tookBack(label), before: document, text: restored } };
}

/** Where two texts differ: from `start` on, up to where the last `same` characters of both begin. */
interface Difference {
  readonly start: number;
  readonly same: number;
}

/**
 * `now` without the change that made `after` of `before`, keeping what was changed elsewhere since.
 *
 * Shape: `("ac", "abc", "abcd")` → `"acd"`.
 *
 * @returns `undefined` when what was changed since is in the same place
 */
export function withoutChange(before: string, after: string, now: string): string | undefined {
  const made = differenceOf(before, after);
  const since = differenceOf(after, now);
  const old = before.slice(made.start, before.length - made.same);
  if (now === after) return before;
  if (since.start >= after.length - made.same) {
    return now.slice(0, made.start) + old + now.slice(after.length - made.same);
  }
  if (after.length - since.same <= made.start) {
    const shift = now.length - after.length;
    return now.slice(0, made.start + shift) + old + now.slice(after.length - made.same + shift);
  }
  return undefined;
}

/** The one place around everything in which two texts differ. */
export function differenceOf(one: string, other: string): Difference {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let same = 0;
  while (same < shorter - start && one[one.length - 1 - same] === other[other.length - 1 - same]) same += 1;
  return { start, same };
}
