/** The page as its parts reach it, and what a part may ask of the rest. */
import type { Range } from '@atip/core';
import { createContext, type Context, type Dispatch, type RefObject, useContext } from 'react';
import type { Companion } from '../companion/companion.ts';
import type { DiscoveryControl } from '../companion/discovery.ts';
import type { CompilationState } from '../document/compilation.ts';
import type { SafeStorage } from '../document/draft.ts';
import type { PageAction, PageState } from '../document/page-state.ts';
import type { PageDocument, WorkingCopy } from '../document/working-copy.ts';
import type { MenuItem } from '../parts/Menu.tsx';
import type { Theme } from './theme.ts';

/** The part that a narrow screen shows: the outline, the document, or the result of the chosen tab. */
export type Side = 'outline' | 'document' | 'result';

/** The ways in which a document is opened; each can be undone. */
export interface Documents {
  readonly openNew: () => void;
  readonly open: (name: string, text: string, label: string) => void;
  /** Opens a tool of the companion (`isHere`), or a bundled one. */
  readonly openTool: (name: string, isHere: boolean) => void;
}

/** The command that was chosen in the outline: Output shows its part alone. */
export interface ChosenCommand {
  /** JSON Pointer in the document. */
  readonly pointer: string;
  /** Words that a person types: `"pr create"`. */
  readonly name: string;
}

export interface Page {
  readonly state: PageState;
  readonly copy: WorkingCopy;
  readonly document: PageDocument;
  /** Of that document. `result.source` is the last text that compiled: questions are about it. */
  readonly compilation: CompilationState;
  readonly companion: Companion;
  readonly discovery: DiscoveryControl;
  readonly dispatch: Dispatch<PageAction>;
  readonly documents: Documents;
  readonly page: PageActions;
  /** All messages of the page so far. */
  readonly messages: readonly PageMessage[];
  readonly theme: Theme;
  /** The chosen theme; for `system`, high contrast where the browser asks for that. */
  readonly shownTheme: Theme;
  readonly setTheme: (theme: Theme) => void;
  readonly side: Side;
  readonly setSide: (side: Side) => void;
  /** Safety shows the policy beside its table. */
  readonly isPolicyOpen: boolean;
  readonly setPolicyOpen: (isOpen: boolean) => void;
  readonly command: ChosenCommand | undefined;
  readonly setCommand: (command: ChosenCommand | undefined) => void;
  /** The room beside the tabs, for the tools of the shown panel (`createPortal`). `null` before it is there. */
  readonly headSlot: HTMLElement | null;
  readonly setHeadSlot: (element: HTMLElement | null) => void;
  readonly dialog: OpenDialog | undefined;
  readonly closeDialog: () => void;
  /** Address of the page that links lead to. */
  readonly base: string;
  /** Copies the share link, or opens the dialog where that needs a decision. */
  readonly copyLink: () => void;
}

export const PageContext: Context<Page | undefined> = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('This part is outside the page.');
  return page;
}

/** A panel gets everything else by {@link usePage}. */
export interface PanelProps {
  /** False: hidden behind another tab. A hidden panel keeps its state and asks the worker nothing. */
  readonly active: boolean;
}

/** A part's access to the rest of the page. Stays the same object. */
export interface PageActions {
  /** Selects a place of the document, brings it into view and takes the focus there, also on a narrow screen. */
  readonly reveal: (range: Range) => void;
  /** Marks a place and brings it into view where the document is shown; the focus stays. */
  readonly show: (range: Range) => void;
  /** Calls `listener` before each place that is revealed. @returns a function that ends this */
  readonly onReveal: (listener: () => void) => () => void;
  /** Marks places in the editor without moving anything; none: takes the marks away. */
  readonly highlight: (ranges: readonly Range[]) => void;
  /** Where the cursor or the pointer is in the document: offset in UTF-16 units, `undefined` while it is elsewhere. */
  readonly pointer: Store<number | undefined>;
  /** Where the cursor is in the document, and was last. */
  readonly cursor: Store<number>;
  readonly openDialog: (dialog: OpenDialog) => void;
  /** Goes to Safety with the policy open. */
  readonly showPolicy: () => void;
  /** A sentence for the person, as a toast. */
  readonly tell: (text: string, action?: MenuItem) => void;
  readonly local: SafeStorage;
  /** Puts a link to the page's documents into its address. */
  readonly setAddress: (fragment: string) => void;
}

export interface PageMessage {
  readonly text: string;
  readonly action?: MenuItem | undefined;
}

export type OpenDialog = 'share' | 'keys' | 'computer' | 'record' | 'tools' | 'palette' | 'compare' | 'about';

type Store<Value> = ReturnType<typeof createStore<Value>>;

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

export interface EditorHandle {
  /** Selects a place, brings it into view and takes the focus. */
  reveal(range: Range): void;
  /** Marks places, and only on demand brings the first into view; none takes the marks away. A text area cannot mark. */
  highlight(ranges: readonly Range[], isSeen?: boolean): void;
}

/** Of the current editor. */
export type EditorRef = RefObject<EditorHandle | null>;
