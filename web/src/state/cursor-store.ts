/** Where a person points in the document: outside React's state, since it changes with every move. */
export interface CursorStore {
  /** Offset in UTF-16 units; `undefined` while nobody points anywhere. */
  get(): number | undefined;
  set(offset: number | undefined): void;
  /** Calls `listener` after each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

export function createCursorStore(): CursorStore {
  let offset: number | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => offset,
    set: (next) => {
      if (next === offset) return;
      offset = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
