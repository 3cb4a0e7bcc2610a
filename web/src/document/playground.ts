import type { CommandFilter, Provider } from '@atip/core';
import {
  type Opening,
  type PanelSettings,
  type Playground,
  type Source,
  type Undo,
  type UnreadableLink,
  closeDocument,
  openDocument,
  undoIn,
} from './undo.ts';
import {
  type Tab,
  type WorkingCopy,
  activeDocument,
  tidyName,
  withFilter,
  withSetting,
  withText,
} from './working-copy.ts';

export type { Playground } from './undo.ts';

export type PlaygroundAction =
  | { readonly type: 'edit'; readonly text: string /** Absent: the shown document. */; readonly id?: string }
  | { readonly type: 'rename'; readonly name: string; readonly id?: string }
  | { readonly type: 'choose-provider'; readonly provider: Provider }
  | { readonly type: 'set-strict'; readonly strict: boolean }
  | { readonly type: 'choose-tab'; readonly tab: Tab }
  /** In a tab of its own; in place of `replaces`, or of the shown document where that is blank. `label` is what Undo says. */
  | ({ readonly type: 'open' } & Opening)
  /** The shown document's text as a whole, by a tool of the page and not by typing: Undo brings the old one back. */
  | { readonly type: 'rewrite'; readonly text: string; readonly label: string }
  | { readonly type: 'choose-document'; readonly id: string }
  | { readonly type: 'close-document'; readonly id: string }
  /** Of the shown document; without a filter all of it is offered again. */
  | { readonly type: 'set-filter'; readonly filter?: CommandFilter; readonly label?: string }
  /** With a label it is a reset that Undo takes back. */
  | {
      readonly type: 'set';
      readonly key: keyof PanelSettings;
      readonly value: PanelSettings[keyof PanelSettings];
      readonly label?: string | undefined;
    }
  | { readonly type: 'open-shared'; readonly fragment: string; readonly copy: WorkingCopy }
  | { readonly type: 'take-draft'; readonly copy: WorkingCopy; readonly label: string }
  | { readonly type: 'link-unreadable'; readonly link: UnreadableLink }
  | { readonly type: 'dismiss-link' }
  | { readonly type: 'keep-shared' }
  | { readonly type: 'back-to-draft' }
  | { readonly type: 'undo' }
  | { readonly type: 'forget-undo' };

export function startWith(copy: WorkingCopy): Playground {
  return { copy, source: { kind: 'draft' } };
}

/** The copy that is kept between visits: what is shown, or what waits behind a shared link. */
export function draftOf(state: Playground): WorkingCopy {
  return state.source.kind === 'draft' ? state.copy : state.source.draft;
}

/** Applies one action; whatever takes something away remembers it for Undo. */
export function updatePlayground(state: Playground, action: PlaygroundAction): Playground {
  switch (action.type) {
    case 'open':
      return openDocument(state, action);
    case 'close-document':
      return closeDocument(state, action.id);
    case 'rewrite': {
      const before = activeDocument(state.copy);
      return withUndo(state, changed(state.copy, action), { kind: 'rewritten', before, text: action.text }, action);
    }
    case 'set-filter':
      return withUndo(
        state,
        changed(state.copy, action),
        { kind: 'filtered', before: activeDocument(state.copy) },
        action,
      );
    case 'set': {
      const { key } = action;
      return withUndo(state, changed(state.copy, action), { kind: 'set', key, before: state.copy[key] }, action);
    }
    case 'open-shared':
      return openShared(state, action.fragment, action.copy);
    case 'take-draft':
      return replaced(state, action.copy, { kind: 'draft' }, action.label);
    case 'link-unreadable':
      return { ...state, unreadable: action.link };
    case 'dismiss-link':
      return without(state, 'unreadable');
    case 'keep-shared':
      return keepShared(state);
    case 'back-to-draft':
      return leaveShared(state);
    case 'undo':
      return state.undo === undefined ? state : undoIn(state, state.undo);
    case 'forget-undo':
      return without(state, 'undo');
    default: {
      const copy = changed(state.copy, action);
      return copy === state.copy ? state : { ...state, copy };
    }
  }
}

type CopyAction = Extract<
  PlaygroundAction,
  {
    readonly type:
      | 'edit'
      | 'rewrite'
      | 'rename'
      | 'choose-provider'
      | 'set-strict'
      | 'choose-tab'
      | 'choose-document'
      | 'set-filter'
      | 'set';
  }
>;

/** Applies an action to the copy alone; the same object when it changes nothing. */
function changed(copy: WorkingCopy, action: CopyAction): WorkingCopy {
  switch (action.type) {
    case 'edit':
      return withText(copy, action.id ?? activeDocument(copy).id, action.text);
    case 'rewrite':
      return withText(copy, activeDocument(copy).id, action.text);
    case 'rename':
      return renamed(copy, action.id ?? copy.active, tidyName(action.name));
    case 'choose-provider':
      return { ...copy, provider: action.provider };
    case 'set-strict':
      return { ...copy, strict: action.strict };
    case 'choose-tab':
      return { ...copy, tab: action.tab };
    case 'choose-document':
      return copy.documents.some(({ id }) => id === action.id) ? { ...copy, active: action.id } : copy;
    case 'set-filter':
      return withFilter(copy, activeDocument(copy).id, action.filter);
    case 'set':
      return withSetting(copy, action.key, action.value);
  }
}

function renamed(copy: WorkingCopy, id: string, name: string | undefined): WorkingCopy {
  if (name === undefined) return copy;
  return {
    ...copy,
    documents: copy.documents.map((document) => (document.id === id ? { ...document, name, named: true } : document)),
  };
}

type Step = Undo extends infer Each ? (Each extends { readonly label: string } ? Omit<Each, 'label'> : never) : never;

/** Without a label the change is one of many, such as typing, and leaves an earlier Undo alone. */
function withUndo(
  state: Playground,
  copy: WorkingCopy,
  step: Step,
  { label }: { readonly label?: string | undefined },
): Playground {
  if (copy === state.copy) return state;
  if (label === undefined) return { ...state, copy };
  return { ...state, copy, undo: { label, ...step } };
}

/** Another copy in place of the one that is shown, which Undo brings back. */
function replaced(state: Playground, copy: WorkingCopy, source: Source, label: string): Playground {
  return { ...state, copy, source, undo: { kind: 'copy', label, copy: state.copy, source: state.source, made: copy } };
}

function without(state: Playground, key: 'undo' | 'unreadable'): Playground {
  const { [key]: _left, ...rest } = state;
  return rest;
}

/**
 * A second link opened over a first still keeps the draft, not the first link's document; that one may hold edits that
 * are nowhere else, so Undo brings it back.
 */
function openShared(state: Playground, fragment: string, copy: WorkingCopy): Playground {
  const source: Source = { kind: 'shared', fragment, draft: draftOf(state) };
  if (state.source.kind === 'draft') return { copy, source };
  return replaced(without(state, 'unreadable'), copy, source, 'Opened another link');
}

/** The copy stays as it is; it is the draft from now on. */
function keepShared(state: Playground): Playground {
  if (state.source.kind === 'draft') return state;
  const undo: Undo = { kind: 'kept-shared', label: 'The shared document is your draft now', source: state.source };
  return { ...state, source: { kind: 'draft' }, undo };
}

function leaveShared({ copy, source, ...state }: Playground): Playground {
  if (source.kind === 'draft') return { ...state, copy, source };
  const undo: Undo = { kind: 'left-shared', label: 'Back to your draft', copy, fragment: source.fragment };
  return { ...state, copy: source.draft, source: { kind: 'draft' }, undo };
}
