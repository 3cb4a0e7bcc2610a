import type { Range } from '@atip/core';

/** Where a person is in a text: what must survive a change of editors. Offsets are UTF-16 units. */
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
}

export type CursorStore = ReturnType<typeof createCursorStore>;

export function createCursorStore() {
  let offset: number | undefined;
  const listeners = new Set<() => void>();
  return {
    /** Offset in UTF-16 units; `undefined` while nobody points anywhere. */
    get: () => offset,
    set: (next: number | undefined): void => {
      if (next === offset) return;
      offset = next;
      for (const listener of listeners) listener();
    },
    /** Calls `listener` after each change until the returned function is called. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
