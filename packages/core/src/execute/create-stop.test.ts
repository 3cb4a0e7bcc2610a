import { createStop } from './create-executor.ts';
import { expect, test } from 'vitest';

test('whoever listens is told once', () => {
  const { signal, stop } = createStop(undefined);
  const told: string[] = [];
  const gone = (): void => void told.push('gone');
  signal.addEventListener('abort', () => told.push('first'));
  signal.addEventListener('abort', gone);
  signal.removeEventListener('abort', gone);
  expect(signal.aborted).toBe(false);
  stop();
  signal.addEventListener('abort', () => told.push('late'));
  stop();
  expect([signal.aborted, told]).toStrictEqual([true, ['first']]);
});

test('the parent stops it, and is let go of', () => {
  const parent = createStop(undefined);
  const child = createStop(parent.signal);
  let told = 0;
  child.signal.addEventListener('abort', () => told++);
  parent.stop();
  expect([child.signal.aborted, told]).toStrictEqual([true, 1]);
  expect(createStop(parent.signal).signal.aborted).toBe(true);

  const listeners = new Set<() => void>();
  const quiet = createStop({
    aborted: false,
    addEventListener: (_type, listener) => listeners.add(listener),
    removeEventListener: (_type, listener) => listeners.delete(listener),
  });
  expect(listeners.size).toBe(1);
  quiet.stop();
  expect(listeners.size).toBe(0);
});
