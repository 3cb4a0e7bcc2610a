import type { CommandFilter, Provider } from '@atip/core';
import {
  activeDocument,
  freshId,
  freshName,
  withFilter,
  withText,
  type PageDocument,
  type SettingKey,
  type Tab,
  type WorkingCopy,
} from './working-copy.ts';

export interface Playground extends Shown {
  readonly unreadable?: UnreadableLink | undefined;
  readonly undo?: Undo | undefined;
}

/** An unreadable link, kept whole so that it is not lost. */
export interface UnreadableLink {
  readonly code: string;
  readonly message: string;
  readonly raw: string;
}

/** Changes of the copy. One with a `label`, which Undo shows, can be undone; the others leave an earlier Undo alone. */
type CopyAction =
  | { readonly type: 'edit'; readonly text: string /** Absent: the shown document. */; readonly id?: string }
  | { readonly type: 'choose-provider'; readonly provider: Provider }
  | { readonly type: 'set-strict'; readonly strict: boolean }
  | { readonly type: 'choose-tab'; readonly tab: Tab }
  /** In a tab of its own; it replaces `replaces`, or the shown document if that is blank. */
  | {
      readonly type: 'open';
      readonly name: string;
      readonly text: string;
      readonly label: string;
      readonly replaces?: string | undefined;
    }
  /** Replaces the shown document's text, by a tool of the page and not by typing. */
  | { readonly type: 'rewrite'; readonly text: string; readonly label: string }
  | { readonly type: 'choose-document'; readonly id: string }
  /** Filter of the shown document. Absent: offers all of it again. */
  | { readonly type: 'set-filter'; readonly filter?: CommandFilter | undefined; readonly label?: string }
  | {
      readonly type: 'set';
      readonly key: SettingKey;
      readonly value: WorkingCopy[SettingKey];
      readonly label?: string | undefined;
    };

export type PlaygroundAction =
  | CopyAction
  | { readonly type: 'close-document'; readonly id: string }
  | { readonly type: 'open-shared'; readonly fragment: string; readonly copy: WorkingCopy }
  | { readonly type: 'link-unreadable'; readonly link: UnreadableLink }
  | { readonly type: 'dismiss-link' }
  | { readonly type: 'keep-shared' }
  | { readonly type: 'back-to-draft' }
  | { readonly type: 'undo' };

export function startWith(copy: WorkingCopy): Playground {
  return { copy, source: { kind: 'draft' } };
}

/** The copy kept between visits: the shown one, or the draft behind a shared link. */
export function draftOf({ copy, source }: Playground): WorkingCopy {
  return source.kind === 'draft' ? copy : source.draft;
}

/** Applies one action; an action that removes something records an Undo. */
export function updatePlayground(state: Playground, action: PlaygroundAction): Playground {
  const { copy, source } = state;
  switch (action.type) {
    case 'close-document': {
      const name = copy.documents.find(({ id }) => id === action.id)?.name;
      return name === undefined ? state : step(state, { copy: closed(copy, action.id), source }, `Closed ${name}`);
    }
    case 'open-shared': {
      // A second link keeps the draft, but not the first link's document. That may hold edits, so Undo brings it back.
      const shown: Shown = {
        copy: action.copy,
        source: { kind: 'shared', fragment: action.fragment, draft: draftOf(state) },
      };
      return source.kind === 'draft' ? shown : step({ ...state, unreadable: undefined }, shown, 'Opened another link');
    }
    case 'link-unreadable':
      return { ...state, unreadable: action.link };
    case 'dismiss-link':
      return { ...state, unreadable: undefined };
    case 'keep-shared':
      return source.kind === 'draft' ? state : step(state, startWith(copy), 'The shared document is your draft now');
    case 'back-to-draft':
      return source.kind === 'draft' ? state : step(state, startWith(source.draft), 'Back to your draft');
    case 'undo':
      return state.undo ? { ...state, undo: undefined, ...undone({ copy, source }, state.undo) } : state;
    default:
      return step(state, { copy: changed(copy, action), source }, 'label' in action ? action.label : undefined);
  }
}

function step(state: Playground, made: Shown, label: string | undefined): Playground {
  const { copy, source } = state;
  if (made.copy === copy && made.source === source) return state;
  if (label === undefined) return { ...state, ...made };
  return { ...state, ...made, undo: { label, before: { copy, source }, made } };
}

