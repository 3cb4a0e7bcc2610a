import { expect, test } from 'vitest';
import { safeStorage } from './draft.ts';

/** A store at the port to the browser that can refuse to write. */
function storeWith(refuse: { writing: boolean }): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    key: () => null,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => {
      kept.delete(key);
    },
    setItem: (key, value) => {
      if (refuse.writing) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
  };
}

test('a willing store keeps values', () => {
  const store = storeWith({ writing: false });
  const safe = safeStorage(() => store);
  expect([safe.setItem('a', '1'), safe.getItem('a'), safe.getItem('b')]).toStrictEqual([true, '1', null]);
  safe.removeItem('a');
  expect(safe.getItem('a')).toBeNull();
});

test('a full store leaves the newest value in memory and says so', () => {
  const refuse = { writing: false };
  const store = storeWith(refuse);
  const safe = safeStorage(() => store);
  safe.setItem('a', 'old');
  refuse.writing = true;
  expect([safe.setItem('a', 'new'), safe.getItem('a'), store.getItem('a')]).toStrictEqual([false, 'new', 'old']);
});

test.each([
  ['missing', () => undefined],
  [
    'forbidden',
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
  ],
])('a %s store is memory', (_name, open) => {
  const safe = safeStorage(open);
  expect([safe.setItem('a', '1'), safe.getItem('a')]).toStrictEqual([false, '1']);
});

test('a mistake of ours is not taken for a refusal', () => {
  const safe = safeStorage(() => {
    throw new RangeError('ours');
  });
  expect(() => safe.getItem('a')).toThrow(RangeError);
});
