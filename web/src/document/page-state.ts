/** The page's state and every change of it: pure, so that a test can follow any sequence. */
import type { CommandFilter } from '@atip/core';
import { toolNameIn } from './tool-name.ts';
import { activeDocument, MAX_RECENT, type PageDocument, tidyName, type WorkingCopy } from './working-copy.ts';

export interface PageState {
  readonly copy: WorkingCopy;
  readonly undo?: Undo | undefined;
}

/** Takes back one labelled change. Gone as soon as a text is typed: the editor has its own undo from there. */
export interface Undo {
  /** For example `"Opened gh"`. */
  readonly label: string;
  readonly before: WorkingCopy;
  readonly made: WorkingCopy;
}

/** Documents have actions of their own. */
type SettingKey = Exclude<keyof WorkingCopy, 'documents' | 'active' | 'recent'>;

type SetAction = {
  [Key in SettingKey]: { readonly type: 'set'; readonly key: Key; readonly value: WorkingCopy[Key] };
}[SettingKey];

/** A change with a label can be undone; one without leaves an earlier Undo alone. */
export type PageAction =
  | (SetAction & { readonly label?: string | undefined })
  /** Typing, or with a label what a tool of the page did. Absent `id`: in the shown document. */
  | { readonly type: 'edit'; readonly text: string; readonly id?: string; readonly label?: string }
  /** As a document of its own, on Output; it replaces the shown document if that is blank. */
  | {
      readonly type: 'open';
      readonly name: string;
      readonly text: string;
      readonly label: string;
      /** Choices about it: the tab, a call to try. */
      readonly settings?: Partial<WorkingCopy> | undefined;
    }
  | { readonly type: 'choose-document'; readonly id: string }
  | { readonly type: 'close-document'; readonly id: string }
  /** Filter of the shown document. Absent: offers all of it again. */
  | { readonly type: 'set-filter'; readonly filter?: CommandFilter | undefined; readonly label?: string }
  /** The documents of a link come beside those that are open; their settings apply, a policy only where the person has none. */
  | { readonly type: 'open-link'; readonly copy: WorkingCopy }
  | { readonly type: 'undo' };

export function updatePage(state: PageState, action: PageAction): PageState {
  const { copy, undo } = state;
  if (action.type === 'undo') return undo ? { copy: undone(copy, undo) } : state;
  const made = changed(copy, action);
  if (made === copy) return state;
  const label = labelOf(action, copy);
  if (label !== undefined) return { copy: made, undo: { label, before: copy, made } };
  return { copy: made, undo: action.type === 'edit' ? undefined : undo };
}

type CopyAction = Exclude<PageAction, { readonly type: 'undo' }>;

function labelOf(action: CopyAction, { documents }: WorkingCopy): string | undefined {
  if (action.type === 'close-document') return `Closed ${documents.find(({ id }) => id === action.id)?.name}`;
  // Nothing of a blank page can be missed.
  if (action.type === 'open-link')
    return documents.every(({ text }) => text.trim() === '') ? undefined : 'Opened from a link';
  return 'label' in action ? action.label : undefined;
}

/** Puts back what the change made different, and leaves all else as it is by now. */
function undone(now: WorkingCopy, { before, made }: Undo): WorkingCopy {
  const keys = new Set([...Object.keys(before), ...Object.keys(made)]) as Set<keyof WorkingCopy>;
  const back = [...keys].filter((key) => made[key] !== before[key]).map((key) => [key, before[key]]);
  return { ...now, ...Object.fromEntries(back) };
}

/** Applies an action to the copy alone; the same object when it changes nothing. */
function changed(copy: WorkingCopy, action: CopyAction): WorkingCopy {
  const shown = activeDocument(copy);
  switch (action.type) {
    case 'set':
      if (copy[action.key] === action.value) return copy;
      if (action.key === 'policy') return withPolicy(copy, action.value);
      return { ...copy, [action.key]: action.value };
    case 'edit':
      return withText(copy, action.id ?? shown.id, action.text);
    case 'open':
      return opened(copy, action);
    case 'choose-document':
      return copy.documents.some(({ id }) => id === action.id) ? { ...copy, active: action.id, view: undefined } : copy;
    case 'close-document':
      return closed(copy, action.id);
    case 'set-filter':
      return withDocument(copy, shown.id, (before) => ({ ...before, filter: action.filter }));
    case 'open-link':
      return linked(copy, action.copy);
  }
}