/** Applies an action to the copy alone; the same object when it changes nothing. */
function changed(copy: WorkingCopy, action: CopyAction): WorkingCopy {
  const shown = activeDocument(copy);
  switch (action.type) {
    case 'edit':
      return withText(copy, action.id ?? shown.id, action.text);
    case 'rewrite':
      return withText(copy, shown.id, action.text);
    case 'choose-provider':
      return { ...copy, provider: action.provider };
    case 'set-strict':
      return { ...copy, strict: action.strict };
    case 'choose-tab':
      return { ...copy, tab: action.tab };
    case 'open': {
      const { documents } = copy;
      const given =
        documents.find(({ id }) => id === action.replaces) ?? (shown.text.trim() === '' ? shown : undefined);
      const others = documents.filter((document) => document !== given);
      const opened = { id: freshId(documents), name: freshName(action.name, others), text: action.text };
      const place = given === undefined ? documents.length : documents.indexOf(given);
      return { ...copy, documents: others.toSpliced(place, 0, opened), active: opened.id };
    }
    case 'choose-document':
      return copy.documents.some(({ id }) => id === action.id) ? { ...copy, active: action.id } : copy;
    case 'set-filter':
      return withFilter(copy, shown.id, action.filter);
    case 'set':
      return { ...copy, [action.key]: action.value };
  }
}

function closed(copy: WorkingCopy, id: string): WorkingCopy {
  const index = copy.documents.findIndex((document) => document.id === id);
  const left = copy.documents.toSpliced(index, 1);
  const blank: PageDocument = { id: freshId(copy.documents), name: 'untitled.json', text: '' };
  const next = left[index] ?? left.at(-1) ?? blank;
  return {
    ...copy,
    documents: left.length === 0 ? [blank] : left,
    active: copy.active === id ? next.id : copy.active,
  };
}

/** A shared copy leaves the draft alone until the person decides otherwise. */
type Source =
  | { readonly kind: 'draft' }
  | { readonly kind: 'shared'; readonly fragment: string; readonly draft: WorkingCopy };

export interface Shown {
  readonly copy: WorkingCopy;
  readonly source: Source;
}

export interface Undo {
  /** For example `"Opened the git sample"`. */
  readonly label: string;
  readonly before: Shown;
  readonly made: Shown;
}

/** Undoes one change and keeps later ones. A later change that has no place in the restored state goes into a new Undo. */
export function undone(now: Shown, { label, before, made }: Undo): Shown & { readonly undo?: Undo } {
  const { source } = before;
  const isOtherCopy = made.copy !== before.copy && made.source !== source;
  // The draft goes behind the link again, in its present state.
  if (isOtherCopy && source.kind === 'shared' && source.draft === made.copy)
    return { copy: before.copy, source: { ...source, draft: now.copy } };
  const { copy, isLost } = isOtherCopy
    ? { copy: before.copy, isLost: now.copy !== made.copy }
    : withoutStep(now.copy, before.copy, made.copy);
  const back = { copy, source };
  return isLost ? { ...back, undo: { label: `Took back: ${label}`, before: now, made: back } } : back;
}

const SETTINGS = ['policy', 'response', 'output', 'call'] as const;

function withoutStep(now: WorkingCopy, before: WorkingCopy, made: WorkingCopy) {
  let [copy, isLost] = [now, false];
  for (const key of SETTINGS) if (made[key] !== before[key]) copy = { ...copy, [key]: before[key] };
  for (const after of made.documents) {
    const old = before.documents.find(({ id }) => id === after.id);
    const shown = now.documents.find(({ id }) => id === after.id);
    if (shown === undefined || old === after) continue;
    if (old === undefined) {
      // Closing left a blank document: keep a text that was written into it.
      if (after.text === '' && shown.text.trim() !== '') continue;
      copy = { ...copy, documents: copy.documents.filter(({ id }) => id !== after.id) };
      isLost ||= shown.text !== after.text;
      continue;
    }
    const text = withoutChange(old.text, after.text, shown.text);
    isLost ||= text === undefined;
    copy = withText(copy, old.id, text ?? old.text);
    if (after.filter !== old.filter) copy = withFilter(copy, old.id, old.filter);
  }
  for (const [index, old] of before.documents.entries()) {
    if (made.documents.some(({ id }) => id === old.id)) continue;
    copy = { ...copy, documents: copy.documents.toSpliced(index, 0, old) };
  }
  // Show the document that comes back, or whose text does.
  const texts = new Map(made.documents.map(({ id, text }) => [id, text]));
  const changed = before.documents.find(({ id, text }) => texts.get(id) !== text);
  const active = changed?.id ?? (made.active === before.active ? now.active : before.active);
  return { copy: { ...copy, active }, isLost };
}

/**
 * `now` without the change that made `after` of `before`, keeping what was changed elsewhere since.
 *
 * Shape: `("ac", "abc", "abcd")` → `"acd"`.
 *
 * @returns `undefined` when what was changed since is in the same place
 */
export function withoutChange(before: string, after: string, now: string): string | undefined {
  if (now === after) return before;
  const made = differenceOf(before, after);
  const since = differenceOf(after, now);
  const old = before.slice(made.start, before.length - made.same);
  const madeEnd = after.length - made.same;
  if (since.start >= madeEnd) return now.slice(0, made.start) + old + now.slice(madeEnd);
  if (after.length - since.same > made.start) return undefined;
  const shift = now.length - after.length;
  return now.slice(0, made.start + shift) + old + now.slice(madeEnd + shift);
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
