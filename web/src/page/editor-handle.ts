import type { Range } from '@atip/core';
import type { RefObject } from 'react';
import type { Store } from './store.ts';

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
export type CursorStore = Store<number | undefined>;
