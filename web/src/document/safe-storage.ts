export type SafeStorage = ReturnType<typeof safeStorage>;

/**
 * Wraps `open()` so that a refusal never throws.
 *
 * Browsers refuse in three ways: reaching `localStorage` throws (blocked site data), it is missing, or writing throws
 * (quota). In each case the values go to memory, and `setItem` says so.
 */
export function safeStorage(open: () => Storage | undefined) {
  const memory = new Map<string, string>();
  const attempt = <Result>(use: (storage: Storage) => Result, fallback: Result): Result => {
    try {
      const storage = open();
      if (storage !== undefined) return use(storage);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
    return fallback;
  };
  return {
    /** `null` when nothing is stored or storage is out of reach. */
    getItem: (key: string): string | null => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    /** Keeps a value. False: the browser refuses, and it lives until the page closes. */
    setItem: (key: string, value: string): boolean => {
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (kept) memory.delete(key);
      else memory.set(key, value);
      return kept;
    },
    removeItem: (key: string): void => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
  };
}