function withPolicy({ isPolicyOfLink: _theirs, ...copy }: WorkingCopy, policy: WorkingCopy['policy']): WorkingCopy {
  return { ...copy, policy };
}

type Opening = Pick<Extract<PageAction, { readonly type: 'open' }>, 'name' | 'text' | 'settings'>;

function opened(copy: WorkingCopy, { name, text, settings }: Opening): WorkingCopy {
  const shown = activeDocument(copy);
  const others = copy.documents.filter((document) => document !== shown || shown.text.trim() !== '');
  const made = { id: freshId(copy.documents), name: freshName(name, others), text };
  return { ...copy, view: undefined, tab: 'output', ...settings, documents: [...others, made], active: made.id };
}

/** The copy with the text of one of its documents, named after its tool. */
function withText(copy: WorkingCopy, id: string, text: string): WorkingCopy {
  return withDocument(copy, id, (before) => {
    if (before.text === text) return before;
    const tool = toolNameIn(text);
    if (tool === undefined || tool === toolNameIn(before.text)) return { ...before, text };
    const others = copy.documents.filter((document) => document.id !== id);
    return { ...before, name: freshName(`${tool}.json`, others), text };
  });
}

/** The copy with one of its documents changed; the same object when that changes nothing. */
function withDocument(copy: WorkingCopy, id: string, change: (document: PageDocument) => PageDocument): WorkingCopy {
  const index = copy.documents.findIndex((document) => document.id === id);
  const before = copy.documents[index];
  const after = before && change(before);
  return after === undefined || after === before ? copy : { ...copy, documents: copy.documents.with(index, after) };
}

/** An id that no document has: ids count up and are not used again while a later one lives. */
function freshId(documents: readonly PageDocument[]): string {
  const numbers = documents.map(({ id }) => Number(id.slice(1))).filter(Number.isSafeInteger);
  return `d${Math.max(0, ...numbers) + 1}`;
}

/** A name that no other document has: `"gh.json"`, else `"gh-2.json"`. */
function freshName(wanted: string, documents: readonly PageDocument[]): string {
  const name = tidyName(wanted);
  const taken = new Set(documents.map((document) => document.name));
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [];
  let candidate = name;
  for (let count = 2; taken.has(candidate); count += 1) candidate = `${stem}-${count}${ending}`;
  return candidate;
}

/** Most UTF-16 units of a closed document that is remembered: a draft must fit the browser's storage. */
const MAX_RECENT_TEXT = 200_000;

function closed(copy: WorkingCopy, id: string): WorkingCopy {
  const index = copy.documents.findIndex((document) => document.id === id);
  const gone = copy.documents[index];
  if (gone === undefined) return copy;
  const left = copy.documents.toSpliced(index, 1);
  if (left.length === 0) left.push({ id: freshId(copy.documents), name: tidyName(''), text: '' });
  const next = left[index] ?? left.at(-1);
  const isKept = gone.text.trim() !== '' && gone.text.length <= MAX_RECENT_TEXT;
  const others = (copy.recent ?? []).filter(({ text }) => text !== gone.text);
  const recent = isKept ? [gone, ...others].slice(0, MAX_RECENT) : copy.recent;
  return { ...copy, documents: left, active: copy.active === id && next ? next.id : copy.active, recent };
}

function linked(copy: WorkingCopy, link: WorkingCopy): WorkingCopy {
  let next = copy;
  for (const { name, text, filter } of link.documents) {
    const known = next.documents.find((document) => document.text === text);
    next = known ? { ...next, active: known.id, view: undefined } : opened(next, { name, text });
    next = withDocument(next, next.active, (document) => ({ ...document, filter }));
  }
  const [first] = link.documents;
  const active = next.documents.find(({ text }) => text === first?.text)?.id ?? next.active;
  const { provider, beside, strict, tab } = link;
  const settled = { ...next, active, provider, beside, strict, tab };
  if (copy.policy !== undefined || link.policy === undefined) return settled;
  return { ...settled, policy: link.policy, isPolicyOfLink: true };
}

/** The range around all differences of two texts: from `start` to where the last `same` characters begin. */
export function differenceOf(one: string, other: string): { readonly start: number; readonly same: number } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let same = 0;
  while (same < shorter - start && one[one.length - 1 - same] === other[other.length - 1 - same]) same += 1;
  return { start, same };
}
