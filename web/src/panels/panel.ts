/** What every panel is given. */
import type { Range } from '@atip/core';
import type { Dispatch } from 'react';
import type { Companion } from '../companion/companion.ts';
import type { Compilation } from '../document/compilation.ts';
import type { CursorStore } from '../editor/editor-handle.ts';
import type { PlaygroundAction } from '../document/playground.ts';
import type { SafeStorage } from '../storage/safe-storage.ts';
import type { PageDocument, WorkingCopy } from '../document/working-copy.ts';

export interface PanelProps {
  /** False: hidden behind another tab. A hidden panel keeps its state and asks the analyst nothing. */
  readonly active: boolean;
  readonly copy: WorkingCopy;
  /** The one that is shown. */
  readonly document: PageDocument;
  /** Of that document. `result.source` is the last text that compiled: questions are about it. */
  readonly compilation: Compilation;
  readonly companion: Companion;
  readonly dispatch: Dispatch<PlaygroundAction>;
  readonly page: PageActions;
}

/** What a panel can do with the rest of the page. Stays the same object. */
export interface PageActions {
  /** Selects a place of the document, brings it into view and takes the focus there, also on a narrow screen. */
  readonly reveal: (range: Range) => void;
  /** Marks places in the editor without moving anything; none: takes the marks away. */
  readonly highlight: (ranges: readonly Range[]) => void;
  /** Where the cursor or the pointer is in the document. */
  readonly cursor: CursorStore;
  readonly openDialog: (dialog: OpenDialog) => void;
  /** A sentence for the person, in the message row. */
  readonly tell: (message: string) => void;
  /** For small settings of a panel. */
  readonly local: SafeStorage;
}

/** The dialogs that the page as a whole can show, one at a time. */
export type OpenDialog = 'share' | 'keys' | 'companion' | 'samples' | 'import' | 'drafts' | 'palette';
