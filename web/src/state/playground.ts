/** What the page is showing, and every way in which that changes. */
import type { Provider } from '@atip/core';

export type Tab = 'output' | 'calls';

/** Everything of the page that a link carries and a draft remembers. */
export interface WorkingCopy {
  readonly name: string;
  readonly text: string;
  readonly provider: Provider;
  readonly strict: boolean;
  readonly tab: Tab;
}

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

export interface Undo {
  /** What was done, for example `"Replaced by the git sample"`. */
  readonly label: string;
  readonly copy: WorkingCopy;
  readonly source: Source;
}

export interface Playground {
  readonly copy: WorkingCopy;
  readonly source: Source;
  readonly unreadable?: UnreadableLink;
  readonly undo?: Undo;
}

export type PlaygroundAction =
  | { readonly type: 'edit'; readonly text: string }
  | { readonly type: 'rename'; readonly name: string }
  | { readonly type: 'choose-provider'; readonly provider: Provider }
  | { readonly type: 'set-strict'; readonly strict: boolean }
  | { readonly type: 'choose-tab'; readonly tab: Tab }
  | { readonly type: 'replace'; readonly name: string; readonly text: string; readonly label: string }
  | { readonly type: 'open-shared'; readonly fragment: string; readonly copy: WorkingCopy }
  | { readonly type: 'link-unreadable'; readonly link: UnreadableLink }
  | { readonly type: 'dismiss-link' }
  | { readonly type: 'keep-shared' }
  | { readonly type: 'back-to-draft' }
  | { readonly type: 'undo' }
  | { readonly type: 'forget-undo' };

/** Longest document name kept, in UTF-16 units. */
const MAX_NAME = 120;

/** The page with `copy` as its draft. */
export function startWith(copy: WorkingCopy): Playground {
  return { copy, source: { kind: 'draft' } };
}

/** The copy that belongs in local storage: what is shown, or what waits behind a shared link. */
export function draftOf(state: Playground): WorkingCopy {
  return state.source.kind === 'draft' ? state.copy : state.source.draft;
}

/** Applies one action; what replaces a document remembers it for Undo. */
export function updatePlayground(state: Playground, action: PlaygroundAction): Playground {
  switch (action.type) {
    case 'edit':
      return action.text === state.copy.text ? state : withCopy(state, { text: action.text });
    case 'rename':
      return withCopy(state, { name: action.name.trim().slice(0, MAX_NAME) || state.copy.name });
    case 'choose-provider':
      return withCopy(state, { provider: action.provider });
    case 'set-strict':
      return withCopy(state, { strict: action.strict });
    case 'choose-tab':
      return withCopy(state, { tab: action.tab });
    case 'replace':
      return {
        ...withCopy(state, { name: action.name, text: action.text }),
        undo: { label: action.label, copy: state.copy, source: state.source },
      };
    case 'open-shared':
      return openShared(state, action.fragment, action.copy);
    case 'link-unreadable':
      return { ...state, unreadable: action.link };
    case 'dismiss-link':
      return without(state, 'unreadable');
    case 'keep-shared':
      return leaveShared(state, state.copy, 'The shared document is your draft now');
    case 'back-to-draft':
      return leaveShared(state, draftOf(state), 'Back to your draft');
    case 'undo':
      return state.undo === undefined ? state : undone(state, state.undo);
    case 'forget-undo':
      return without(state, 'undo');
  }
}

function withCopy(state: Playground, change: Partial<WorkingCopy>): Playground {
  return { ...state, copy: { ...state.copy, ...change } };
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
  const opened: Playground = { copy, source: { kind: 'shared', fragment, draft: draftOf(state) } };
  if (state.source.kind === 'draft') return opened;
  return { ...opened, undo: { label: 'Opened another link', copy: state.copy, source: state.source } };
}

function leaveShared(state: Playground, copy: WorkingCopy, label: string): Playground {
  if (state.source.kind === 'draft') return state;
  return { copy, source: { kind: 'draft' }, undo: { label, copy: state.copy, source: state.source } };
}

function undone(state: Playground, undo: Undo): Playground {
  return without({ ...state, copy: undo.copy, source: undo.source }, 'undo');
}
