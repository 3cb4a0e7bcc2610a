import { useSyncExternalStore, useEffect, useRef } from 'react';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}

/** Listens to an event of the window, before its target gets it; uses the handler of the last render. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handler: (event: WindowEventMap[Name]) => void,
): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    const listener = (event: WindowEventMap[Name]): void => latest.current(event);
    window.addEventListener(name, listener, { capture: true });
    return () => window.removeEventListener(name, listener, { capture: true });
  }, [name]);
}

/**
 * Runs `task` in the first idle moment; Safari has no idle callback and gets a short delay. @returns a function that
 * cancels it
 */
export function whenIdle(task: () => Promise<void>): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(() => void task(), { timeout: 2000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(() => void task(), 200);
  return () => clearTimeout(id);
}

/** A `ref` of an element that has the focus from its first moment. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** Puts a text on the clipboard; false when the browser refuses: no permission, no focus, no secure address. */
export async function copyText(text: string): Promise<boolean> {
  // Absent on plain http addresses other than the loopback, whatever the types say.
  if (!('clipboard' in navigator)) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

export function downloadText(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
