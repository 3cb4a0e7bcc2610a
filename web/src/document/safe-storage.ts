export interface SafeStorage {
  /** `null` when nothing is stored or storage is out of reach. */
  getItem(key: string): string | null;
  /** Keeps a value; when the browser refuses, it lives until the page closes. */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** True once the browser has refused to keep something. */
  readonly refused: boolean;
}

/**
 * Wraps `open()` so that a refusal never throws.
 *
 * Browsers refuse in three ways: reaching `localStorage` throws (blocked site data), it is missing, or writing throws
 * (quota). In each case the values go to memory and `refused` turns true, which the page says in words.
 */
export function safeStorage(open: () => Storage | undefined): SafeStorage {
  const memory = new Map<string, string>();
  let refused = false;
  const attempt = <Result>(use: (storage: Storage) => Result, fallback: Result): Result => {
    try {
      const storage = open();
      if (storage !== undefined) return use(storage);
      refused = true;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      refused = true;
    }
    return fallback;
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) => {
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },
    removeItem: (key) => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    get refused() {
      return refused;
    },
  };
}
