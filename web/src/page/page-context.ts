/** The page as its parts reach it: the header, the bars, the dialogs and the palette. Panels get their part of it as props. */
import { createContext, useContext, type Context, type Dispatch, type RefObject } from 'react';
import type { Playground, PlaygroundAction } from '../document/playground.ts';
import type { Theme } from './theme.ts';
import type { DiscoveryControl } from '../computer/discovery.ts';
import type { Range } from '@atip/core';
import type { Companion } from '../computer/companion.ts';
import type { CompilationState } from '../document/compilation.ts';
import type { SafeStorage } from '../document/draft.ts';
import type { PageDocument, WorkingCopy } from '../document/working-copy.ts';

/** The visible side on a narrow screen. */
export type Side = 'outline' | 'document' | 'result';

/** The ways in which a document is opened; each can be undone. */
export interface Documents {
  readonly openNew: () => void;
  readonly openSample: (sample: Omit<Sample, 'detail'>) => void;
  readonly openTool: (name: string) => void;
  /** Lays the shown document out over lines. */
  readonly format: () => void;
}

/** A document to start from. */
export interface Sample {
  readonly title: string;
  readonly detail: string;
  readonly name: string;
  readonly text: string;
}

export interface Page extends Omit<PanelProps, 'active'> {
  readonly state: Playground;
  readonly unsaved: boolean;
  readonly discovery: DiscoveryControl;
  readonly documents: Documents;
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
  readonly side: Side;
  readonly setSide: (side: Side) => void;
  readonly dialog: OpenDialog | undefined;
  readonly closeDialog: () => void;
  readonly base: string;
  /** Copies the share link, or opens the dialog where that needs a decision. */
  readonly copyLink: () => void;
  readonly message: string | undefined;
  readonly clearMessage: () => void;
}

export const PageContext: Context<Page | undefined> = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('This part stands outside the page.');
  return page;
}

export interface PanelProps {
  /** False: hidden behind another tab. A hidden panel keeps its state and asks the worker nothing. */
  readonly active: boolean;
  readonly copy: WorkingCopy;
  readonly document: PageDocument;
  /** Of that document. `result.source` is the last text that compiled: questions are about it. */
  readonly compilation: CompilationState;
  readonly companion: Companion;
  readonly dispatch: Dispatch<PlaygroundAction>;
  readonly page: PageActions;
}

/** A panel's access to the rest of the page. Stays the same object. */
export interface PageActions {
  /** Selects a place of the document, brings it into view and takes the focus there, also on a narrow screen. */
  readonly reveal: (range: Range) => void;
  /** Calls `listener` before each place that is revealed. @returns what ends it */
  readonly onReveal: (listener: () => void) => () => void;
  /** Marks places in the editor without moving anything; none: takes the marks away. */
  readonly highlight: (ranges: readonly Range[]) => void;
  /** Where the cursor or the pointer is in the document. */
  readonly cursor: CursorStore;
  readonly openDialog: (dialog: OpenDialog) => void;
  /** A sentence for the person, in the message row. */
  readonly tell: (message: string) => void;
  readonly local: SafeStorage;
}

export type OpenDialog = 'share' | 'keys' | 'companion' | 'samples' | 'palette';

export type Store<Value> = ReturnType<typeof createStore<Value>>;

/** A value that parts of the page share; for `useSyncExternalStore`. Never stored. */
export function createStore<Value>(first: Value) {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: (): Value => value,
    set(next: Value): void {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    /** Calls `listener` after each change until the returned function is called. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A person's place in a text, which must survive a change of editors. Offsets are UTF-16 units. */
export interface EditorView {
  readonly start: number;
  readonly end: number;
  readonly focused: boolean;
  readonly scrollTop: number;
}

export interface EditorHandle {
  focus(): void;
  /** Selects a place, brings it into view and takes the focus. */
  reveal(range: Range): void;
  /** Marks places without moving anything; none takes the marks away. An editor that cannot mark does nothing. */
  highlight(ranges: readonly Range[]): void;
  /** The person's place. Absent for the editor that replaces another one. */
  view?(): EditorView | undefined;
  /** True while an input method is still composing a character. */
  composing?(): boolean;
}

/** Of the current editor. */
export type EditorRef = RefObject<EditorHandle | null>;

/** Offset in UTF-16 units; `undefined` while the pointer is elsewhere. */
type CursorStore = Store<number | undefined>;

let listener: (() => void) | undefined;
let isWaiting = false;

/** Asks Safety to show its policy, now or as soon as that panel is there. */
export function wantPolicy(): void {
  if (listener === undefined) isWaiting = true;
  else listener();
}

/** Calls `onWanted` when the policy is asked for, or was before. @returns what ends it */
export function onPolicyWanted(onWanted: () => void): () => void {
  listener = onWanted;
  if (isWaiting) onWanted();
  isWaiting = false;
  return () => {
    listener = undefined;
  };
}
