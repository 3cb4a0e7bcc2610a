/** Runs `task` in the first idle moment; Safari has no idle callback and gets a short delay. @returns what takes it back. */
export function whenIdle(task: () => Promise<void>): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(() => void task(), { timeout: 2000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(() => void task(), 200);
  return () => clearTimeout(id);
}
